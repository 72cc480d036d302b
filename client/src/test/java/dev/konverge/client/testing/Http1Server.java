package dev.konverge.client.testing;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** HTTP/1.1 by hand, so that a test has every byte in its hands. A virtual thread a connection. */
final class Http1Server extends ScriptedServer {
    private final ServerSocket listener;
    private final @Nullable SSLContext tls;
    private final boolean wantClientCertificate;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private Http1Server(ServerSocket listener, @Nullable SSLContext tls, boolean wantClientCertificate) {
        this.listener = listener;
        this.tls = tls;
        this.wantClientCertificate = wantClientCertificate;
    }

    static Http1Server start(@Nullable SSLContext tls, boolean wantClientCertificate) {
        try {
            ServerSocket listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
            Http1Server server = new Http1Server(listener, tls, wantClientCertificate);
            Thread.ofVirtual().name("scripted-server").start(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public URI uri() {
        return URI.create((tls != null ? "https://" : "http://")
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

    private void serve(Socket plain) {
        try (plain) {
            plain.setTcpNoDelay(true);
            Socket socket = tls == null ? plain : secured(plain, tls);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            boolean more = true;
            while (more) {
                Exchange.Received request = read(in);
                if (request == null) {
                    return;
                }
                Http1Exchange exchange = new Http1Exchange(request, plain, socket, in);
                answer(exchange);
                more = exchange.finish();
            }
        } catch (Exception | AssertionError e) {
            // A client that has gone, or a route that failed, which is remembered: either way the connection ends.
            return;
        } finally {
            open.remove(plain);
        }
    }

    private Socket secured(Socket plain, SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, (InputStream) null, false);
        socket.setNeedClientAuth(wantClientCertificate);
        try {
            socket.startHandshake();
        } catch (IOException e) {
            // Bytes that nobody read would break the connection off before the client sees why it is refused.
            plain.shutdownOutput();
            plain.getInputStream().transferTo(OutputStream.nullOutputStream());
            throw e;
        }
        return socket;
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
