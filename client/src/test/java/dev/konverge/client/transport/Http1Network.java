package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.testing.RawServer;
import java.io.IOException;

/** Transports to peers that speak HTTP/1.1 by hand, and what these say. */
final class Http1Network implements AutoCloseable {
    /** An answer that nothing is wrong with. */
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    /** Another one. */
    static final String SECOND = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond";

    final Network network = new Network();

    Transport to(RawServer server) {
        return network.connect(network.trusting(server.uri("http")));
    }

    /** {@return a script that reads the head of a request for each of these answers, and keeps the connection open} */
    static RawServer.Script answering(String... answers) {
        return connection -> {
            for (String answer : answers) {
                connection.head();
                connection.write(answer);
            }
        };
    }

    /** {@return a script that answers once, and ends the connection} */
    static RawServer.Script ending(String answer) {
        return connection -> {
            connection.head();
            connection.write(answer);
            connection.endOutput();
        };
    }

    /** {@return a script that sends a beginning and then the same without end, until the client has had enough} */
    static RawServer.Script endless(String beginning, String part) {
        String megabyte = part.repeat((1 << 20) / part.length());
        return connection -> {
            connection.head();
            try {
                connection.write(beginning);
                for (int i = 0; i < 50; i++) {
                    connection.write(megabyte);
                }
            } catch (IOException refused) {
                return;
            }
            throw new AssertionError("the client took fifty megabytes");
        };
    }

    /** Asks the server as often as there are answers, which have to have these bodies. */
    void assertAnswers(RawServer server, String... bodies) throws Exception {
        try (server;
                Transport transport = to(server)) {
            for (String body : bodies) {
                assertThat(Network.get(transport, "/api")).isEqualTo(body);
            }
        }
    }

    /** Sends a write that has to fail like this, to a script that has to run to its end. */
    void assertFails(RawServer.Script script, Class<? extends TransportException> failure) throws Exception {
        HttpRequest request = new HttpRequest("POST", "/api", Headers.NONE, null, null);
        try (RawServer server = RawServer.of(script);
                Transport transport = to(server)) {
            assertThatThrownBy(() -> transport.send(request)).isInstanceOf(failure);
            server.awaitScripts();
        }
    }

    @Override
    public void close() {
        network.close();
    }
}
