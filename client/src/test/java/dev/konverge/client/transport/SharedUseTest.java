package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Tls;
import dev.konverge.client.config.Trust;
import dev.konverge.client.http.Exchange;
import dev.konverge.client.http.HeaderFields;
import dev.konverge.client.http.HttpCall;
import dev.konverge.client.http.HttpPool;
import dev.konverge.client.http.Interruptible;
import dev.konverge.client.http.Origin;
import dev.konverge.client.http.Outgoing;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.testing.TestPki;
import dev.konverge.client.transport.Authorizer.Shown;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which connections go with which credentials while a plugin's client certificate changes (EX-5). */
@Timeout(120)
class SharedUseTest {
    private final List<String> told = new ArrayList<>();
    /** What happens when a set of connections was asked for, and before its asker goes on. */
    private Runnable whenAcquired = () -> {};

    private final Network network = new Network(
            Map.of(),
            TransportOptions.STANDARD.withMetrics(new TransportMetrics() {
                @Override
                public void certificateRotated(Duration age) {
                    told.add("rotated");
                }

                @Override
                public void connected(boolean shared) {
                    whenAcquired.run();
                }
            }),
            Duration.ofMinutes(1));
    private final Shown first = shown(1);
    private final Shown second = shown(2);
    private final Shown third = shown(3);
    private final SharedUse use = new SharedUse(
            network.transports(),
            network.transports()
                    .acquire(new ConnectionKey(
                            new Tls(new Trust.Authorities(PemSource.of(network.authority.pem())), null, null),
                            Optional.empty(),
                            Duration.ofMinutes(1),
                            true)));

    private Shown shown(int run) {
        TestPki.Identity identity = network.authority.client("ann");
        return new Shown(
                null,
                new Tls.ClientCertificate(PemSource.of(identity.certificatePem()), PemSource.of(identity.keyPem())),
                run);
    }

    @AfterEach
    void close() {
        use.close();
        network.close();
    }

    private String get(HttpPool pool, ScriptedServer server) throws Exception {
        Platform platform = Platform.real();
        Outgoing request = new Outgoing(
                "POST", Origin.of(server.uri()), "/api", new HeaderFields.Builder().build(), null, Clock.NEVER, null);
        Exchange exchange = new HttpCall(pool, request, false, platform, new Interruptible(platform)).execute();
        return new String(exchange.body().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void whoComesLateWithOlderCredentialsUsesTheNewerConnections() {
        Connections old = use.of(first);
        Connections now = use.of(second);
        assertThat(now).isNotSameAs(old);
        assertThat(use.of(first)).isSameAs(now);
        assertThat(use.of(second)).isSameAs(now);
        assertThat(told).containsExactly("rotated");
    }

    @Test
    void aChangeThatSeveralSeeAtOnceIsOneChange() {
        Connections old = use.of(first);
        meanwhile(() -> use.of(second));
        Connections now = use.of(second);
        assertThat(now).isNotSameAs(old).isSameAs(use.of(second));
        assertThat(told).containsExactly("rotated");
    }

    @Test
    void whoIsOvertakenByANewerChangeDoesNotUndoIt() throws Exception {
        use.of(first);
        List<Connections> newest = new ArrayList<>();
        meanwhile(() -> newest.add(use.of(third)));
        assertThat(use.of(second)).isSameAs(newest.getFirst());
        assertThat(told).containsExactly("rotated");
    }

    @Test
    void aRequestUnderWayIsNotBrokenOffByOneWithOlderCredentials() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch overtaken = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.http2(network.loopbackServer())) {
            server.otherwise(exchange -> {
                asked.countDown();
                Bounded.await(overtaken);
                exchange.json("{}");
            });
            use.of(first);
            HttpPool now = use.of(second).pool();
            CompletableFuture<String> answer = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    answer.complete(get(now, server));
                } catch (Exception e) {
                    answer.completeExceptionally(e);
                }
            });
            Bounded.await(asked);
            use.of(first);
            overtaken.countDown();
            assertThat(Bounded.get(answer)).isEqualTo("{}");
        }
    }

    @Test
    void whoHasConnectionsButHasNotSentYetCanSendAfterTheChange() throws Exception {
        try (ScriptedServer server = ScriptedServer.http2(network.loopbackServer())) {
            server.otherwise(exchange -> exchange.json("{}"));
            HttpPool old = use.of(first).pool();
            use.of(second);
            assertThat(get(old, server)).isEqualTo("{}");
        }
    }

    /** The next who asks for connections is overtaken by this, once. */
    private void meanwhile(Runnable other) {
        whenAcquired = () -> {
            whenAcquired = () -> {};
            other.run();
        };
    }
}
