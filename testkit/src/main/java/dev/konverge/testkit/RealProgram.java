package dev.konverge.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program of the machine that runs beside a test, and its output. It does not outlive the test's process, however that ends:
 * a shell holds a pipe to this process and kills the program when the pipe breaks.
 *
 * <p>Used by one thread at a time.
 */
public final class RealProgram implements AutoCloseable {
    /** How long a program may take to stop when it is asked to. */
    private static final Duration STOP_BOUND = Duration.ofSeconds(20);

    private static final int LINES_SHOWN = 40;

    /**
     * The shell becomes the program; what it leaves behind waits at the pipe, which ends with this process, or with the program,
     * and then there is nothing to kill. A signal to the whole group, such as Ctrl-C, must not end the guard before the program,
     * which may take its time, or never come to its end.
     */
    private static final String GUARDED =
            "trap '' HUP INT TERM; exec 3<&0; { read -r end <&3; kill -KILL $$; } >/dev/null 2>&1 & trap - HUP INT TERM;"
                    + " exec \"$@\" </dev/null 3<&-";

    private final String name;
    private final Process process;
    private final Path output;

    private RealProgram(String name, Process process, Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    /**
     * Starts a program.
     *
     * @param program where it is
     * @param output the file that its output is added to
     * @param arguments its arguments
     * @throws UncheckedIOException if it cannot be started
     */
    public static RealProgram start(Path program, Path output, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        String name = String.valueOf(program.getFileName());
        try {
            String head = "---- " + name + " " + String.join(" ", arguments) + "\n";
            Files.writeString(output, head, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            Process process = new ProcessBuilder(guarded(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
            return new RealProgram(name, process, output);
        } catch (IOException failure) {
            throw new UncheckedIOException(program + " cannot be started", failure);
        }
    }

    /**
     * {@return the command of a process that ends with this one, however this one ends} It holds to it by its standard input, which has to stay a
     * pipe that is not closed; the program itself finds nothing there. {@link Process#destroy()} closes the pipe, and so kills: whoever wants to ask, asks {@link
     * Process#toHandle()}.
     *
     * @param command a program and its arguments
     */
    public static List<String> guarded(List<String> command) {
        return Stream.concat(Stream.of("/bin/sh", "-c", GUARDED, "sh"), command.stream())
                .toList();
    }

    /** {@return whether it runs} */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** {@return its process id} */
    public long pid() {
        return process.pid();
    }

    /** {@return all that it and its predecessors at the same place have written} */
    public String output() {
        try {
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException("the output of " + name + " cannot be read", failure);
        }
    }

    /** {@return the failure of something that depends on it, with the end of what it has written} */
    IllegalStateException failure(String what) {
        String state = process.isAlive() ? "it still runs" : "it ended with exit code " + process.exitValue();
        List<String> lines = output().lines().toList();
        Stream<String> last = lines.stream().skip(Math.max(0, lines.size() - LINES_SHOWN));
        return new IllegalStateException(
                name + " " + what + "; " + state + ". The end of its output:\n" + String.join("\n", last.toList()));
    }

    /** Ends it at once, as a crash does. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Asks it to stop, and kills it if it does not. */
    public void stop() {
        // By its handle: the process itself would close the pipe as well, and so be killed.
        process.toHandle().destroy();
        awaitEnd();
    }

    private void awaitEnd() {
        boolean interrupted = false;
        long bound = STOP_BOUND.toMillis();
        while (process.isAlive()) {
            try {
                if (!process.waitFor(bound, TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException interrupt) {
                interrupted = true;
                process.destroyForcibly();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it at once. */
    @Override
    public void close() {
        kill();
    }

    @Override
    public String toString() {
        return name + " (process " + process.pid() + ")";
    }
}
