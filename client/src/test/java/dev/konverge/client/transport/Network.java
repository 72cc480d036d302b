package dev.konverge.client.transport;

import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.testing.TestPki;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Transports over the loopback network, and short ways to use them. */
final class Network implements AutoCloseable {
    final TestPki.Authority authority = TestPki.authority("test authority");
    private final Transports transports;

    Network() {
        this(Map.of());
    }

    Network(TlsBy tls) {
        this(Map.of(), tls.options(), Duration.ofMinutes(1));
    }

    Network(Map<String, String> variables) {
        this(variables, Duration.ofMinutes(1));
    }

    Network(Map<String, String> variables, Duration execLimit) {
        this(variables, TransportOptions.STANDARD, execLimit);
    }

    Network(Map<String, String> variables, TransportOptions options, Duration execLimit) {
        Path nowhere = Path.of("nowhere");
        transports = new Transports(
                Platform.real(), new Environment(variables, nowhere, nowhere, false), options, execLimit);
    }

    Transports transports() {
        return transports;
    }

    Transport to(ScriptedServer server) {
        return connect(trusting(server.uri()));
    }

    Transport connect(ClientConfig.Builder config) {
        return transports.connect(config.build());
    }

    /** {@return a configuration that trusts the authority} */
    ClientConfig.Builder trusting(URI server) {
        return ClientConfig.builder(server).trust(new Trust.Authorities(PemSource.of(authority.pem())));
    }

    TestPki.Identity loopbackServer() {
        return authority.server(TestPki.loopback(), "localhost");
    }

    @Override
    public void close() {
        transports.close();
    }

    static String text(HttpResponse response) throws IOException {
        try (response) {
            return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String get(Transport transport, String target) throws IOException, InterruptedException {
        return text(transport.send(HttpRequest.get(target)));
    }

    static HttpRequest post(String target, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return new HttpRequest(
                "POST", target, Headers.NONE.with("Content-Type", "application/json"), () -> bytes, null);
    }

    /**
     * {@return an answer whose head and first byte came within the limit of its request, and nothing since} The limit is as
     * short as the machine lets it be: a slow one misses short limits, and is asked again with a longer one.
     */
    static HttpResponse begun(Transport transport, String target) throws IOException, InterruptedException {
        for (Duration limit = Duration.ofMillis(200); ; limit = limit.multipliedBy(4)) {
            HttpResponse response = null;
            try {
                response = transport.send(within(limit, target));
                if (response.body().read() != 'x') {
                    throw new AssertionError("the body does not begin with x");
                }
                return response;
            } catch (TransportException.TimedOut | BrokenBodyException e) {
                if (response != null) {
                    response.close();
                }
                if (limit.toSeconds() > 30) {
                    throw e;
                }
            }
        }
    }

    static HttpRequest within(Duration timeout, String target) {
        return new HttpRequest("GET", target, Headers.NONE, null, timeout);
    }

    /** Work on a thread that can be interrupted. */
    static final class Caller {
        final CompletableFuture<Throwable> failure = new CompletableFuture<>();
        final Thread thread;

        Caller(boolean virtual, Work work) {
            Runnable body = () -> {
                try {
                    work.run();
                    failure.complete(new AssertionError("it did not fail"));
                } catch (Throwable e) {
                    failure.complete(e);
                }
            };
            thread = virtual
                    ? Thread.ofVirtual().start(body)
                    : Thread.ofPlatform().daemon().start(body);
        }

        Throwable failure() throws Exception {
            return Bounded.get(failure);
        }

        /** Waits until it has come to a point, and says why if it fails before. */
        void awaitAt(CompletableFuture<?> point) throws Exception {
            Bounded.get(CompletableFuture.anyOf(point, failure));
            if (!point.isDone()) {
                throw new AssertionError("it did not come so far", failure.join());
            }
        }

        /** Something that waits. */
        interface Work {
            void run() throws Exception;
        }
    }

    static final List<String> OFFERED = List.of("v5.channel.k8s.io", "v4.channel.k8s.io");
}
