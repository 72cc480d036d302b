package dev.konverge.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that runs {@link Fork} with a workload. It is asked line by line and answers line by line: {@code warm-up 700} is
 * answered with {@code {}}, {@code measure 200} with the metrics.
 */
final class ChildJvm implements Runner {
    private final String name;
    private final Process process;
    private final PrintWriter questions;
    private final BufferedReader answers;

    private ChildJvm(String name, Process process) {
        this.name = name;
        this.process = process;
        this.questions = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    static ChildJvm start(Class<?> main, Bench bench, Contender.Jvm contender, Settings settings) {
        var arguments = new ArrayList<>(List.of(bench.name(), contender.workload()));
        arguments.addAll(settings.arguments());
        List<String> command = JavaCommand.with(contender.flags()).running(main.getName(), arguments);
        try {
            // What goes wrong in the child is to be seen at once, where the progress is shown too.
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new ChildJvm(contender.name(), process);
        } catch (IOException e) {
            throw new BenchFailure("no JVM could be started for " + contender.name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void warmUp(Duration time) {
        ask(Fork.WARM_UP, time);
    }

    @Override
    public Map<String, Double> measure(Duration time) {
        return ask(Fork.MEASURE, time);
    }

    private Map<String, Double> ask(String verb, Duration time) {
        questions.println(verb + " " + time.toMillis());
        try {
            String answer = answers.readLine();
            if (answer == null) {
                throw new BenchFailure(name + " ended without an answer; what it wrote is above", null);
            }
            return Metrics.parse(name, answer);
        } catch (IOException e) {
            throw new BenchFailure("lost the connection to " + name + ": " + e.getMessage(), e);
        }
    }

    /** It ends when nobody is there to ask, and tidies up first; one that does not is killed. */
    @Override
    public void close() {
        questions.close();
        try {
            if (process.waitFor(AtEnd.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
