package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.AtEnd;
import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.testkit.RealCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server in processes of its own, so that their processor time can be told from that of the load. They are all that this process starts. */
final class ServerUnderTest implements AutoCloseable {
    private final Runnable end;
    private final int port;
    private final String token;

    private ServerUnderTest(Runnable end, int port, String token) {
        this.end = end;
        this.port = port;
        this.token = token;
    }

    /** {@return how our server is started, with that many objects} */
    static List<String> ours(List<String> flags, int objects) {
        return JavaCommand.with(flags).running(ServerProgram.class, Integer.toString(objects));
    }

    /** Starts one and waits until it says where it listens. */
    static ServerUnderTest start(List<String> command) throws IOException {
        Process process = ProcessStart.started(command);
        // Should this process be ended while it measures, the server must not stay.
        AtEnd.close(process::destroyForcibly);
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (@Nullable String line = out.readLine(); line != null; line = out.readLine()) {
            String[] words = line.split(" ", -1);
            if (words.length == 2 && words[0].matches("[0-9]+")) {
                return new ServerUnderTest(process::destroyForcibly, Integer.parseInt(words[0]), words[1]);
            }
        }
        process.destroyForcibly();
        throw new IOException("the server did not start: " + String.join(" ", command.subList(0, 1)));
    }

    /** Starts the real server with an etcd, and waits until it is ready. */
    static ServerUnderTest startReal() {
        RealCluster cluster = RealCluster.start();
        AtEnd.close(cluster);
        return new ServerUnderTest(cluster::close, cluster.uri().getPort(), cluster.token());
    }

    int port() {
        return port;
    }

    String token() {
        return token;
    }

    /** {@return the processor time it has taken so far, etcd included where there is one} */
    Duration processorTime() {
        return ProcessHandle.current()
                .descendants()
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
        end.run();
    }
}
