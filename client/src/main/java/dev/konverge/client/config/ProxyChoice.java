package dev.konverge.client.config;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** By which way a server is reached. Prints no password. */
public sealed interface ProxyChoice {
    /** As the variables {@code HTTPS_PROXY}, {@code HTTP_PROXY} and {@code NO_PROXY} of the process say. */
    record FromEnvironment() implements ProxyChoice {}

    /** Straight. */
    record Direct() implements ProxyChoice {}

    /**
     * Through this proxy, whatever the server.
     *
     * @param proxy its address: http, https or socks5; may hold user name and password
     */
    record Via(URI proxy) implements ProxyChoice {
        private static final Set<String> SCHEMES = Set.of("http", "https", "socks5");

        /** Refuses what is no proxy. */
        public Via {
            String scheme = proxy.getScheme() == null ? "" : proxy.getScheme().toLowerCase(Locale.ROOT);
            if (!SCHEMES.contains(scheme) || proxy.getHost() == null) {
                throw new IllegalArgumentException("a proxy is http, https or socks5 and has a host, not "
                        + ServerAddress.withoutCredentials(proxy.toString()));
            }
        }

        @Override
        public String toString() {
            return "Via[" + ServerAddress.withoutCredentials(proxy.toString()) + "]";
        }
    }
}
