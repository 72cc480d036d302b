package dev.konverge.client.transport;

import dev.konverge.client.config.Tls;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * What two clients must have in common to share connections.
 *
 * @param tls how connections are secured
 * @param proxy the proxy on the way
 * @param connectTimeout how long opening one may take
 * @param http2 whether HTTP/2 is spoken with servers that can
 */
record ConnectionKey(Tls tls, Optional<URI> proxy, Duration connectTimeout, boolean http2) {
    /** {@return the same with another client certificate} */
    ConnectionKey withClient(Tls.ClientCertificate client) {
        return new ConnectionKey(new Tls(tls.trust(), client, tls.serverName()), proxy, connectTimeout, http2);
    }

    @Override
    public String toString() {
        return "ConnectionKey[" + tls + "]";
    }
}
