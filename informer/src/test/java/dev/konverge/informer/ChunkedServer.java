package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server of HTTP/1.1 on loopback that sends one list and one watch, each in two chunks that a cut parts at a byte. */
final class ChunkedServer implements AutoCloseable {
    private final Platform platform = Platform.real();
    private final WireForm form;
    private final ServerSocket socket;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<Task> tasks = new CopyOnWriteArrayList<>();

    /** Where both are cut. Written by the test, read by those who answer. */
    private volatile int cut;

    ChunkedServer(WireForm form) throws IOException {
        this.form = form;
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        tasks.add(platform.start("accepting", this::accept));
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    int bytes() {
        return Math.max(form.list().length, form.changes().length);
    }

    void cutAt(int bytes) {
        cut = bytes;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                connection.setTcpNoDelay(true);
                connections.add(connection);
                tasks.add(platform.start("answering", () -> answerAll(connection)));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void answerAll(Socket connection) {
        try (connection) {
            for (String request = read(connection); !request.isEmpty(); request = read(connection)) {
                answer(connection.getOutputStream(), request.contains("watch=true"));
            }
        } catch (IOException e) {
            // The client, or the test, has closed the connection.
        }
    }

    /** {@return the head of a request; empty at the end} */
    private static String read(Socket connection) throws IOException {
        InputStream in = connection.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private void answer(OutputStream out, boolean watch) throws IOException {
        String type = watch ? form.ofWatches : form.ofLists;
        out.write(("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        byte[] body = watch ? form.changes() : form.list();
        int at = Math.min(cut, body.length);
        chunk(out, Arrays.copyOfRange(body, 0, at));
        chunk(out, Arrays.copyOfRange(body, at, body.length));
        if (!watch) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    /** An empty chunk would be the end. */
    private static void chunk(OutputStream out, byte[] bytes) throws IOException {
        if (bytes.length > 0) {
            out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        tasks.forEach(Task::close);
    }
}
