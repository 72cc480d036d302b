package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.client.config.Tls;
import dev.konverge.client.transport.Authorizer.Shown;
import java.net.URI;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One transport's share in connections that are used by others too. Changes to other connections when the credentials come
 * with another client certificate.
 */
final class SharedUse {
    private final Transports owner;
    private final Connections configured;
    private final ReentrantLock lock = new ReentrantLock();

    /** Those with the certificate that came last with credentials; null if none came. */
    @GuardedBy("lock")
    private @Nullable Connections certified;

    @GuardedBy("lock")
    private boolean closed;

    SharedUse(Transports owner, Connections configured) {
        this.owner = owner;
        this.configured = configured;
    }

    @Nullable
    URI proxy() {
        return configured.key().proxy().orElse(null);
    }

    /** {@return the connections that go with these credentials} */
    Connections of(Shown shown) {
        Tls.ClientCertificate certificate = shown.certificate();
        if (certificate == null) {
            return configured;
        }
        ConnectionKey key = configured.key().withClient(certificate);
        Connections known = current();
        if (known != null && known.key().equals(key)) {
            return known;
        }
        Connections fresh = owner.acquire(key);
        Connections old = replace(fresh);
        if (old != null) {
            owner.rotated(old.key());
            owner.release(old);
        }
        return fresh;
    }

    private @Nullable Connections current() {
        lock.lock();
        try {
            return certified;
        } finally {
            lock.unlock();
        }
    }

    /** {@return what is no longer needed} */
    private @Nullable Connections replace(Connections fresh) {
        lock.lock();
        try {
            if (closed) {
                return fresh;
            }
            Connections old = certified;
            certified = fresh;
            return old;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        Connections old;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            old = certified;
            certified = null;
        } finally {
            lock.unlock();
        }
        owner.release(configured);
        if (old != null) {
            owner.release(old);
        }
    }
}
