package dev.konverge.client.http;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Opens connections: finds the address, goes through the proxy, agrees on TLS and on the version of HTTP. */
final class Dialer {
    private static final String HTTP_2 = "h2";
    private static final String HTTP_1 = "http/1.1";

    /** What a server answers that knows none of the groups offered: the first two as RFC 8446 has it (4.1.1), the last from servers in Java. */
    private static final Set<String> NO_GROUP_IN_COMMON =
            Set.of("handshake_failure", "insufficient_security", "unexpected_message");

    private final Dialing how;
    private final Platform platform;
    private final Duration idleLimit;

    /** The groups that are offered; all of the runtime once a server wanted another. Written and read by all who dial. */
    private volatile List<String> groups;

    Dialer(Dialing how, Platform platform, Duration idleLimit) {
        this.how = how;
        this.platform = platform;
        this.idleLimit = idleLimit;
        this.groups = how.groups();
    }

    /** {@return whether a connection to a server may turn out to be one that many can share} */
    boolean mayShare(Origin origin) {
        return origin.secure() && how.http2();
    }

    /**
     * {@return an open connection}
     *
     * @param upgrade whether it is for leaving HTTP, which only HTTP/1.1 can
     * @param begun given the socket as soon as there is one, even before it is connected, so that it can be closed meanwhile
     */
    Connection open(Origin origin, boolean upgrade, Consumer<Socket> begun) throws IOException, InterruptedException {
        long deadline = platform.clock().deadlineAfter(how.limit());
        List<String> offered = groups;
        try {
            return open(origin, upgrade, begun, deadline, offered);
        } catch (SSLException refused) {
            if (offered.isEmpty() || !NO_GROUP_IN_COMMON.contains(TlsWords.alert(refused))) {
                throw refused;
            }
            Connection agreed = open(origin, upgrade, begun, deadline, List.of());
            groups = List.of();
            return agreed;
        }
    }

    private Connection open(Origin origin, boolean upgrade, Consumer<Socket> begun, long deadline, List<String> offered)
            throws IOException, InterruptedException {
        Clock clock = platform.clock();
        URI proxy = how.proxy().orElse(null);
        Socket socket = proxy == null
                ? connect(origin.host(), origin.port(), deadline, begun)
                : connect(bare(proxy.getHost()), port(proxy), deadline, begun);
        boolean opened = false;
        try {
            begun.accept(socket);
            socket.setTcpNoDelay(true);
            Wire wire = new Wire(socket, clock);
            wire.patience(Patience.until(
                    deadline, clock, () -> new ConnectTimeoutException("the connection was not ready in time")));
            Connection connection = overWire(wire, origin, proxy, upgrade, offered);
            opened = true;
            return connection;
        } finally {
            if (!opened) {
                socket.close();
            }
        }
    }

    private Connection overWire(Wire wire, Origin origin, @Nullable URI proxy, boolean upgrade, List<String> offered)
            throws IOException, InterruptedException {
        Socket lower = wire;
        boolean toProxy = false;
        if (proxy != null) {
            String scheme = scheme(proxy);
            if (scheme.equals("https")) {
                lower = secured(wire, bare(proxy.getHost()), port(proxy), false, offered);
            }
            if (scheme.startsWith("socks5")) {
                Tunnel.socks(lower, origin, proxy.getUserInfo());
            } else if (origin.secure() || upgrade) {
                Tunnel.http(lower, origin, proxy.getUserInfo());
            } else {
                toProxy = true;
            }
        }
        if (!origin.secure()) {
            return new Http1Connection(wire, lower, platform, toProxy, proxy == null ? null : proxy.getUserInfo());
        }
        String name = how.serverName() == null ? origin.host() : how.serverName();
        SSLSocket secure = secured(lower, name, origin.port(), how.http2() && !upgrade, offered);
        if (HTTP_2.equals(secure.getApplicationProtocol())) {
            Http2Connection connection = new Http2Connection(wire, secure, platform, idleLimit);
            connection.greet();
            return connection;
        }
        return new Http1Connection(wire, secure, platform, false, null);
    }

    /** The name given here is the one that is asked for (SNI) and that is checked during the handshake. */
    private SSLSocket secured(Socket lower, String name, int port, boolean http2, List<String> offered)
            throws IOException {
        SSLSocket secure = (SSLSocket) how.tls().createSocket(lower, name, port, true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setApplicationProtocols(http2 ? new String[] {HTTP_2, HTTP_1} : new String[] {HTTP_1});
        parameters.setCipherSuites(how.ciphers().toArray(String[]::new));
        if (!offered.isEmpty()) {
            parameters.setNamedGroups(offered.toArray(String[]::new));
        }
        List<SNIServerName> asked = asked(name);
        if (!asked.isEmpty()) {
            parameters.setServerNames(asked);
        }
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    /** {@return the name that is asked for, if it can be} By itself Java asks for names with a dot only, unlike Go. */
    private static List<SNIServerName> asked(String name) {
        String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (IpLiteral.parse(bare) != null) {
            return List.of();
        }
        try {
            return List.of(new SNIHostName(bare));
        } catch (IllegalArgumentException noHostName) {
            return List.of();
        }
    }

    private Socket connect(String host, int port, long deadline, Consumer<Socket> begun)
            throws IOException, InterruptedException {
        long start = platform.clock().nanoTime();
        InetAddress[] addresses = InetAddress.getAllByName(host);
        long found = platform.clock().nanoTime();
        how.resolved().accept(host, Duration.ofNanos(found - start));
        Duration left = Duration.ofNanos(Math.max(1, deadline - found));
        Duration each = left.compareTo(how.connectTimeout()) < 0 ? left : how.connectTimeout();
        return AddressRace.connect(addresses, port, each, platform, begun);
    }

    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String scheme(URI proxy) {
        return proxy.getScheme().toLowerCase(Locale.ROOT);
    }

    private static int port(URI proxy) {
        if (proxy.getPort() >= 0) {
            return proxy.getPort();
        }
        return switch (scheme(proxy)) {
            case "https" -> 443;
            case "http" -> 80;
            default -> 1080;
        };
    }
}
