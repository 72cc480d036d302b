package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.AtEnd;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server in a process of its own, so that its processor time can be told from that of the load. */
final class ServerUnderTest implements AutoCloseable {
    private final Process process;
    private final int port;
    private final String token;

    private ServerUnderTest(Process process, int port, String token) {
        this.process = process;
        this.port = port;
        this.token = token;
    }

    /** {@return how our server is started, with that many objects} */
    static List<String> ours(List<String> flags, int objects) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dslf4j.internal.verbosity=ERROR");
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServerProgram.class.getName()));
        command.add(Integer.toString(objects));
        return command;
    }

    /** Starts one and waits until it says where it listens. */
    static ServerUnderTest start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        // Should this process be ended while it measures, the server must not stay.
        AtEnd.close(process::destroyForcibly);
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (@Nullable String line = out.readLine(); line != null; line = out.readLine()) {
            String[] words = line.split(" ", -1);
            if (words.length == 2 && words[0].matches("[0-9]+")) {
                return new ServerUnderTest(process, Integer.parseInt(words[0]), words[1]);
            }
        }
        throw new IOException("the server did not start: " + String.join(" ", command.subList(0, 1)));
    }

    int port() {
        return port;
    }

    String token() {
        return token;
    }

    /** {@return the processor time it has taken so far} */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
