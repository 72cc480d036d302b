package dev.konverge.controller;

import dev.konverge.base.Clock;
import dev.konverge.client.ApiException;
import dev.konverge.client.CancelledException;
import dev.konverge.controller.ReconcileMetrics.Result;
import dev.konverge.controller.leader.FencedException;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.workqueue.AddOptions;
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
import org.slf4j.spi.LoggingEventBuilder;

/**
 * What the workers of a controller do: take a key, wait until the cache shows what was last written for it, call the reconciler,
 * and see to what comes next.
 *
 * <p>Safe for use by many workers. A key is never with two of them.
 */
final class ReconcileLoop<T extends Resource> {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);

    /** How long after a view that stayed behind it is looked at again. */
    private static final Duration BEHIND_DELAY = Duration.ofMillis(200);

    /** How long after a failure an object is looked at again if the limiter cannot say. */
    private static final Duration UNLIMITED_DELAY = Duration.ofSeconds(1);

    /** So many calls in a row that nothing but own writes led to are no coincidence. */
    private static final int TOO_MANY_SELF_WAKES = 10;

    /**
     * What it needs.
     *
     * @param name the controller's name
     * @param viewTimeout how long a worker waits for the cache to show own writes before it takes another key
     * @param urgency how urgent the object with a key is, compared to others
     */
    record Settings<T extends Resource>(
            String name,
            ResourceType<T> type,
            Lifecycle<T> lifecycle,
            Duration viewTimeout,
            ToIntFunction<Key> urgency,
            ReconcileMetrics metrics,
            Tracer tracer) {}

    private final Settings<T> settings;
    private final WorkQueue<Key> queue;
    private final ReconcileScope.Surroundings surroundings;
    private final Clock clock;
    private final AtWork atWork;
    private final ConcurrentMap<Key, Footprint> footprints = new ConcurrentHashMap<>();

    ReconcileLoop(Settings<T> settings, WorkQueue<Key> queue, ReconcileScope.Surroundings surroundings) {
        this.settings = settings;
        this.queue = queue;
        this.surroundings = surroundings;
        this.clock = surroundings.platform().clock();
        this.atWork = new AtWork(surroundings.platform());
    }

    AtWork atWork() {
        return atWork;
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

    /** What a worker knows of the time that it works in. */
    interface Duty {
        /** {@return what everything that begins in this time writes through, however long it takes} */
        Writes writes();

        /** {@return whether the workers are to leave} Known before they are interrupted for that. */
        boolean isDismissed();

        /** Lets what is left of a call run beside the workers. {@return whether it does; if not, the caller has to do it} */
        boolean begin(Runnable ending);
    }

    /** How a call of the reconciler has ended. */
    private sealed interface End {
        /** {@return how it has ended after something else failed} */
        End followedBy(Throwable failure);

        record Returned(Outcome outcome) implements End {
            @Override
            public End followedBy(Throwable failure) {
                return new Threw(failure);
            }
        }

        record Threw(Throwable failure) implements End {
            @Override
            public End followedBy(Throwable another) {
                if (!failure.equals(another)) {
                    failure.addSuppressed(another);
                }
                return this;
            }
        }
    }

    /** A call of the reconciler that has begun. */
    private record Call<T extends Resource>(Claim<Key> claim, Duty duty, ReconcileScope<T> scope, long begin) {}

    /**
     * Works until the queue is shut down, until nothing more may begin, or until it is dismissed. An interrupt only makes it look
     * whether it was: a reconciler may interrupt its own thread, or swallow the interrupt that was meant.
     */
    void work(Duty duty) {
        while (!duty.isDismissed()) {
            try {
                Claim<Key> claim = queue.get();
                if (claim == null) {
                    return;
                }
                if (!atWork.begin(claim.key())) {
                    claim.close();
                    return;
                }
                serve(claim, duty);
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

    /** Does what a claim asks for. The key is given back in any case: here, or by the ending that takes over. */
    private void serve(Claim<Key> claim, Duty duty) throws InterruptedException {
        boolean goesOn = false;
        try {
            Optional<Runnable> ending = process(claim, duty);
            if (ending.isPresent()) {
                goesOn = duty.begin(() -> end(claim, duty, ending.get()));
                if (!goesOn) {
                    ending.get().run();
                }
            }
        } catch (RuntimeException | Error failure) {
            outlive(claim, duty.writes(), failure);
        } finally {
            if (!goesOn) {
                giveBack(claim);
            }
        }
    }

    private void end(Claim<Key> claim, Duty duty, Runnable ending) {
        try {
            ending.run();
        } catch (RuntimeException | Error failure) {
            outlive(claim, duty.writes(), failure);
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

    /** A port that throws, or a machine without memory, costs neither the worker nor the key. */
    private void outlive(Claim<Key> claim, Writes writes, Throwable failure) {
        try {
            queue.add(
                    claim.key(),
                    later(claim, queue.numRequeues(claim.key()), failure).withRateLimit());
        } catch (RuntimeException | Error broken) {
            // It is the limiter that failed, then or now.
            queue.add(claim.key(), later(claim, 0, failure).withAfter(UNLIMITED_DELAY));
        }
        tellFailure(claim.key(), writes, failure);
        LOG.atError()
                .addKeyValue("controller", settings.name())
                .addKeyValue("key", claim.key())
                .setCause(failure)
                .log("what surrounds a reconciler failed; the object is looked at again");
    }

    private void tellFailure(Key key, Writes writes, Throwable failure) {
        try {
            writes.tellFailure(key, failure);
        } catch (RuntimeException | Error broken) {
            LOG.atError()
                    .addKeyValue("controller", settings.name())
                    .addKeyValue("key", key)
                    .setCause(broken)
                    .log("a plan that was told of a failure has failed itself");
        }
    }

    /** {@return how a key is added again that something failed for: as urgent as it was, and for no other reason} */
    private static AddOptions later(Claim<Key> claim, int attempt, Throwable failure) {
        return AddOptions.NOW
                .withPriority(claim.priority())
                .withCause(new WakeCause.Retry(attempt + 1, failure.getClass().getSimpleName()));
    }

    /** {@return what is left to do, if the last write is still to be sent} */
    private Optional<Runnable> process(Claim<Key> claim, Duty duty) throws InterruptedException {
        Key key = claim.key();
        Footprint footprint = footprints.computeIfAbsent(key, k -> new Footprint());
        footprint.begin(duty.writes());
        if (!awaitOwnWrites(claim, footprint)) {
            settings.metrics().cacheBehind();
            queue.add(key, again(claim).withAfter(BEHIND_DELAY).withCause(new WakeCause.CacheBehind()));
            return Optional.empty();
        }
        Optional<T> object = surroundings.caches().of(settings.type()).findByKey(key);
        if (object.isEmpty()) {
            miss(claim, duty.writes());
            return Optional.empty();
        }
        watchForSelfWakes(claim, footprint);
        return reconcile(claim, duty, footprint, object.get());
    }

    private void miss(Claim<Key> claim, Writes writes) {
        Key key = claim.key();
        int attempt = queue.numRequeues(key);
        try {
            if (!writes.plan().isDryRun()) {
                sayGone(key, attempt);
            }
        } catch (RuntimeException | Error failure) {
            retry(claim, attempt, failure);
            return;
        }
        // Whoever comes next under this name is another object.
        footprints.remove(key);
        queue.forget(key);
    }

    private void sayGone(Key key, int attempt) {
        nameInLog(key, attempt);
        try {
            settings.lifecycle().gone(key);
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

    /** {@return how a key is added again that nothing was done for: as urgent as it was, and for the same reasons} */
    private static AddOptions again(Claim<Key> claim) {
        return new AddOptions(Duration.ZERO, false, claim.priority(), claim.causes());
    }

    private boolean awaitOwnWrites(Claim<Key> claim, Footprint footprint) throws InterruptedException {
        CacheView view = new CacheView(surroundings.caches(), clock.deadlineAfter(settings.viewTimeout()));
        long begin = clock.nanoTime();
        try {
            return footprint.isSeenIn(view);
        } catch (InterruptedException stopped) {
            // The term may end here as well as in a reconcile; in the next one the key is wanted.
            queue.add(claim.key(), again(claim));
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

    private Optional<Runnable> reconcile(Claim<Key> claim, Duty duty, Footprint footprint, T object) {
        int attempt = queue.numRequeues(claim.key());
        ReconcileScope<T> scope =
                new ReconcileScope<>(surroundings, duty.writes(), footprint, object, claim.causes(), attempt);
        settings.metrics().began();
        Call<T> call = new Call<>(claim, duty, scope, clock.nanoTime());
        End end = run(call, object);
        if (scope.leavesStatus() && !(end instanceof End.Threw(Throwable failure) && isEnd(failure))) {
            return Optional.of(() -> conclude(call, sendStatus(call, end)));
        }
        conclude(call, end);
        return Optional.empty();
    }

    private End run(Call<T> call, T object) {
        try (Tracer.Span span = span("reconcile", call)) {
            try {
                Outcome outcome = step(object, call.scope());
                if (Thread.interrupted()) {
                    throw new InterruptedException("a reconciler has left its thread interrupted");
                }
                return new End.Returned(outcome);
            } catch (Throwable failure) {
                if (!isStop(call, failure)) {
                    span.failed(failure);
                }
                return new End.Threw(failure);
            }
        }
    }

    /** {@return how the call has ended all in all: a status that could not be sent is a failure, but not before one of the reconciler} */
    private End sendStatus(Call<T> call, End end) {
        // Of its own, for a span belongs to one thread.
        try (Tracer.Span span = span("status", call)) {
            try {
                call.scope().sendStatus();
                return end;
            } catch (Throwable failure) {
                if (!isStop(call, failure)) {
                    span.failed(failure);
                }
                return end.followedBy(failure);
            }
        }
    }

    private void conclude(Call<T> call, End end) {
        Result result = Result.STOPPED;
        try {
            result = switch (end) {
                case End.Returned(Outcome outcome) -> settle(call, outcome);
                case End.Threw(Throwable failure) -> fail(call, failure);
            };
        } finally {
            Claim<Key> claim = call.claim();
            Duration took = Duration.ofNanos(clock.nanoTime() - call.begin());
            settings.metrics().ended(result, took);
            LOG.atDebug()
                    .addKeyValue("controller", settings.name())
                    .addKeyValue("key", claim.key())
                    .addKeyValue("attempt", call.scope().attempt())
                    .addKeyValue("causes", claim.causes().all())
                    .addKeyValue("result", result)
                    .addKeyValue("took", took)
                    .log("an object was reconciled");
        }
    }

    private Result fail(Call<T> call, Throwable failure) {
        Claim<Key> claim = call.claim();
        int attempt = call.scope().attempt();
        if (isStop(call, failure)) {
            // The work is not done. Whoever leads next looks at every object; until then the key is kept, with its
            // urgency.
            queue.add(claim.key(), again(claim).withCause(new WakeCause.Retry(attempt, "being stopped")));
            return Result.STOPPED;
        }
        retry(claim, attempt, failure);
        tellFailure(claim.key(), call.duty().writes(), failure);
        return failure instanceof FencedException ? Result.STOPPED : Result.ERROR;
    }

    private static boolean isStop(Call<?> call, Throwable failure) {
        return isEnd(failure) && call.duty().isDismissed();
    }

    /** Whether that is how a call ends whose worker is stopped, or whose term is over. */
    private static boolean isEnd(Throwable failure) {
        return failure instanceof InterruptedException
                || failure instanceof CancelledException
                || failure instanceof FencedException;
    }

    private Tracer.Span span(String name, Call<T> call) {
        if (settings.tracer().equals(Tracer.NONE)) {
            // Causes as text cost more than many a reconcile.
            return Tracer.Span.NONE;
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("controller", settings.name());
        attributes.put("key", call.claim().key().toString());
        attributes.put("attempt", Integer.toString(call.scope().attempt()));
        attributes.put("causes", call.claim().causes().all().toString());
        return settings.tracer().begin(name, attributes);
    }

    private Result settle(Call<T> call, Outcome outcome) {
        try {
            queue.forget(call.claim().key());
            return follow(call.claim(), outcome);
        } catch (RuntimeException | Error failure) {
            return fail(call, failure);
        }
    }

    private Result follow(Claim<Key> claim, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done() -> Result.DONE;
            case Outcome.RequeueAfter(Duration delay) -> {
                queue.add(
                        claim.key(),
                        AddOptions.NOW
                                .withAfter(delay)
                                .withPriority(settings.urgency().applyAsInt(claim.key()))
                                .withCause(new WakeCause.Timer()));
                yield Result.REQUEUED;
            }
            case Outcome.Failed(String reason, String message) -> {
                LOG.atWarn()
                        .addKeyValue("controller", settings.name())
                        .addKeyValue("key", claim.key())
                        .addKeyValue("reason", reason)
                        .addKeyValue("message", message)
                        .log("an object cannot be reconciled until something changes");
                yield Result.FAILED;
            }
        };
    }

    private void retry(Claim<Key> claim, int attempt, Throwable failure) {
        // First of all: with it the key is safe, whatever else fails.
        queue.add(claim.key(), later(claim, attempt, failure).withRateLimit());
        // A conflict is how two writers find out about each other, not a failure of either. A fence shuts a moment
        // before the workers are dismissed. And what one looks at may go meanwhile; what is missing for good is still
        // missing the next time.
        boolean ordinary = failure instanceof ApiException.Conflict
                || failure instanceof FencedException
                || (failure instanceof ApiException.NotFound && attempt == 0);
        LoggingEventBuilder log = (ordinary ? LOG.atDebug() : LOG.atWarn())
                .addKeyValue("controller", settings.name())
                .addKeyValue("key", claim.key())
                .addKeyValue("attempt", attempt + 1)
                .addKeyValue("causes", claim.causes().all())
                .addKeyValue("failure", failure.getMessage());
        // What a server said tells all there is to know; where a reconciler broke, the stack does.
        (failure instanceof ApiException ? log : log.setCause(failure)).log("a reconcile failed and is tried again");
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
