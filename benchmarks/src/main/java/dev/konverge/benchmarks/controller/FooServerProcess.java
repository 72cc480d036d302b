package dev.konverge.benchmarks.controller;

import dev.konverge.benchmarks.BenchFailure;
import dev.konverge.benchmarks.Orders;
import dev.konverge.benchmarks.TemporaryFolder;
import dev.konverge.benchmarks.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The server at work, in a process of its own, and a folder for one run. */
final class FooServerProcess implements AutoCloseable {
    private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

    private final TemporaryFolder folder;
    private final Process process;
    private final int control;

    private FooServerProcess(TemporaryFolder folder, Process process, int control) {
        this.folder = folder;
        this.process = process;
        this.control = control;
    }

    /** Starts it and waits until it is ready. */
    static FooServerProcess start(FooServerKind kind) {
        try {
            TemporaryFolder folder = TemporaryFolder.create();
            Process process = new ProcessBuilder(List.of(
                            java(),
                            // As in other benchmarks: the collector that costs least, and a heap that need not grow
                            // first.
                            "-XX:+UseParallelGC",
                            "-Xms1g",
                            "-Xmx2g",
                            "-Dslf4j.internal.verbosity=ERROR",
                            "-cp",
                            System.getProperty("java.class.path"),
                            kind.program(),
                            kubeconfig(folder).toString()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String line = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (line == null) {
                throw new UsageException("the server of the benchmark did not start; what it wrote is above");
            }
            return new FooServerProcess(folder, process, Integer.parseInt(line));
        } catch (IOException e) {
            throw new UsageException("the server of the benchmark could not be started: " + e.getMessage());
        }
    }

    /** {@return the program that runs Java} */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static Path kubeconfig(TemporaryFolder folder) {
        return folder.resolve("kubeconfig");
    }

    /** {@return the port of its control} */
    int control() {
        return control;
    }

    /** {@return how long its JVM has compiled until now} */
    Duration compiled() {
        try (var client = new Orders.Client(control)) {
            return Duration.ofMillis(Long.parseLong(FooControl.ask(client, "compiled")));
        } catch (IOException e) {
            throw new BenchFailure("the server of the benchmark does not answer: " + e.getMessage(), e);
        }
    }

    /** {@return what clients find it with} */
    String kubeconfig() {
        return kubeconfig(folder).toString();
    }

    /** {@return where one of ours keeps what it learned} */
    Path cache(String suffix) {
        return folder.resolve("konverge" + suffix + ".cache");
    }

    /** It ends with its standard input; a real server is then ended by it. */
    private void end() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (IOException gone) {
            // Then it has ended by itself.
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    @Override
    public void close() {
        end();
        folder.close();
    }
}
