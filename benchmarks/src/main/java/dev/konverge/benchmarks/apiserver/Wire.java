package dev.konverge.benchmarks.apiserver;

import dev.konverge.apiserver.Listening;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** One connection with TLS that sends one request after the other, with as little work of its own as can be. */
final class Wire implements AutoCloseable {
    private final SSLSocket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String head;

    private Wire(SSLSocket socket, String head) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        this.out = socket.getOutputStream();
        this.head = head;
    }

    /** {@return what trusts the server's authority} */
    static SSLContext trusting(Listening server) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        byte[] pem = server.authorityPem().getBytes(StandardCharsets.US_ASCII);
        trusted.setCertificateEntry(
                "authority",
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    static Wire open(Listening server, SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(server.uri().getHost(), server.uri().getPort());
        socket.setTcpNoDelay(true);
        String head = " HTTP/1.1\r\nHost: " + server.uri().getAuthority() + "\r\nAuthorization: Bearer "
                + server.token() + "\r\nContent-Type: application/json\r\nContent-Length: ";
        return new Wire(socket, head);
    }

    /** Sends a request and reads the answer to its end. {@return how many bytes its body had} */
    long exchange(String method, String target, String body, int expected) throws IOException {
        send(method, target, body);
        String status = line();
        if (!status.contains(" " + expected + " ")) {
            throw new IOException(method + " " + target + " was answered with " + status);
        }
        long length = -1;
        for (String field = line(); !field.isEmpty(); field = line()) {
            if (field.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Long.parseLong(field.substring(15).strip());
            }
        }
        return length >= 0 ? skipped(length) : chunks();
    }

    /** Opens a watch: everything that comes from now on is events. */
    void watch(String target) throws IOException {
        send("GET", target, "");
        for (String field = line(); !field.isEmpty(); field = line()) {}
    }

    /** Reads until so many events have come. Each ends with a brace and a line feed. */
    void awaitEvents(int count) throws IOException {
        int before = 0;
        for (int left = count; left > 0; ) {
            int now = in.read();
            if (now < 0) {
                throw new IOException("the watch ended");
            }
            if (before == '}' && now == '\n') {
                left--;
            }
            before = now;
        }
    }

    private void send(String method, String target, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        out.write((method + " " + target + head + bytes.length + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private long chunks() throws IOException {
        long total = 0;
        for (long length = size(); length > 0; length = size()) {
            total += skipped(length);
            line();
        }
        line();
        return total;
    }

    private long size() throws IOException {
        return Long.parseLong(line(), 16);
    }

    private long skipped(long length) throws IOException {
        in.skipNBytes(length);
        return length;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection was closed");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
