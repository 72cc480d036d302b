package dev.konverge.client.testing;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;

/** HTTP/1.1 by hand, so that a test has every byte in its hands. A virtual thread a connection. */
final class Http1Server extends ScriptedServer {
    private final ServerSocket listener;
    private final boolean secure;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private Http1Server(ServerSocket listener, boolean secure) {
        this.listener = listener;
        this.secure = secure;
    }

    static Http1Server start(@Nullable SSLContext tls, boolean wantClientCertificate) {
        try {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            ServerSocket listener = tls == null
                    ? new ServerSocket(0, 1024, loopback)
                    : tls.getServerSocketFactory().createServerSocket(0, 1024, loopback);
            if (wantClientCertificate && listener instanceof SSLServerSocket secured) {
                secured.setNeedClientAuth(true);
            }
            Http1Server server = new Http1Server(listener, tls != null);
            Thread.ofVirtual().name("scripted-server").start(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public URI uri() {
        return URI.create((secure ? "https://" : "http://")
                + InetAddress.getLoopbackAddress().getHostAddress() + ":" + listener.getLocalPort());
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().name("scripted-connection").start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            boolean more = true;
            while (more) {
                Exchange.Received request = read(in);
                if (request == null) {
                    return;
                }
                Http1Exchange exchange = new Http1Exchange(request, socket, in);
                answer(exchange);
                more = exchange.finish();
            }
        } catch (Exception | AssertionError e) {
            // A client that has gone, or a route that failed, which is remembered: either way the connection ends.
            return;
        } finally {
            open.remove(socket);
        }
    }

    private static Exchange.@Nullable Received read(InputStream in) throws IOException {
        String first = line(in);
        if (first == null) {
            return null;
        }
        String[] parts = first.split(" ", 3);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.computeIfAbsent(header.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(header.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(
                headers.getOrDefault("content-length", List.of("0")).getFirst()));
        return new Exchange.Received(parts[0], parts[1], headers, body, parts[2]);
    }

    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                if (line.isEmpty()) {
                    return null;
                }
                throw new EOFException("in a line");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
