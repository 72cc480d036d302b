package dev.konverge.benchmarks.controller;

import dev.konverge.benchmarks.BenchFailure;
import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.benchmarks.Orders;
import dev.konverge.benchmarks.ReadyServer;
import dev.konverge.benchmarks.TemporaryFolder;
import dev.konverge.benchmarks.UsageException;
import java.io.IOException;
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
            List<String> command = JavaCommand.with(kind.flags())
                    .running(kind.program(), List.of(kubeconfig(folder).toString()));
            ReadyServer server = ReadyServer.start(command);
            return new FooServerProcess(folder, server.process(), Integer.parseInt(server.line()));
        } catch (IOException e) {
            throw new UsageException("the server of the benchmark could not be started: " + e.getMessage());
        }
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
