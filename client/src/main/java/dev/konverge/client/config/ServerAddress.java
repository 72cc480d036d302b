package dev.konverge.client.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Reads addresses of servers as people write them. */
final class ServerAddress {
    private static final int LAST_PORT = 65_535;

    private ServerAddress() {}

    /**
     * {@return the address, with scheme and without query} A host alone is taken as https if TLS is configured, else as
     * http (RC-1); nothing at all is this machine.
     */
    static URI parse(String text, boolean tlsConfigured, String where) {
        String address = text.isBlank() ? "localhost" : text.strip();
        if (!address.contains("://")) {
            address = (tlsConfigured ? "https://" : "http://") + address;
        }
        try {
            URI uri = new URI(address);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (!(scheme.equals("https") || scheme.equals("http"))
                    || uri.getHost() == null
                    || uri.getPort() > LAST_PORT) {
                throw bad(text, where, null);
            }
            String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceAll("/+$", "");
            return new URI(scheme + "://" + hostAndPort(uri) + path);
        } catch (URISyntaxException e) {
            throw bad(text, where, e);
        }
    }

    private static String hostAndPort(URI uri) {
        return uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }

    // The cause is left out of the message: it repeats the text, which may hold a password.
    private static ConfigException bad(String text, String where, @org.jspecify.annotations.Nullable Throwable cause) {
        return new ConfigException(
                "not the address of a server: " + withoutCredentials(text)
                        + (cause instanceof URISyntaxException syntax ? " (" + syntax.getReason() + ")" : ""),
                where,
                "write it like https://host:6443");
    }

    /** {@return an address without user name, password, query and fragment} */
    static String withoutCredentials(String address) {
        String bare = address.replaceAll("[?#].*$", "");
        int authority = bare.indexOf("://");
        int begin = authority < 0 ? 0 : authority + 3;
        int end = bare.indexOf('/', begin);
        int at = bare.lastIndexOf('@', end < 0 ? bare.length() : end);
        return at < begin ? bare : bare.substring(0, begin) + bare.substring(at + 1);
    }
}
