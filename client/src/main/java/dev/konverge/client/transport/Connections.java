package dev.konverge.client.transport;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Tls;
import dev.konverge.client.config.Trust;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.ConnectionPool;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import okio.Buffer;
import okio.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections that all clients with the same {@link ConnectionKey} share. Follows certificate files as they change.
 *
 * <p>Numbers are those of client-go: 25 idle connections for up to 90 seconds, a ping every 30 seconds.
 */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final int MAX_IDLE = 25;
    private static final Duration IDLE = Duration.ofSeconds(90);
    private static final Duration PING = Duration.ofSeconds(30);
    /** At most how often files are looked at. */
    static final Duration CHECK = Duration.ofSeconds(1);

    private final ConnectionKey key;
    private final Platform platform;
    private final TransportOptions options;
    /** When files are looked at next; {@link Clock#NEVER} while someone looks. */
    private final AtomicLong nextCheck;

    /** Written by the one who looks at the files, read by all. */
    private volatile Generation current;

    /** How many transports use them; guarded by the lock of {@link Transports}. */
    int users;

    /**
     * Connections that were made with the same certificates.
     *
     * @param client the library's client
     * @param upgrading the same for WebSockets, which need HTTP/1.1
     * @param sockets what they are made with
     * @param authorities the bytes of the authorities' certificates
     * @param identity the bytes of the client's certificate and key
     */
    private record Generation(
            OkHttpClient client,
            OkHttpClient upgrading,
            TlsSockets sockets,
            ByteString authorities,
            ByteString identity) {
        void closeIdle() {
            client.connectionPool().evictAll();
        }

        void closeAll() {
            sockets.closeAll();
            closeIdle();
        }
    }

    /** @throws ConfigException if a certificate or a key cannot be used */
    Connections(ConnectionKey key, Platform platform, TransportOptions options) {
        this.key = key;
        this.platform = platform;
        this.options = options;
        this.current = generation(authorities(key.tls()), identity(key.tls()));
        this.nextCheck = new AtomicLong(followsFiles() ? platform.clock().deadlineAfter(CHECK) : Clock.NEVER);
    }

    ConnectionKey key() {
        return key;
    }

    /** {@return the library's client, with certificates as they are now} */
    OkHttpClient client() {
        return upToDate().client();
    }

    /** {@return the library's client for WebSockets} */
    OkHttpClient upgradingClient() {
        return upToDate().upgrading();
    }

    void close() {
        current.closeAll();
    }

    private Generation upToDate() {
        long due = nextCheck.get();
        if (platform.clock().nanoTime() >= due && nextCheck.compareAndSet(due, Clock.NEVER)) {
            try {
                reload();
            } finally {
                nextCheck.set(platform.clock().deadlineAfter(CHECK));
            }
        }
        return current;
    }

    private boolean followsFiles() {
        Tls.ClientCertificate client = key.tls().client();
        if (key.tls().trust() instanceof Trust.Authorities known && known.certificates() instanceof PemSource.InFile) {
            return true;
        }
        return client != null
                && (client.certificates() instanceof PemSource.InFile || client.key() instanceof PemSource.InFile);
    }

    /** A file that is being written, or is gone for now, is no reason to stop: what was good stays in use (TR-4, TR-5). */
    private void reload() {
        try {
            ByteString authorities = authorities(key.tls());
            ByteString identity = identity(key.tls());
            boolean sameAuthorities = authorities.equals(current.authorities());
            boolean sameIdentity = identity.equals(current.identity());
            if (sameAuthorities && sameIdentity) {
                return;
            }
            Generation next = generation(authorities, identity);
            Generation old = current;
            current = next;
            if (!sameAuthorities) {
                options.metrics().authoritiesReloaded(true);
            }
            LOG.atInfo()
                    .addKeyValue("authorities", sameAuthorities ? "same" : "changed")
                    .addKeyValue("clientCertificate", sameIdentity ? "same" : "changed")
                    .log("certificate files have changed");
            if (sameIdentity) {
                old.closeIdle();
            } else {
                old.closeAll();
            }
        } catch (ConfigException e) {
            options.metrics().authoritiesReloaded(false);
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("changed certificate files cannot be used yet");
        }
    }

    private static ByteString authorities(Tls tls) {
        return tls.trust() instanceof Trust.Authorities known
                ? ByteString.of(known.certificates().read())
                : ByteString.EMPTY;
    }

    private static ByteString identity(Tls tls) {
        Tls.ClientCertificate client = tls.client();
        if (client == null) {
            return ByteString.EMPTY;
        }
        return new Buffer()
                .write(client.certificates().read())
                .write(client.key().read())
                .readByteString();
    }

    private Generation generation(ByteString authorities, ByteString identity) {
        Tls tls = key.tls();
        boolean checkName = !(tls.trust() instanceof Trust.Anybody);
        TlsMaterial material =
                TlsMaterial.load(tls, options.tlsProvider(), platform.clock().now());
        TlsSockets sockets = new TlsSockets(material.context().getSocketFactory(), tls.serverName(), checkName);
        OkHttpClient.Builder builder = new OkHttpClient.Builder()
                .sslSocketFactory(sockets, material.check())
                // Names are checked during the handshake, by the trust manager.
                .hostnameVerifier((name, session) -> true)
                .connectionPool(new ConnectionPool(MAX_IDLE, IDLE.toMillis(), TimeUnit.MILLISECONDS))
                .connectTimeout(key.connectTimeout())
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .pingInterval(PING)
                .protocols(key.http2() ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1) : List.of(Protocol.HTTP_1_1))
                .eventListenerFactory(call -> {
                    CallProgress progress = call.request().tag(CallProgress.class);
                    return progress == null ? EventListener.NONE : progress;
                })
                .followSslRedirects(false)
                .addInterceptor(Connections::perRequest);
        throughProxy(builder, material, checkName);
        OkHttpClient client = builder.build();
        return new Generation(
                client,
                client.newBuilder().protocols(List.of(Protocol.HTTP_1_1)).build(),
                sockets,
                authorities,
                identity);
    }

    /** Only what does no harm twice is sent again by the library itself when a kept connection turns out to be dead. */
    private static Response perRequest(Interceptor.Chain chain) throws java.io.IOException {
        String method = chain.request().method();
        Interceptor.Chain adjusted = chain.withRetryOnConnectionFailure(method.equals("GET") || method.equals("HEAD"));
        Duration timeout = chain.request().tag(Duration.class);
        if (timeout != null) {
            int millis = Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE);
            adjusted = adjusted.withReadTimeout(millis, TimeUnit.MILLISECONDS)
                    .withWriteTimeout(millis, TimeUnit.MILLISECONDS);
        }
        return adjusted.proceed(chain.request());
    }

    private void throughProxy(OkHttpClient.Builder builder, TlsMaterial material, boolean checkName) {
        if (key.proxy().isEmpty()) {
            // Otherwise the system properties of the process would decide.
            builder.proxy(Proxy.NO_PROXY);
            return;
        }
        URI proxy = key.proxy().get();
        String scheme = proxy.getScheme().toLowerCase(Locale.ROOT);
        builder.proxy(new Proxy(
                scheme.equals("socks5") ? Proxy.Type.SOCKS : Proxy.Type.HTTP,
                InetSocketAddress.createUnresolved(proxy.getHost(), port(proxy, scheme))));
        if (scheme.equals("https")) {
            builder.socketFactory(new ProxySockets(material.context().getSocketFactory(), checkName));
        }
        if (proxy.getUserInfo() != null) {
            String secret =
                    Base64.getEncoder().encodeToString(proxy.getUserInfo().getBytes(StandardCharsets.UTF_8));
            builder.proxyAuthenticator((route, response) ->
                    // A second question means that the answer was wrong.
                    response.request().header("Proxy-Authorization") != null
                            ? null
                            : response.request()
                                    .newBuilder()
                                    .header("Proxy-Authorization", "Basic " + secret)
                                    .build());
        }
    }

    private static int port(URI proxy, String scheme) {
        if (proxy.getPort() >= 0) {
            return proxy.getPort();
        }
        return switch (scheme) {
            case "https" -> 443;
            case "socks5" -> 1080;
            default -> 80;
        };
    }
}
