package dev.konverge.benchmarks.informer;

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
 * How programs tell the server to send changes, in any language: a line on a socket, answered by a line when it is done.
 *
 * <p>{@code flood MILLIS} sends changes as fast as they are taken; {@code trickle COUNT MILLIS} sends single ones with pauses.
 */
final class Control implements AutoCloseable {
    private static final String DONE = "done";

    private final ServerSocket socket;
    private final WatchFeed feed;

    private Control(ServerSocket socket, WatchFeed feed) {
        this.socket = socket;
        this.feed = feed;
    }

    /** Starts to listen. */
    static Control serve(WatchFeed feed) throws IOException {
        var control = new Control(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), feed);
        Thread.ofPlatform().daemon().start(control::run);
        return control;
    }

    int port() {
        return socket.getLocalPort();
    }

    /** One client at a time: nobody else is measured meanwhile. */
    private void run() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                var out = new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8);
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    obey(line.split(" "));
                    out.println(DONE);
                }
            } catch (IOException | InterruptedException gone) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        }
    }

    private void obey(String[] words) throws InterruptedException {
        switch (words[0]) {
            case "flood" -> feed.flood(Duration.ofMillis(Long.parseLong(words[1])));
            case "trickle" -> feed.trickle(Integer.parseInt(words[1]), Duration.ofMillis(Long.parseLong(words[2])));
            default -> throw new IllegalArgumentException("the server cannot " + words[0]);
        }
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

        void tell(String order) {
            out.println(order);
        }

        void awaitDone() throws IOException {
            if (!DONE.equals(in.readLine())) {
                throw new IOException("the server of the benchmark has ended");
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
