package dev.konverge.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Orders that programs in any language give to the server of a benchmark: a line on a socket, answered by a line when it is done. */
public final class Orders implements AutoCloseable {
    private static final int WAITING = 50;

    private final ServerSocket socket;
    private final Obedience obedience;

    /** Who does what is ordered. */
    public interface Obedience {
        /**
         * {@return the answer}
         *
         * @param words the order, split at its blanks
         */
        String obey(String[] words) throws InterruptedException;
    }

    private Orders(ServerSocket socket, Obedience obedience) {
        this.socket = socket;
        this.obedience = obedience;
    }

    /** Starts to listen. {@return what ends that} */
    public static Orders serve(Obedience obedience) throws IOException {
        var orders = new Orders(new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress()), obedience);
        Thread.ofPlatform().daemon().start(orders::run);
        return orders;
    }

    /** {@return the port that is listened on} */
    public int port() {
        return socket.getLocalPort();
    }

    /** One program at a time: nobody else is measured meanwhile. */
    private void run() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                var out = new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8);
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    out.println(obedience.obey(line.split(" ", -1)));
                }
            } catch (IOException | InterruptedException gone) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** The other end. */
    public static final class Client implements AutoCloseable {
        private final Socket socket;
        private final PrintWriter out;
        private final BufferedReader in;

        /** Connects to that port of this machine. */
        public Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        /** Gives an order, and does not wait. */
        public void tell(String order) {
            out.println(order);
        }

        /** Waits for the answer to the oldest order that has none yet. {@return it} */
        public String await() throws IOException {
            String answer = in.readLine();
            if (answer == null) {
                throw new IOException("the server of the benchmark has ended");
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
