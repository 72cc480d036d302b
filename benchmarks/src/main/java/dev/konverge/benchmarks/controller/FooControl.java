package dev.konverge.benchmarks.controller;

import dev.konverge.base.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * How a {@link Trial} tells the server what to do and asks it what it saw: a line on a socket, answered by a line.
 *
 * <p>{@code reset}; {@code create COUNT}; {@code watched}, whether a controller watches by now, for which it waits a moment; {@code converge COUNT}, which creates so many
 * Foos and is answered with the microseconds until all have converged; {@code first-write}, answered with the time of it; {@code settled}, which
 * waits until no request comes any more, answered with the counts. What does not happen in time is answered with {@code late}.
 */
final class FooControl implements AutoCloseable {
    private static final String DONE = "done";
    private static final String LATE = "late";

    /** The answer of one who is asked again. */
    static final String NOT_YET = "not yet";

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration STARTED_WITHIN = Duration.ofMinutes(3);
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration SILENCE = Duration.ofMillis(1500);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final ServerSocket socket;
    private final FooServer server;
    private final Clock clock;

    private FooControl(ServerSocket socket, FooServer server) {
        this.socket = socket;
        this.server = server;
        this.clock = server.platform().clock();
    }

    /** Starts to listen. */
    static FooControl serve(FooServer server) throws IOException {
        var control = new FooControl(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), server);
        Thread.ofPlatform().daemon().start(control::run);
        return control;
    }

    int port() {
        return socket.getLocalPort();
    }

    /** One trial at a time: nobody else is measured meanwhile. */
    private void run() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                var out = new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8);
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    out.println(obey(line.split(" ", -1)));
                }
            } catch (IOException | InterruptedException gone) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        }
    }

    private String obey(String[] words) throws InterruptedException {
        return switch (words[0]) {
            case "reset" -> {
                server.reset();
                yield DONE;
            }
            case "create" -> {
                server.create(Integer.parseInt(words[1]));
                yield DONE;
            }
            case "watched" -> server.tally().await(FooCounts::areWatched, MOMENT) ? DONE : NOT_YET;
            case "converge" -> converge(Integer.parseInt(words[1]));
            case "first-write" -> firstWrite();
            case "settled" -> settled();
            default -> throw new IllegalArgumentException("the server cannot " + words[0]);
        };
    }

    private String converge(int foos) throws InterruptedException {
        FooTally tally = server.tally();
        tally.countAnew();
        long begin = clock.nanoTime();
        server.create(foos);
        if (!tally.await(counts -> counts.areConverged(foos), PATIENCE)) {
            return LATE + " " + tally.look(FooCounts::toString);
        }
        return Long.toString((clock.nanoTime() - begin) / 1000);
    }

    private String firstWrite() throws InterruptedException {
        FooTally tally = server.tally();
        return tally.await(counts -> counts.firstWrite() != 0, STARTED_WITHIN)
                ? Long.toString(tally.look(FooCounts::firstWrite))
                : LATE;
    }

    private String settled() throws InterruptedException {
        FooTally tally = server.tally();
        long deadline = clock.deadlineAfter(PATIENCE);
        while (tally.silence().compareTo(SILENCE) < 0) {
            if (clock.nanoTime() > deadline) {
                return LATE;
            }
            server.platform().sleep(LOOK);
        }
        return tally.look(FooCounts::toString);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** The other end. */
    static final class Client implements AutoCloseable {
        private final Socket socket;
        private final PrintWriter out;
        private final BufferedReader in;

        Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        /** {@return the answer} */
        String ask(String order) throws IOException {
            out.println(order);
            String answer = in.readLine();
            if (answer == null) {
                throw new IOException("the server of the benchmark has ended");
            }
            if (answer.startsWith(LATE)) {
                throw new IOException("it did not come to \"" + order + "\" in time: " + answer);
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
