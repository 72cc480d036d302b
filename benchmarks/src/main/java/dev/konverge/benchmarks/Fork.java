package dev.konverge.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The entry point of a child process: does what {@link ChildJvm} asks for until there are no more questions. */
public final class Fork {
    static final String WARM_UP = "warm-up";
    static final String MEASURE = "measure";

    private Fork() {}

    /** Takes the name of the benchmark, that of the workload, and settings. */
    public static void main(String[] args) throws Exception {
        serve(Benches.get(args[0]), args);
    }

    static void serve(Bench bench, String[] args) throws Exception {
        PrintStream answers = System.out;
        // Whatever a library prints must not get between the answers.
        System.setOut(System.err);
        Settings settings = Settings.parse(List.of(args).subList(2, args.length));
        Workload workload = bench.workload(args[1], settings);
        var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            answers.println(Metrics.format(answer(workload, line)));
        }
    }

    private static Map<String, Double> answer(Workload workload, String line) throws Exception {
        int blank = line.indexOf(' ');
        Duration time = Duration.ofMillis(Long.parseLong(line.substring(blank + 1)));
        String verb = line.substring(0, blank);
        return switch (verb) {
            case WARM_UP -> {
                workload.warmUp(time);
                yield Map.of();
            }
            case MEASURE -> workload.measure(time);
            default -> throw new IllegalArgumentException("unknown question: " + line);
        };
    }
}
