package dev.konverge.client.transport;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Tls;
import dev.konverge.client.config.Trust;
import dev.konverge.client.http.Dialing;
import dev.konverge.client.http.HttpPool;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections that all clients with the same {@link ConnectionKey} share. Follows certificate files as they change. */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    /** A connection is more than TCP; a TLS handshake has ten seconds in client-go. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

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

    /** Connections that were made with the same certificates. */
    private static final class Generation {
        final HttpPool pool;
        /** The bytes of the authorities' certificates. */
        final byte[] authorities;
        /** The bytes of the client's certificate and key. */
        final byte[] identity;

        Generation(HttpPool pool, byte[] authorities, byte[] identity) {
            this.pool = pool;
            this.authorities = authorities;
            this.identity = identity;
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

    /** {@return the connections, with certificates as they are now} */
    HttpPool pool() {
        return upToDate().pool;
    }

    /** Ends all that is under way and keeps no connection; who was given them before may still send by them. */
    void cutOff() {
        current.pool.cutOff();
    }

    void close() {
        current.pool.close();
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
            byte[] authorities = authorities(key.tls());
            byte[] identity = identity(key.tls());
            boolean sameAuthorities = Arrays.equals(authorities, current.authorities);
            boolean sameIdentity = Arrays.equals(identity, current.identity);
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
                old.pool.retire();
            } else {
                old.pool.cutOff();
            }
        } catch (ConfigException e) {
            options.metrics().authoritiesReloaded(false);
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("changed certificate files cannot be used yet");
        }
    }

    private static byte[] authorities(Tls tls) {
        return tls.trust() instanceof Trust.Authorities known
                ? known.certificates().read()
                : new byte[0];
    }

    private static byte[] identity(Tls tls) {
        Tls.ClientCertificate client = tls.client();
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        if (client != null) {
            both.writeBytes(client.certificates().read());
            both.writeBytes(client.key().read());
        }
        return both.toByteArray();
    }

    private Generation generation(byte[] authorities, byte[] identity) {
        Tls tls = key.tls();
        SSLContext context =
                TlsMaterial.load(tls, options.tlsProvider(), platform.clock().now());
        Dialing how = new Dialing(
                context.getSocketFactory(),
                CipherOrder.of(context),
                KeyGroups.of(context),
                tls.serverName(),
                key.proxy(),
                key.http2(),
                key.connectTimeout(),
                key.connectTimeout().plus(HANDSHAKE),
                options.metrics()::resolved);
        return new Generation(new HttpPool(how, platform), authorities, identity);
    }
}
