package dev.konverge.benchmarks.apiserver;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** One connection with TLS and HTTP/1.1 that sends one request after the other, with as little work of its own as can be. */
final class Wire implements AutoCloseable {
    private final SSLSocket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String head;
    private final EventEnds events = new EventEnds();
    private final byte[] buffer = new byte[1 << 15];
    private int position;
    private int limit;

    private Wire(SSLSocket socket, String head) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
        this.head = head;
    }

    /** {@return what takes any certificate: the servers make theirs up, and checking one is no part of what is measured} */
    static SSLContext trusting() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anybody()}, null);
        return context;
    }

    static Wire open(int port, String token, SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        // Now: a server may hang up on who connects and says nothing until its turn comes.
        socket.startHandshake();
        String head = " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + token
                + "\r\nUser-Agent: bench/1.0\r\nContent-Type: application/json\r\nContent-Length: ";
        return new Wire(socket, head);
    }

    /** Sends a request and reads the answer to its end. {@return how many bytes its body had} */
    long exchange(String method, String target, String body, String expected) throws IOException {
        send(method, target, body);
        String status = line();
        if (!status.startsWith(expected, 9)) {
            throw new IOException(method + " " + target + " was answered with " + status);
        }
        long length = headers();
        return length >= 0 ? skipped(length) : chunks();
    }

    /** Opens a watch: everything that comes from now on is events. */
    void watch(String target) throws IOException {
        send("GET", target, "");
        String status = line();
        if (!status.startsWith("200", 9)) {
            throw new IOException("a watch was answered with " + status);
        }
        headers();
    }

    /**
     * Reads until so many events have come.
     *
     * @param each is told of each of them
     * @throws EOFException if the server ends the watch
     */
    void awaitEvents(int count, Runnable each) throws IOException {
        for (int left = count; left > 0; ) {
            fillIfEmpty();
            while (position < limit && left > 0) {
                if (events.ends(buffer[position++])) {
                    left--;
                    each.run();
                }
            }
        }
    }

    private void send(String method, String target, String body) throws IOException {
        // One write, so that a request is one record. All of it is ASCII.
        out.write((method + " " + target + head + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Reads the header fields. {@return the length of the body, or -1 if it comes in chunks} */
    private long headers() throws IOException {
        long length = -1;
        for (String field = line(); !field.isEmpty(); field = line()) {
            if (field.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Long.parseLong(field.substring(15).strip());
            }
        }
        return length;
    }

    private long chunks() throws IOException {
        long total = 0;
        for (long length = Long.parseLong(line(), 16); length > 0; length = Long.parseLong(line(), 16)) {
            total += skipped(length);
            line();
        }
        line();
        return total;
    }

    private long skipped(long length) throws IOException {
        for (long left = length; left > 0; ) {
            fillIfEmpty();
            int taken = (int) Math.min(left, limit - position);
            position += taken;
            left -= taken;
        }
        return length;
    }

    private String line() throws IOException {
        StringBuilder longer = new StringBuilder();
        while (true) {
            fillIfEmpty();
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            longer.append(new String(buffer, position, end - position, StandardCharsets.ISO_8859_1));
            boolean whole = end < limit;
            position = whole ? end + 1 : end;
            if (whole) {
                int length = longer.length();
                return length > 0 && longer.charAt(length - 1) == '\r'
                        ? longer.substring(0, length - 1)
                        : longer.toString();
            }
        }
    }

    private void fillIfEmpty() throws IOException {
        if (position < limit) {
            return;
        }
        int read = in.read(buffer);
        if (read < 0) {
            throw new EOFException("the server closed the connection");
        }
        position = 0;
        limit = read;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine) {}
    }
}
