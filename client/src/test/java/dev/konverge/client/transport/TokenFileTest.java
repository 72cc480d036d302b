package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Credentials;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.transport.Authorizer.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TokenFileTest {
    @TempDir
    Path directory;

    private final ManualClock clock = new ManualClock();

    private static final class ManualClock implements Clock {
        private long nanos;

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        void advance(Duration by) {
            nanos += by.toNanos();
        }
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("token"), content);
    }

    @Test
    void theFileIsReadAgainAfterItsPeriod() throws Exception {
        // TR-6: 60 seconds less 10
        TokenFile token = new TokenFile(file(" one\n"), "", clock);
        assertThat(token.current()).isEqualTo(Shown.token("one"));
        file("two");
        clock.advance(Duration.ofSeconds(49));
        assertThat(token.current()).isEqualTo(Shown.token("one"));
        clock.advance(Duration.ofSeconds(1));
        assertThat(token.current()).isEqualTo(Shown.token("two"));
    }

    @Test
    void theOldTokenStaysInUseWhileTheFileCannotBeRead() throws Exception {
        Path file = file("one");
        TokenFile token = new TokenFile(file, "", clock);
        Files.delete(file);
        clock.advance(TokenFile.PERIOD);
        assertThat(token.current()).isEqualTo(Shown.token("one"));
        file("");
        clock.advance(TokenFile.PERIOD);
        assertThat(token.current()).isEqualTo(Shown.token("one"));
        file("three");
        clock.advance(TokenFile.PERIOD);
        assertThat(token.current()).isEqualTo(Shown.token("three"));
    }

    @Test
    void withoutAnotherTokenTheFileMustBeReadable() throws Exception {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> new TokenFile(missing, "", clock))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(missing + ": no such file, where a token should be");
        assertThatThrownBy(() -> new TokenFile(file(" \n"), "", clock))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("there is no token in it");
        assertThatThrownBy(() -> new TokenFile(directory, "", clock))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(directory + ": no token can be read from it");
        assertThat(new TokenFile(missing, "first", clock).current()).isEqualTo(Shown.token("first"));
        assertThat(new TokenFile(file("in file"), "first", clock).current())
                .as("what was read comes first")
                .isEqualTo(Shown.token("in file"));
    }

    @Test
    void aRejectedTokenIsLookedUpAtOnceAndTheRequestSentAgain() throws Exception {
        Path file = file("old");
        try (Network network = new Network();
                ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                Transport transport = network.connect(
                        network.trusting(server.uri()).credentials(new Credentials.TokenFile(file, "")))) {
            server.otherwise(exchange -> {
                boolean known = exchange.request().header("authorization").equals("Bearer new");
                exchange.respond(
                        known ? 200 : 401,
                        "text/plain",
                        known ? exchange.request().text() : "who?");
            });
            file("new");
            assertThat(Network.text(transport.send(Network.post("/api", "body"))))
                    .isEqualTo("body");
            assertThat(server.received()).hasSize(2);
            file("unknown");
            assertThat(Network.get(transport, "/api"))
                    .as("the token that works is kept")
                    .isEmpty();
        }
    }

    @Test
    void aRejectionThatNothingCanBeDoneAboutIsTheAnswer() throws Exception {
        try (Network network = new Network();
                ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                Transport transport =
                        network.connect(network.trusting(server.uri()).token("wrong"))) {
            server.otherwise(exchange -> exchange.respond(401, "text/plain", "who?"));
            try (HttpResponse response = transport.send(HttpRequest.get("/api"))) {
                assertThat(response.status()).isEqualTo(401);
            }
            assertThat(server.received()).hasSize(1);
        }
    }
}
