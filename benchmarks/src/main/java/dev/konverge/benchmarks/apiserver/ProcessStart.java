package dev.konverge.benchmarks.apiserver;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.benchmarks.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** From the start of a process to the first answer of the server in it. One start a round; the one before them is not counted. */
final class ProcessStart implements Workload {
    private final Clock clock = Platform.real().clock();
    private final Start start;

    /** Starts a server and has it answer. */
    interface Start {
        /** {@return what ends it} */
        AutoCloseable run() throws Exception;
    }

    ProcessStart(Start start) {
        this.start = start;
    }

    /** {@return the start of a server that prints its port and a token} */
    static ProcessStart of(List<String> command) {
        return new ProcessStart(() -> {
            SSLContext context = Wire.trusting();
            Process process = started(command);
            try {
                String[] words = firstLine(process).split(" ", -1);
                answer(Integer.parseInt(words[0]), words[1], context);
                return () -> end(process);
            } catch (IOException | RuntimeException e) {
                process.destroyForcibly();
                throw e;
            }
        });
    }

    /** {@return the start of the real server with an etcd, their keys and certificates included} */
    static ProcessStart ofReal() {
        return new ProcessStart(() -> {
            SSLContext context = Wire.trusting();
            ServerUnderTest server = ServerUnderTest.startReal();
            answer(server.port(), server.token(), context);
            return server;
        });
    }

    static Process started(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    static String firstLine(Process process) throws IOException {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        @Nullable String line = out.readLine();
        if (line == null) {
            throw new IOException("the server ended before it was ready; run its command by hand to see why");
        }
        return line;
    }

    static void answer(int port, String token, SSLContext context) throws IOException {
        try (Wire wire = Wire.open(port, token, context)) {
            wire.exchange("GET", "/api/v1/namespaces/default/configmaps", "", "200");
        }
    }

    @Override
    public void warmUp(Duration time) throws Exception {
        Map<String, Double> unused = measure(time);
    }

    @Override
    public Map<String, Double> measure(Duration time) throws Exception {
        long began = clock.nanoTime();
        AutoCloseable started = start.run();
        double millis = (clock.nanoTime() - began) / 1e6;
        started.close();
        return Map.of(InProcess.START, millis);
    }

    /** As a user would, so that it can tidy up; and surely. */
    static void end(Process process) throws InterruptedException {
        // By its handle: the process itself would close its standard input as well, and so be killed, if it is guarded.
        process.toHandle().destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
