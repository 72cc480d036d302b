package dev.konverge.benchmarks.controller;

import dev.konverge.benchmarks.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A {@link FooServer} at work, and a folder for one run. */
final class FooServerProcess implements AutoCloseable {
    private final Path folder;
    private final Process process;
    private final int control;

    private FooServerProcess(Path folder, Process process, int control) {
        this.folder = folder;
        this.process = process;
        this.control = control;
    }

    /** Starts it and waits until it is ready. */
    static FooServerProcess start() {
        try {
            Path folder = Files.createTempDirectory("konverge-bench");
            Process process = new ProcessBuilder(List.of(
                            java(),
                            "-Xmx2g",
                            "-Dslf4j.internal.verbosity=ERROR",
                            "-cp",
                            System.getProperty("java.class.path"),
                            FooServer.class.getName(),
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

    private static Path kubeconfig(Path folder) {
        return folder.resolve("kubeconfig");
    }

    /** {@return the port of its control} */
    int control() {
        return control;
    }

    /** {@return what clients find it with} */
    String kubeconfig() {
        return kubeconfig(folder).toString();
    }

    /** {@return where our controller keeps what it learned} */
    Path cache() {
        return folder.resolve("konverge.aot");
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Files.deleteIfExists(kubeconfig(folder));
            Files.deleteIfExists(cache());
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // It is in the folder for temporary files.
            return;
        }
    }
}
