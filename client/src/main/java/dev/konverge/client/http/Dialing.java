package dev.konverge.client.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * How connections are opened.
 *
 * @param tls secures them, and checks who the server is, its name included
 * @param ciphers the cipher suites to offer, the one that is wanted most first
 * @param groups the groups to agree on a key in at first; empty for those of the runtime, which a server gets that wants another
 * @param serverName the name that a server must prove; null for that of its address
 * @param proxy the proxy on the way
 * @param http2 whether HTTP/2 is spoken with servers that can
 * @param connectTimeout how long a single address is tried
 * @param limit how long all of it may take: name, address, proxy and TLS
 * @param resolved told how long a name took to find
 */
public record Dialing(
        SSLSocketFactory tls,
        List<String> ciphers,
        List<String> groups,
        @Nullable String serverName,
        Optional<URI> proxy,
        boolean http2,
        Duration connectTimeout,
        Duration limit,
        BiConsumer<String, Duration> resolved) {}
