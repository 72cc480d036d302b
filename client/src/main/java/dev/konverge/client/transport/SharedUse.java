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

    /** Which run of the plugin brought it; never less than before, so that who is slow cannot undo a change. */
    @GuardedBy("lock")
    private long run;

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

    /** {@return the connections that go with these credentials, or with newer ones if there are} */
    Connections of(Shown shown) {
        Tls.ClientCertificate certificate = shown.certificate();
        if (certificate == null) {
            return configured;
        }
        ConnectionKey key = configured.key().withClient(certificate);
        Connections known = known(key, shown.run());
        return known == null ? change(owner.acquire(key), shown.run()) : known;
    }

    /** {@return what to use, or null if it has to be changed} */
    private @Nullable Connections known(ConnectionKey key, long since) {
        lock.lock();
        try {
            if (certified == null || (since > run && !certified.key().equals(key))) {
                return null;
            }
            run = Math.max(run, since);
            return certified;
        } finally {
            lock.unlock();
        }
    }

    /** {@return what to use: these, unless another was faster with the same or with newer ones} */
    private Connections change(Connections fresh, long since) {
        Connections used;
        Connections unused;
        lock.lock();
        try {
            Connections old = certified;
            boolean newer = !closed && (old == null || since > run);
            if (newer) {
                certified = fresh;
                run = since;
            }
            used = newer || old == null ? fresh : old;
            unused = newer ? old : fresh;
        } finally {
            lock.unlock();
        }
        if (unused != null) {
            if (!unused.equals(fresh)) {
                owner.rotated(unused.key());
            }
            owner.release(unused);
        }
        return used;
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
