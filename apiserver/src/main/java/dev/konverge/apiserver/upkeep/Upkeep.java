package dev.konverge.apiserver.upkeep;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.apiserver.store.Change;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Store;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The task that keeps a cluster in order: garbage collection, namespaces, and whatever else a server's clients take for granted.
 *
 * <p>It follows the changes of the store in their order and does one thing at a time, so what it does depends on nothing but what
 * happened. Between changes it waits.
 */
public final class Upkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    /**
     * What is kept in order.
     *
     * @param rootCertificate the certificate of the server's authority in PEM form, published in every namespace; none if empty
     * @param serviceAccounts whether every namespace gets a service account, and the certificate
     * @param endsPods whether a pod is gone when its time of grace is over, as if a kubelet had stopped it
     */
    public record Options(String rootCertificate, boolean serviceAccounts, boolean endsPods) {}

    private final Platform platform;
    private final Store store;
    private final Cluster cluster;
    private final List<Chore> chores;
    private final Expiry expiry;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal rested;

    /** The revision up to which everything is done; -1 while there is something to do. */
    @GuardedBy("lock")
    private long doneUpTo = -1;

    /** Used by the task alone. */
    private long seen;

    private @Nullable Task task;

    /**
     * An upkeep that does nothing yet.
     *
     * @param platform time and threads
     * @param store where changes are seen
     * @param cluster how things are done
     * @param options what is kept in order
     * @param addresses who uses which address, told of changes
     */
    public Upkeep(Platform platform, Store store, Cluster cluster, Options options, ServiceAddresses addresses) {
        this.platform = platform;
        this.store = store;
        this.cluster = cluster;
        this.rested = platform.signal(lock);
        this.expiry = new Expiry(options.endsPods());
        List<Chore> all = new ArrayList<>(List.of(
                new GarbageCollector(),
                new NamespaceCleaner(),
                new StorageRelease(),
                expiry,
                new RoleAggregation(),
                new QuotaStatus(),
                new PolicyStatus()));
        all.add(new AddressRecords(addresses));
        if (options.serviceAccounts()) {
            all.add(new NamespaceFurniture(options.rootCertificate()));
        }
        this.chores = List.copyOf(all);
    }

    /** {@return this, at work}; closing it stops the work. */
    public Upkeep start() {
        if (task != null) {
            throw new IllegalStateException("upkeep is started already");
        }
        task = platform.start("apiserver-upkeep", this::run);
        return this;
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
        }
    }

    /**
     * Waits until everything is done that follows from what is stored when this is called, at most until the deadline.
     *
     * @return whether it is
     */
    public boolean awaitRest(long deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (doneUpTo < store.state().revision()) {
                if (!rested.awaitUntil(deadline)) {
                    return doneUpTo >= store.state().revision();
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void run() throws InterruptedException {
        follow(store.state());
        while (true) {
            boolean worked = workOnce();
            boolean news = catchUp();
            if (!worked && !news) {
                rest();
            }
        }
    }

    private boolean workOnce() throws InterruptedException {
        Instant now = platform.clock().now();
        boolean worked = false;
        for (Chore chore : chores) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            try {
                worked |= chore.work(cluster, now);
            } catch (RuntimeException e) {
                // What failed is not tried again until it changes: a broken object must not keep the others from being
                // served.
                LOG.atWarn()
                        .addKeyValue("chore", chore.getClass().getSimpleName())
                        .setCause(e)
                        .log("Upkeep could not do something");
                worked = true;
            }
        }
        return worked;
    }

    private boolean catchUp() {
        State now = store.state();
        if (now.revision() == seen) {
            return false;
        }
        boolean lost = now.names().stream().anyMatch(name -> now.forgotten(name) > seen);
        if (lost) {
            follow(now);
            return true;
        }
        expiry.at(platform.clock().now());
        for (State.Located located : now.changes(seen)) {
            Change change = located.change();
            tell(ObjectId.of(located.collection(), change.key()), change.before(), change.after());
        }
        seen = now.revision();
        return true;
    }

    /** Begins with a state as if all its objects had just been made. */
    private void follow(State state) {
        chores.forEach(Chore::reset);
        expiry.at(platform.clock().now());
        for (String collection : state.names()) {
            for (Stored stored : state.objects(collection).from("")) {
                tell(ObjectId.of(collection, stored.key()), null, stored);
            }
        }
        seen = state.revision();
    }

    private void tell(ObjectId id, @Nullable Stored before, @Nullable Stored after) {
        Json.Obj old = before == null ? null : before.content();
        Json.Obj fresh = after == null ? null : after.content();
        for (Chore chore : chores) {
            chore.observe(id, old, fresh);
        }
    }

    private void rest() throws InterruptedException {
        done(seen);
        store.awaitRevision(seen + 1, deadline());
        done(-1);
    }

    private long deadline() {
        Instant now = platform.clock().now();
        long deadline = Clock.NEVER;
        for (Chore chore : chores) {
            Instant at = chore.findDeadline().orElse(null);
            if (at != null) {
                Duration left = Duration.between(now, at);
                deadline = Math.min(deadline, platform.clock().deadlineAfter(left));
            }
        }
        return deadline;
    }

    private void done(long revision) {
        lock.lock();
        try {
            doneUpTo = revision;
            rested.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
