package dev.konverge.controller;

import dev.konverge.base.Clock;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * What the workers of a controller do: take a key, wait until the cache shows what was last written for it, call the reconciler,
 * and see to what comes next.
 *
 * <p>Safe for use by many workers. A key is never with two of them.
 */
final class ReconcileLoop<T extends Resource> {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);

    /** So many calls in a row that nothing but own writes led to are no coincidence. */
    private static final int TOO_MANY_SELF_WAKES = 10;

    /**
     * What it needs.
     *
     * @param name the controller's name
     * @param viewTimeout how long a worker waits for the cache to show own writes before it takes another key
     * @param urgency how urgent the object with a key is, compared to others
     * @param limit how long a call may take, if there is a limit
     * @param interval how long after a call for an object the next one begins at the earliest
     */
    record Settings<T extends Resource>(
            String name,
            ResourceType<T> type,
            Lifecycle<T> lifecycle,
            Duration viewTimeout,
            ToIntFunction<Key> urgency,
            Optional<Duration> limit,
            Duration interval,
            ReconcileMetrics metrics,
            Tracer tracer) {}

    private final Settings<T> settings;
    private final WorkQueue<Key> queue;
    private final ReconcileScope.Surroundings surroundings;
    private final Clock clock;
    private final AtWork atWork;
    private final Overtime overtime;
    private final Aftermath aftermath;
    private final ConcurrentMap<Key, Footprint> footprints = new ConcurrentHashMap<>();

    ReconcileLoop(Settings<T> settings, WorkQueue<Key> queue, ReconcileScope.Surroundings surroundings) {
        this.settings = settings;
        this.queue = queue;
        this.surroundings = surroundings;
        this.clock = surroundings.platform().clock();
        this.atWork = new AtWork(surroundings.platform());
        this.overtime = new Overtime(surroundings.platform(), settings.name(), settings.limit());
        this.aftermath = new Aftermath(settings, queue, surroundings.platform());
    }

    AtWork atWork() {
        return atWork;
    }

    /** Looks after the calls that run, until it is interrupted. */
    void watch() throws InterruptedException {
        overtime.watch();
    }

    /** {@return whether an object was worked on, and nobody was told yet that it is gone} */
    boolean remembers(Key key) {
        return footprints.containsKey(key);
    }

    /** Forgets what was written for an object that is gone, though nobody is told; while a worker is at it, when that one is done. */
    void forget(Key key) {
        // Whoever begins after it was seen that nobody has waits for this to be over.
        footprints.computeIfPresent(key, (gone, footprint) -> atWork.leave(gone) ? null : footprint);
    }

    /** What a worker knows of the time that it works in. Each has one of its own. */
    interface Duty {
        /** {@return what everything that begins in this time writes through, however long it takes} */
        Writes writes();

        /** {@return whether the workers are to leave} Known before they are interrupted for that. */
        boolean isDismissed();

        /** Lets what is left of a call run beside the workers. {@return whether it does; if not, the caller has to do it} */
        boolean begin(Ending ending);

        /** Interrupts the worker whose duty it is. */
        void interrupt();
    }

    /** What is left of a call when the reconciler has returned. */
    @FunctionalInterface
    interface Ending {
        /** Does it, as part of the duty of whoever does. */
        void run(Duty duty);
    }

    /**
     * Works until the queue is shut down, until nothing more may begin, or until it is dismissed. An interrupt only makes it look
     * whether it was: a reconciler may interrupt its own thread, or swallow the interrupt that was meant. What fails outside of a
     * reconcile and its aftermath is thrown; no key is lost by it, and it may be called again.
     */
    void work(Duty duty) {
        while (!duty.isDismissed()) {
            try {
                Claim<Key> claim = queue.get();
                if (claim == null) {
                    return;
                }
                if (!serve(claim, duty)) {
                    return;
                }
            } catch (InterruptedException interrupt) {
                if (!duty.isDismissed()) {
                    LOG.atWarn()
                            .addKeyValue("controller", settings.name())
                            .setCause(interrupt)
                            .log("a worker was interrupted by somebody who has no business to; it goes on");
                }
            }
        }
    }

    /**
     * Does what a claim asks for. The key is given back in any case: here, or by the ending that takes over.
     *
     * @return whether it may still be begun with something
     */
    private boolean serve(Claim<Key> claim, Duty duty) throws InterruptedException {
        boolean goesOn = false;
        try {
            if (!atWork.begin(claim.key())) {
                return false;
            }
            Optional<Ending> ending = process(claim, duty);
            if (ending.isPresent()) {
                goesOn = duty.begin(another -> end(claim, another, ending.get()));
                if (!goesOn) {
                    ending.get().run(duty);
                }
            }
        } catch (RuntimeException | Error failure) {
            aftermath.outlive(claim, duty, failure);
        } finally {
            if (!goesOn) {
                giveBack(claim);
            }
        }
        return true;
    }

    private void end(Claim<Key> claim, Duty duty, Ending ending) {
        try {
            ending.run(duty);
        } catch (RuntimeException | Error failure) {
            aftermath.outlive(claim, duty, failure);
        } finally {
            giveBack(claim);
        }
    }

    private void giveBack(Claim<Key> claim) {
        try (claim) {
            if (atWork.end(claim.key())) {
                footprints.remove(claim.key());
            }
        }
    }

    /** {@return what is left to do, if the last write is still to be sent} */
    private Optional<Ending> process(Claim<Key> claim, Duty duty) throws InterruptedException {
        Key key = claim.key();
        Footprint footprint = footprints.computeIfAbsent(key, k -> new Footprint());
        footprint.begin(duty.writes());
        if (!awaitOwnWrites(claim, footprint)) {
            aftermath.putOff(claim);
            return Optional.empty();
        }
        Optional<T> object = surroundings.caches().of(settings.type()).findByKey(key);
        if (object.isEmpty()) {
            miss(claim, duty);
            return Optional.empty();
        }
        Duration rest = footprint.untilCall(settings.interval(), clock.nanoTime());
        if (rest.isPositive()) {
            aftermath.delay(claim, rest);
            return Optional.empty();
        }
        footprint.calls(clock.nanoTime());
        watchForSelfWakes(claim, footprint);
        return reconcile(claim, duty, footprint, object.get());
    }

    private void miss(Claim<Key> claim, Duty duty) {
        Key key = claim.key();
        int attempt = queue.numRequeues(key);
        try {
            if (!duty.writes().plan().isDryRun()) {
                sayGone(key, attempt, duty);
            }
        } catch (Exception | Error failure) {
            aftermath.retry(claim, attempt, failure);
            return;
        }
        // Whoever comes next under this name is another object.
        footprints.remove(key);
        queue.forget(key);
    }

    private void sayGone(Key key, int attempt, Duty duty) throws Exception {
        nameInLog(key, attempt);
        try {
            overtime.within(key, duty, () -> {
                settings.lifecycle().gone(key);
                return key;
            });
        } finally {
            MDC.clear();
        }
    }

    private Outcome step(T object, ReconcileScope<T> scope) throws Exception {
        nameInLog(object.key(), scope.attempt());
        try {
            return Objects.requireNonNull(
                    settings.lifecycle().step(object, scope),
                    "a reconciler returned no outcome: it ends with Outcome.done(), if nothing else");
        } finally {
            // Whatever else it has put there is of no concern to the next object either.
            MDC.clear();
        }
    }

    /** What is logged from now on says for which object; for the loop's own lines that would be twice. */
    private void nameInLog(Key key, int attempt) {
        MDC.put("controller", settings.name());
        MDC.put("key", key.toString());
        MDC.put("attempt", Integer.toString(attempt));
    }

    private boolean awaitOwnWrites(Claim<Key> claim, Footprint footprint) throws InterruptedException {
        CacheView view = new CacheView(surroundings.caches(), clock.deadlineAfter(settings.viewTimeout()));
        long begin = clock.nanoTime();
        try {
            return footprint.isSeenIn(view);
        } catch (InterruptedException stopped) {
            // The term may end here as well as in a reconcile; in the next one the key is wanted.
            aftermath.keep(claim);
            throw stopped;
        } finally {
            if (view.hasWaited) {
                settings.metrics().waitedForCache(Duration.ofNanos(clock.nanoTime() - begin));
            }
        }
    }

    private void watchForSelfWakes(Claim<Key> claim, Footprint footprint) {
        if (footprint.countSelfWakes(claim.causes()) == TOO_MANY_SELF_WAKES) {
            settings.metrics().wokeItself();
            LOG.atWarn()
                    .addKeyValue("controller", settings.name())
                    .addKeyValue("key", claim.key())
                    .addKeyValue("causes", claim.causes().all())
                    .log(
                            "a controller wakes itself: each of its last calls for this object was caused by nothing but its"
                                    + " own writes, so it writes something new each time");
        }
    }

    private Optional<Ending> reconcile(Claim<Key> claim, Duty duty, Footprint footprint, T object) {
        int attempt = queue.numRequeues(claim.key());
        ReconcileScope<T> scope =
                new ReconcileScope<>(surroundings, duty.writes(), footprint, object, claim.causes(), attempt);
        settings.metrics().began();
        Call<T> call = new Call<>(claim, duty, scope, clock.nanoTime());
        Call.End end = run(call, object);
        if (scope.leavesStatus() && !end.isOfTerm()) {
            return Optional.of(another -> aftermath.conclude(call, sendStatus(call, another, end)));
        }
        aftermath.conclude(call, end);
        return Optional.empty();
    }

    private Call.End run(Call<T> call, T object) {
        try (Tracer.Span span = span("reconcile", call)) {
            try {
                Outcome outcome = overtime.within(call.key(), call.duty(), () -> step(object, call.scope()));
                if (Thread.interrupted()) {
                    throw new InterruptedException("a reconciler has left its thread interrupted");
                }
                return new Call.Returned(outcome);
            } catch (Throwable failure) {
                if (!call.isStoppedBy(failure)) {
                    span.failed(failure);
                }
                return new Call.Threw(failure);
            }
        }
    }

    /** {@return how the call has ended all in all: a status that could not be sent is a failure, but not before one of the reconciler} */
    private Call.End sendStatus(Call<T> call, Duty duty, Call.End end) {
        // Of its own, for a span belongs to one thread.
        try (Tracer.Span span = span("status", call)) {
            try {
                return overtime.within(call.key(), duty, () -> {
                    call.scope().sendStatus();
                    return end;
                });
            } catch (Throwable failure) {
                if (!call.isStoppedBy(failure)) {
                    span.failed(failure);
                }
                return end.followedBy(failure);
            }
        }
    }

    private Tracer.Span span(String name, Call<T> call) {
        if (settings.tracer().equals(Tracer.NONE)) {
            // Causes as text cost more than many a reconcile.
            return Tracer.Span.NONE;
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("controller", settings.name());
        attributes.put("key", call.key().toString());
        attributes.put("attempt", Integer.toString(call.attempt()));
        attributes.put("causes", call.claim().causes().all().toString());
        return settings.tracer().begin(name, attributes);
    }

    /** The caches as one call sees them, up to a deadline. */
    private final class CacheView implements Footprint.View {
        private final Caches caches;
        private final long deadline;
        private boolean hasWaited;

        CacheView(Caches caches, long deadline) {
            this.caches = caches;
            this.deadline = deadline;
        }

        @Override
        public boolean hasReached(ResourceType<?> type, String namespace, ResourceVersion version)
                throws InterruptedException {
            KindCache<?> cache = caches.of(type);
            if (cache.awaitVersion(namespace, version, Duration.ZERO)) {
                return true;
            }
            hasWaited = true;
            return cache.awaitVersion(namespace, version, Duration.ofNanos(Math.max(0, deadline - clock.nanoTime())));
        }

        @Override
        public List<Resource> findAll(ResourceType<?> type, Key key) {
            return caches.findAll(type, key);
        }
    }
}
