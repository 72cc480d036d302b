package dev.konverge.client.http;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A server.
 *
 * @param secure whether it is spoken to over TLS
 * @param host its name or address, an address of version 6 without brackets
 * @param port its port
 */
public record Origin(boolean secure, String host, int port) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /** {@return the server of an address} */
    public static Origin of(URI address) {
        boolean secure = "https".equals(address.getScheme().toLowerCase(Locale.ROOT));
        String host = address.getHost();
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return new Origin(
                secure,
                bracketed ? host.substring(1, host.length() - 1) : host,
                address.getPort() >= 0 ? address.getPort() : secure ? HTTPS : HTTP);
    }

    /** {@return host and port as a request names them} */
    String authority() {
        return port == (secure ? HTTPS : HTTP) ? bracketed() : hostAndPort();
    }

    /** {@return host and port, both in any case} */
    String hostAndPort() {
        return bracketed() + ":" + port;
    }

    private String bracketed() {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Origin that && port == that.port && secure == that.secure && host.equals(that.host);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Boolean.hashCode(secure) + host.hashCode()) + port;
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + authority();
    }
}
