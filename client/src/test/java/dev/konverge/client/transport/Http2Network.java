package dev.konverge.client.transport;

import dev.konverge.client.testing.Http2Peer;
import dev.konverge.client.testing.RawServer;
import dev.konverge.client.testing.TestPki;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.SSLContext;

/** Transports to peers that speak HTTP/2 by hand. */
final class Http2Network implements AutoCloseable {
    final Network network = new Network();
    private final SSLContext tls = TestPki.serverContext(network.loopbackServer(), null);

    /** {@return a script for a connection} Settings are numbers and values in turn. */
    RawServer.Script connection(Http2Peer.Script script, int... settings) {
        return Http2Peer.over(tls, script, settings);
    }

    /** {@return a server with a script for each connection in turn} */
    RawServer server(Http2Peer.Script... connections) {
        return RawServer.of(Arrays.stream(connections).map(this::connection).toArray(RawServer.Script[]::new));
    }

    Transport to(RawServer server) {
        return network.connect(network.trusting(server.uri("https")));
    }

    /** {@return a request; a POST has a body of two bytes} */
    static HttpRequest request(String method, String target) {
        byte[] body = "{}".getBytes(StandardCharsets.US_ASCII);
        return new HttpRequest(method, target, Headers.NONE, method.equals("POST") ? () -> body : null, null);
    }

    @Override
    public void close() {
        network.close();
    }
}
