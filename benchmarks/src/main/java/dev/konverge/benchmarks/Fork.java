package dev.konverge.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The entry point of a child process: does what {@link ChildJvm} asks for until nobody is there to ask. */
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
        BlockingQueue<String> questions = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().start(() -> listen(questions));
        while (true) {
            answers.println(Metrics.format(answer(workload, questions.take())));
        }
    }

    /** Whoever asked may go in the middle of a measurement, which then has no use and might have no end. */
    private static void listen(BlockingQueue<String> questions) {
        try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                questions.add(line);
            }
        } catch (IOException lost) {
            System.exit(1);
        }
        System.exit(0);
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
