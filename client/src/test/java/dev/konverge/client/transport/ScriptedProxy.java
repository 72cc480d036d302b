package dev.konverge.client.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A proxy on loopback that connects, or refuses to, and remembers what it was asked. */
final class ScriptedProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final String scheme;
    private final String refusal;
    final List<String> heads = new CopyOnWriteArrayList<>();

    /**
     * Starts it.
     *
     * @param tls how it is spoken to over TLS, or null for no TLS
     * @param refusal what it answers in place of connecting; empty to connect
     */
    ScriptedProxy(String scheme, @Nullable SSLContext tls, String refusal) {
        this.scheme = scheme;
        this.refusal = refusal;
        try {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            listener = tls == null
                    ? new ServerSocket(0, 50, loopback)
                    : tls.getServerSocketFactory().createServerSocket(0, 50, loopback);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    URI uri(String credentials) {
        return URI.create(scheme + "://" + credentials + "127.0.0.1:" + listener.getLocalPort());
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            int port = scheme.equals("socks5") ? socks(in, socket.getOutputStream()) : connect(in, socket);
            if (port > 0) {
                try (Socket target = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    Thread back = Thread.ofVirtual().start(() -> copy(target, socket));
                    copy(socket, target);
                    back.join();
                }
            }
        } catch (IOException | InterruptedException e) {
            heads.add("ended: " + e);
        }
    }

    private int connect(InputStream in, Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return -1;
            }
            head.append((char) next);
        }
        heads.add(head.toString());
        String answer = refusal.isEmpty() ? "HTTP/1.1 200 OK\r\n\r\n" : refusal;
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        String authority = head.substring("CONNECT ".length(), head.indexOf(" HTTP"));
        return refusal.isEmpty() ? Integer.parseInt(authority.substring(authority.lastIndexOf(':') + 1)) : -1;
    }

    /** As much of SOCKS 5 as a connection to a name or an address of version 4 needs. */
    private int socks(InputStream in, OutputStream out) throws IOException {
        in.readNBytes(1);
        in.readNBytes(in.read());
        out.write(new byte[] {5, 0});
        byte[] request = in.readNBytes(4);
        String host = request[3] == 3
                ? new String(in.readNBytes(in.read()), StandardCharsets.US_ASCII)
                : InetAddress.getByAddress(in.readNBytes(4)).getHostAddress();
        int port = in.read() << 8 | in.read();
        heads.add("socks5 " + host + ":" + port);
        out.write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
        return port;
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.close();
        } catch (IOException closed) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
