package dev.konverge.client.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Has a proxy make a connection to a server. */
final class Tunnel {
    private static final int SOCKS = 5;
    private static final int NO_PASSWORD = 0;
    private static final int PASSWORD = 2;
    private static final int CONNECT = 1;
    private static final int VERSION_4 = 1;
    private static final int NAME = 3;
    private static final int VERSION_6 = 4;
    private static final String[] REFUSALS = {
        "general failure",
        "not allowed by its rules",
        "network unreachable",
        "host unreachable",
        "connection refused",
        "time to live expired",
        "command not supported",
        "address type not supported",
    };

    private Tunnel() {}

    /**
     * By HTTP's CONNECT.
     *
     * @param userInfo name and password, separated by a colon, or null for none
     */
    static void http(Socket proxy, Origin origin, @Nullable String userInfo) throws IOException {
        ByteSink sink = new ByteSink();
        sink.putText("CONNECT " + origin.hostAndPort() + " HTTP/1.1\r\nHost: " + origin.hostAndPort() + "\r\n");
        if (userInfo != null) {
            sink.putText("Proxy-Authorization: " + basic(userInfo) + "\r\n");
        }
        sink.putText("\r\n");
        sink.writeTo(proxy.getOutputStream());
        Http1Head head = Http1Head.read(proxy.getInputStream());
        if (head.status() < 200 || head.status() > 299) {
            throw new IOException("it answered with status " + head.status());
        }
    }

    /** {@return how a name and a password are shown to a proxy} */
    static String basic(String userInfo) {
        String both = userInfo.indexOf(':') < 0 ? userInfo + ':' : userInfo;
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    /** By SOCKS, version 5 (RFC 1928, RFC 1929). Names are looked up by the proxy. */
    static void socks(Socket proxy, Origin origin, @Nullable String userInfo) throws IOException {
        InputStream in = proxy.getInputStream();
        OutputStream out = proxy.getOutputStream();
        out.write(userInfo == null ? new byte[] {SOCKS, 1, NO_PASSWORD} : new byte[] {SOCKS, 2, NO_PASSWORD, PASSWORD});
        out.flush();
        byte[] choice = exactly(in, 2);
        if (choice[0] != SOCKS) {
            throw new IOException("it does not speak SOCKS 5");
        }
        switch (choice[1]) {
            case NO_PASSWORD -> {}
            case PASSWORD -> password(in, out, userInfo == null ? ":" : userInfo);
            default -> throw new IOException(userInfo == null ? "it wants a password" : "it takes no password");
        }
        ByteSink request = new ByteSink();
        request.put(new byte[] {SOCKS, CONNECT, 0});
        address(request, origin.host());
        request.putShort(origin.port());
        request.writeTo(out);
        byte[] answer = exactly(in, 4);
        if (answer[1] != 0) {
            int code = answer[1] & 0xff;
            throw new IOException("it refused: " + (code <= REFUSALS.length ? REFUSALS[code - 1] : "code " + code));
        }
        int length = switch (answer[3]) {
            case VERSION_4 -> 4;
            case VERSION_6 -> 16;
            case NAME -> exactly(in, 1)[0] & 0xff;
            default -> throw new IOException("it answered with an unknown kind of address");
        };
        exactly(in, length + 2);
    }

    private static void password(InputStream in, OutputStream out, String userInfo) throws IOException {
        int colon = userInfo.indexOf(':');
        ByteSink sink = new ByteSink();
        sink.put(1);
        text(sink, colon < 0 ? userInfo : userInfo.substring(0, colon));
        text(sink, colon < 0 ? "" : userInfo.substring(colon + 1));
        sink.writeTo(out);
        if (exactly(in, 2)[1] != 0) {
            throw new IOException("it does not accept the password");
        }
    }

    private static void address(ByteSink sink, String host) throws IOException {
        InetAddress literal = IpLiteral.parse(host);
        if (literal == null) {
            sink.put(NAME);
            text(sink, host);
            return;
        }
        byte[] address = literal.getAddress();
        sink.put(address.length == 4 ? VERSION_4 : VERSION_6);
        sink.put(address);
    }

    private static void text(ByteSink sink, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 255) {
            throw new IOException("a name or password has more than 255 bytes");
        }
        sink.put(bytes.length);
        sink.put(bytes);
    }

    private static byte[] exactly(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("it closed the connection");
        }
        return bytes;
    }
}
