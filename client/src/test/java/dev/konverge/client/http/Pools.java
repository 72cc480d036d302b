package dev.konverge.client.http;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.TestPki;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A pool of connections over loopback, and short ways to use it. */
final class Pools implements AutoCloseable {
    /** That a connection takes too long is not what is looked at here. */
    private static final Duration LONG = Duration.ofMinutes(2);

    final Platform platform;
    final TestPki.Authority authority = TestPki.authority("test authority");
    final SSLContext server = TestPki.serverContext(authority.server(TestPki.loopback()), null);
    final HttpPool pool;

    Pools() throws IOException, GeneralSecurityException {
        this(Platform.real());
    }

    Pools(Platform platform) throws IOException, GeneralSecurityException {
        this.platform = platform;
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext client = SSLContext.getInstance("TLS");
        client.init(null, trust.getTrustManagers(), null);
        Dialing how = new Dialing(
                client.getSocketFactory(),
                List.of(client.getDefaultSSLParameters().getCipherSuites()),
                List.of(),
                null,
                Optional.empty(),
                true,
                LONG,
                LONG,
                (host, took) -> {});
        pool = new HttpPool(how, platform);
    }

    HttpCall call(URI server, String method, byte @Nullable [] body, @Nullable Duration timeout) {
        long deadline = timeout == null ? Clock.NEVER : platform.clock().deadlineAfter(timeout);
        HeaderFields headers = new HeaderFields.Builder().build();
        Outgoing request = new Outgoing(method, Origin.of(server), "/api", headers, body, deadline, timeout);
        return new HttpCall(pool, request, false, platform, new Interruptible(platform));
    }

    Exchange get(URI server) throws IOException, InterruptedException {
        return call(server, "GET", null, null).execute();
    }

    static String text(Exchange exchange) throws IOException {
        return new String(exchange.body().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** {@return a call with its body on a thread of its own} */
    Running start(HttpCall call) {
        return new Running(call, true);
    }

    /** A call under way. */
    static final class Running {
        private final CompletableFuture<String> body = new CompletableFuture<>();
        final Thread thread;

        Running(HttpCall call, boolean virtual) {
            Thread.Builder builder =
                    virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
            thread = builder.start(() -> {
                try {
                    body.complete(Pools.text(call.execute()));
                } catch (Throwable e) {
                    body.completeExceptionally(e);
                }
            });
        }

        String text() throws Exception {
            return Bounded.get(body);
        }

        Throwable failure() throws Exception {
            try {
                throw new AssertionError("it gave " + text());
            } catch (ExecutionException e) {
                return java.util.Objects.requireNonNull(e.getCause());
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
