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
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The task that keeps a cluster in order: garbage collection, namespaces, and whatever else a server's clients take for granted.
 *
 * <p>It follows the changes of the store in their order and does one thing at a time, so what it does depends on nothing but what
 * happened. Between changes it waits. A chore that fails is told everything anew after a while, and so tries again.
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
    private final List<Duty> duties;
    private final Expiry expiry;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal rested;

    /** The revision up to which everything is done; -1 while there is something to do. */
    @GuardedBy("lock")
    private long doneUpTo = -1;

    /** What the chores know. Used by the task alone. */
    private State seen;

    /** A chore, and when it begins anew after it failed. */
    private record Duty(Chore chore, Retry retry) {
        Duty(Chore chore) {
            this(chore, new Retry());
        }
    }

    private @Nullable Task task;

    /**
     * An upkeep that does nothing yet.
     *
     * @param platform time and threads
     * @param store where changes are seen
     * @param cluster how things are done
     * @param options what is kept in order
     */
    public Upkeep(Platform platform, Store store, Cluster cluster, Options options) {
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
                new PolicyStatus(),
                new AddressRecords()));
        if (options.serviceAccounts()) {
            all.add(new NamespaceFurniture(options.rootCertificate()));
        }
        this.chores = List.copyOf(all);
        this.duties = all.stream().map(Duty::new).toList();
        this.seen = store.state();
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
            boolean again = beginAnew();
            if (!worked && !news && !again) {
                rest();
            }
        }
    }

    private boolean workOnce() throws InterruptedException {
        Instant now = platform.clock().now();
        boolean worked = false;
        for (Duty duty : duties) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            try {
                if (duty.chore.work(cluster, now)) {
                    worked = true;
                } else {
                    duty.retry.rested();
                }
            } catch (RuntimeException e) {
                // Tried again, but not at once: a broken object must not keep the others from being served.
                duty.retry.failed(now);
                LOG.atWarn()
                        .addKeyValue("chore", duty.chore.getClass().getSimpleName())
                        .setCause(e)
                        .log("Upkeep could not do something");
                worked = true;
            }
        }
        return worked;
    }

    /** Tells a chore that failed all anew once its time has come: it knows what is left to do. {@return whether there was one} */
    private boolean beginAnew() {
        Instant now = platform.clock().now();
        List<Chore> due = duties.stream()
                .filter(duty -> duty.retry.begins(now))
                .map(Duty::chore)
                .toList();
        if (!due.isEmpty()) {
            tellAll(due);
        }
        return !due.isEmpty();
    }

    private boolean catchUp() {
        State now = store.state();
        long before = seen.revision();
        if (now.revision() == before) {
            return false;
        }
        boolean lost = now.names().stream().anyMatch(name -> now.forgotten(name) > before);
        if (lost) {
            follow(now);
            return true;
        }
        expiry.at(platform.clock().now());
        for (State.Located located : now.changes(before)) {
            Change change = located.change();
            tell(chores, ObjectId.of(located.collection(), change.key()), change.before(), change.after());
        }
        seen = now;
        return true;
    }

    /** Begins with a state. */
    private void follow(State state) {
        seen = state;
        tellAll(chores);
    }

    /** Lets chores begin with what was seen as if all objects had just been made. */
    private void tellAll(List<Chore> those) {
        those.forEach(Chore::reset);
        expiry.at(platform.clock().now());
        for (String collection : seen.names()) {
            for (Stored stored : seen.objects(collection).from("")) {
                tell(those, ObjectId.of(collection, stored.key()), null, stored);
            }
        }
    }

    private static void tell(List<Chore> those, ObjectId id, @Nullable Stored before, @Nullable Stored after) {
        Json.Obj old = before == null ? null : before.content();
        Json.Obj fresh = after == null ? null : after.content();
        for (Chore chore : those) {
            chore.observe(id, old, fresh);
        }
    }

    private void rest() throws InterruptedException {
        done(seen.revision());
        store.awaitRevision(seen.revision() + 1, deadline());
        done(-1);
    }

    private long deadline() {
        Instant now = platform.clock().now();
        long deadline = Clock.NEVER;
        for (Duty duty : duties) {
            deadline = Math.min(deadline, deadline(duty.chore.findDeadline(), now));
            deadline = Math.min(deadline, deadline(duty.retry.findTime(), now));
        }
        return deadline;
    }

    private long deadline(Optional<Instant> time, Instant now) {
        return time.map(at -> platform.clock().deadlineAfter(Duration.between(now, at)))
                .orElse(Clock.NEVER);
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
