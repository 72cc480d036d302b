package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program in a process of its own, as a shell or a kubelet sees it. Closing kills it. */
final class Program implements AutoCloseable {
    /** So long that only what hangs takes longer, on whatever machine. */
    private static final long ENDS_WITHIN_MINUTES = 5;

    private final Process process;
    private final BufferedReader out;

    private Program(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    static Program start(Class<?> main, String... args) throws IOException {
        return start(Map.of(), main, args);
    }

    /** Starts it with these variables besides those of this process. */
    static Program start(Map<String, String> variables, Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                main.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        return new Program(builder.start());
    }

    /** Whichever way this test was started: on a class path, a module path, or by a class loader of the tests' own. */
    private static String classPath() {
        Stream<String> loaded = Thread.currentThread().getContextClassLoader() instanceof URLClassLoader loader
                ? Stream.of(loader.getURLs()).map(URL::getPath)
                : Stream.empty();
        Stream<String> stated =
                Stream.of(System.getProperty("java.class.path"), System.getProperty("jdk.module.path", ""));
        return Stream.concat(loaded, stated).collect(Collectors.joining(":"));
    }

    /** {@return what it writes, up to and with the first line that has this text} */
    String readUpTo(String expected) throws IOException {
        StringBuilder read = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            read.append(line).append('\n');
            if (line.contains(expected)) {
                return read.toString();
            }
        }
        throw new AssertionError("ended without \"" + expected + "\" after:\n" + read);
    }

    /** {@return what it writes from now on, up to its end} */
    String readToEnd() throws IOException {
        StringWriter all = new StringWriter();
        out.transferTo(all);
        return all.toString();
    }

    /** Sends SIGTERM. */
    void signal() {
        process.toHandle().destroy();
    }

    /** Sends SIGHUP, as a terminal does that is closed. */
    void hangUp() throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** {@return its exit code, when it has ended} */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(ENDS_WITHIN_MINUTES, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            out.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
