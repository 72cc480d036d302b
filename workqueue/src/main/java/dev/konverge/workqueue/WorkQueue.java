package dev.konverge.workqueue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.BriefLock;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A queue that hands each key to at most one worker at a time: deduplicated, delayed, backed off, by priority.
 *
 * <p>{@snippet :
 * try (Claim<String> claim = queue.get()) {
 *     if (claim == null) {
 *         return; // shut down, and nothing left
 *     }
 *     reconcile(claim.key());
 * }
 * }
 *
 * <h2>What it guarantees</h2>
 *
 * <ul>
 *   <li>No key is in two open claims.
 *   <li>Every add that is accepted is followed by a hand-out that begins after it. Adds of a key that was not handed out since are
 *       merged into one hand-out; an add while the key is worked on leads to exactly one more, after the claim was closed.
 *   <li>A delayed add is followed by a hand-out that begins after its delay, or after the shorter one of an earlier request.
 *   <li>Ready keys are handed out in the order of the queue: the first to become ready first, unless it was built otherwise.
 * </ul>
 *
 * <h2>What it does not</h2>
 *
 * <ul>
 *   <li>It is not bounded: as many keys may wait as there are different ones. Nobody who adds is ever blocked or refused. The memory
 *       of a burst, some 26 bytes a key, is used again by the next one, and given back when the queue knows no key any more: neither one
 *       that waits, nor one that is delayed or worked on.
 *   <li>An add after {@link #shutDown} is ignored, and so is what was delayed until then.
 *   <li>Order of hand-out is not order of completion: two workers overtake each other.
 * </ul>
 *
 * <p>Safe for any number of threads, and made for virtual ones: waiting workers hold no thread of the operating system, and an
 * add wakes one of them at most. It starts no thread of its own; delays are watched by the workers that wait. In a queue that is first in, first out, and
 * has no metrics, an add takes the lock only if a worker has to be woken; else it is left for whoever has the lock next, and counts from then
 * on all the same. Who adds hundreds that no worker had the time for sorts them in, and waits its turn for that. With priorities, an
 * {@link Ordering} or metrics each add takes the lock for a moment. What a key throws while an add that was left is sorted in is logged, and
 * that add is lost. Keys must be immutable; their {@code equals} may be called by any thread that uses the queue, with its lock or without, and must not fail.
 */
public final class WorkQueue<K> extends Front.Apart<K> {
    /** How many adds are left in the intake before one of those who add sorts them in, if no worker does. */
    private static final int BATCH = 64;

    /** How many adds are left there before those who add wait for the lock to sort them in: a longer batch would leave the processor's caches. */
    private static final int LONGEST_BATCH = 256;

    private final RateLimiter<K> limiter;
    private final @Nullable QueueMetrics metrics;
    private final BriefLock lock = BriefLock.patient();
    private final Workers workers;
    private final Signal drained;

    @GuardedBy("lock")
    private final QueueCore<K> core;

    @GuardedBy("lock")
    private final Sorter<K> sorter;

    /** How often the drains that were under way have been ended before they were finished. */
    @GuardedBy("lock")
    private int endedDrains;

    /** How often those that were under way had nothing left to wait for. */
    @GuardedBy("lock")
    private int finishedDrains;

    WorkQueue(WorkQueueBuilder<K> builder, QueueConfig<K> config, Clock clock) {
        super(clock, config.leavesAdds());
        this.limiter = builder.limiter();
        this.workers = new Workers(builder.signal(lock));
        this.drained = builder.signal(lock);
        this.core = new QueueCore<>(config, pending, this::release);
        this.sorter = new Sorter<>(intake, core);
        this.timed = core.needsTime();
        this.metrics = builder.metrics(new LiveGauges(lock, core, clock, this::len));
    }

    /** {@return a queue in the making, first in first out, without metrics} */
    public static <K> WorkQueueBuilder<K> builder(Platform platform) {
        return new WorkQueueBuilder<>(platform);
    }

    /** Adds a key. Does nothing if it is waiting already, or if the queue was shut down. */
    public void add(K key) {
        add(key, AddOptions.DEFAULT_PRIORITY, Causes.NONE);
    }

    /** Adds a key after a delay; at once if that is zero or less. Of several delays of a key the one that ends first counts. */
    public void addAfter(K key, Duration delay) {
        addAfter(key, delay, AddOptions.DEFAULT_PRIORITY, Causes.NONE);
    }

    /** Adds a key after the delay that the rate limiter asks for. */
    public void addRateLimited(K key) {
        addAfter(key, limiter.when(key));
    }

    /** Adds a key as the options say. */
    public void add(K key, AddOptions options) {
        if (!options.rateLimited() && !options.after().isPositive()) {
            add(key, options.priority(), options.causes());
            return;
        }
        Duration delay = options.after();
        if (options.rateLimited()) {
            Duration limited = limiter.when(key);
            delay = delay.isPositive() && (!limited.isPositive() || delay.compareTo(limited) < 0) ? delay : limited;
        }
        addAfter(key, delay, options.priority(), options.causes());
    }

    /** Tells the rate limiter that the key needs no more retries. Its claim is closed all the same. */
    public void forget(K key) {
        limiter.forget(key);
    }

    /** {@return how often the key was added with a rate limit since it was last forgotten} */
    public int numRequeues(K key) {
        return limiter.numRequeues(key);
    }

    private void add(K key, int priority, Causes causes) {
        int hash = KeySlab.hash(key);
        boolean usual = priority == AddOptions.DEFAULT_PRIORITY && causes.isEmpty();
        if (usual && pending.has(key, hash)) {
            return;
        }
        if (!leaves) {
            addNow(key, hash, priority, causes);
            return;
        }
        long now = timed ? clock.nanoTime() : QueueCore.NO_TIME;
        leave(
                usual && now == QueueCore.NO_TIME
                        ? new Intake.Add<>(key, hash)
                        : new Intake.DetailedAdd<>(key, hash, priority, causes, now));
    }

    private void leave(Intake.Add<K> add) {
        int waiting = intake.push(add);
        if (workers.areHungry()) {
            lock.lock();
            sortInAndUnlock();
        } else if (waiting % BATCH == 0) {
            sortInBatch(waiting);
        }
    }

    /** Sorts in what has come together. Who adds without end waits nowhere but here, and so leaves its processor to workers. */
    private void sortInBatch(int waiting) {
        if (!lock.tryLock()) {
            if (waiting < LONGEST_BATCH) {
                return;
            }
            lock.lock();
        }
        sortInAndUnlock();
    }

    private void addNow(K key, int hash, int priority, Causes causes) {
        int news;
        lock.lock();
        try {
            int added = core.add(key, hash, priority, causes, now()) ? 1 : 0;
            news = added + settle();
        } finally {
            lock.unlock();
        }
        report(news, null);
    }

    /** Does what was left in the intake, as everybody does first who has the lock: nobody can tell it was there. Is called with the lock, and returns without it. */
    private void sortInAndUnlock() {
        int news;
        try {
            sorter.sortIn();
            news = settle();
        } finally {
            lock.unlock();
        }
        report(news, null);
    }

    /** Wakes whom there is work for. The last thing that everybody does who has the lock. {@return what the metrics are to be told} */
    @GuardedBy("lock")
    private int settle() {
        wakeNext();
        return core.takePromoted();
    }

    private void addAfter(K key, Duration delay, int priority, Causes causes) {
        if (metrics != null && !shuttingDown()) {
            metrics.retried();
        }
        if (!delay.isPositive()) {
            add(key, priority, causes);
            return;
        }
        int hash = KeySlab.hash(key);
        if (leaves) {
            if (!timed) {
                timed = true;
            }
            long now = clock.nanoTime();
            leave(new Intake.DelayedAdd<>(key, hash, priority, causes, now, Clock.deadline(now, delay)));
            return;
        }
        int news;
        lock.lock();
        try {
            long now = clock.nanoTime();
            core.addAt(key, hash, Clock.deadline(now, delay), priority, causes, now);
            news = settle();
        } finally {
            lock.unlock();
        }
        report(news, null);
    }

    /**
     * Waits for a key that can be worked on, and takes it.
     *
     * @return null if the queue was shut down and nothing is left to hand out
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public @Nullable Claim<K> get() throws InterruptedException {
        Claim<K> claim;
        int news;
        lock.lock();
        try {
            claim = take();
            news = settle();
        } finally {
            lock.unlock();
        }
        report(news, claim);
        return claim;
    }

    /** Takes a key that can be worked on. {@return null if there is none at the moment} */
    public @Nullable Claim<K> poll() {
        Claim<K> claim;
        int news;
        lock.lock();
        try {
            sorter.sortIn();
            claim = core.poll(now());
            news = settle();
        } finally {
            lock.unlock();
        }
        report(news, claim);
        return claim;
    }

    private void report(int added, @Nullable Claim<K> claim) {
        if (metrics == null) {
            return;
        }
        if (added > 0) {
            metrics.added(added);
        }
        if (claim != null && claim.times != null) {
            metrics.waited(Duration.ofNanos(claim.times.startedAt - claim.times.addedAt));
        }
    }

    private void release(Claim<K> claim) {
        long now;
        int news;
        lock.lock();
        try {
            if (claim.released) {
                return;
            }
            try {
                sorter.sortIn();
            } finally {
                // Whatever becomes of adds: a key that stays in nobody's hands is never handed out again.
                now = now();
                news = released(claim, now);
            }
        } finally {
            lock.unlock();
        }
        report(news, null);
        if (metrics != null && claim.times != null) {
            metrics.worked(Duration.ofNanos(now - claim.times.startedAt));
        }
    }

    /** {@return what is to be reported, without the lock} */
    @GuardedBy("lock")
    private int released(Claim<K> claim, long now) {
        core.release(claim, now);
        if (core.isDrained() && core.phase() != QueueCore.Phase.OPEN) {
            finishedDrains++;
            drained.signalAll();
            workers.wakeAll();
        }
        return settle();
    }

    /**
     * {@return how many keys are ready to be handed out}: neither those that are worked on, nor those that are delayed. A queue with
     * priorities counts a key that was added while it is worked on, as controller-runtime's does; others do not, as client-go's.
     */
    public int len() {
        int len;
        int news;
        lock.lock();
        try {
            sorter.sortIn();
            core.promote(now());
            len = core.len();
            news = settle();
        } finally {
            lock.unlock();
        }
        report(news, null);
        return len;
    }

    /**
     * Takes no more adds, and forgets what is delayed and not due yet. Keys that are ready are still handed out; who asks when there are none left
     * is told so. Ends a {@link #shutDownWithDrain} that is under way. Returns at once; may be called again.
     */
    public void shutDown() {
        enter(QueueCore.Phase.SHUTTING_DOWN);
    }

    /** As {@link #shutDown}, and forgets what is ready too: whoever asks for a key is told at once that there is none. */
    public void shutDownNow() {
        enter(QueueCore.Phase.STOPPED);
    }

    private void enter(QueueCore.Phase phase) {
        int news;
        lock.lock();
        try {
            news = entered(phase);
        } finally {
            lock.unlock();
        }
        report(news, null);
    }

    /** {@return what is to be reported, without the lock} */
    @GuardedBy("lock")
    private int entered(QueueCore.Phase phase) {
        sorter.sortIn();
        core.promote(now());
        if (core.phase() != QueueCore.Phase.STOPPED) {
            core.enter(phase);
        }
        if (phase != QueueCore.Phase.DRAINING) {
            endedDrains++;
        }
        workers.wakeAll();
        drained.signalAll();
        return settle();
    }

    /**
     * As {@link #shutDown}, and waits for the claims that are open. Returns at once if none is, even if keys are ready.
     *
     * <p>A key that was added while it was worked on is handed out once more, and waited for: as long as that may happen,
     * {@link #get} waits instead of telling its worker to leave. So a worker must not call {@code get} while it has a claim open; and where
     * none is left to call it, only {@link #shutDown} ends the waiting.
     *
     * @return false if {@link #shutDown} or {@link #shutDownNow} has ended the waiting
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean shutDownWithDrain() throws InterruptedException {
        int news;
        int ended;
        int finished;
        boolean idle;
        lock.lock();
        try {
            news = entered(QueueCore.Phase.DRAINING);
            idle = core.running() == 0;
            ended = endedDrains;
            finished = finishedDrains;
        } finally {
            lock.unlock();
        }
        report(news, null);
        return idle || awaitDrained(ended, finished);
    }

    /** Waits for more drains to have ended, either way, than so many. {@return whether one was finished} */
    private boolean awaitDrained(int ended, int finished) throws InterruptedException {
        lock.lock();
        try {
            while (finishedDrains == finished && endedDrains == ended) {
                drained.await();
            }
            return finishedDrains != finished;
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether adds are ignored} */
    public boolean shuttingDown() {
        lock.lock();
        try {
            return core.phase() != QueueCore.Phase.OPEN;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private long now() {
        return core.needsTime() ? clock.nanoTime() : 0;
    }

    @GuardedBy("lock")
    private @Nullable Claim<K> take() throws InterruptedException {
        sorter.sortIn();
        Claim<K> claim = core.poll(now());
        while (claim == null && !core.isOver()) {
            try {
                workers.await(core.nextDeadline(), intake);
            } catch (InterruptedException e) {
                // This worker may have been woken for what another has to do now.
                sorter.sortIn();
                wakeNext();
                throw e;
            }
            sorter.sortIn();
            claim = core.poll(now());
        }
        return claim;
    }

    /** Wakes a worker if there is something that no awake one is about to look at. */
    @GuardedBy("lock")
    private void wakeNext() {
        if (workers.areHungry() && (core.hasReady() || core.nextDeadline() < workers.watched())) {
            workers.wakeOne();
        }
    }
}
