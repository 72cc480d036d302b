package dev.konverge.controller;

import dev.konverge.base.Clock;
import dev.konverge.client.ApiException;
import dev.konverge.client.CancelledException;
import dev.konverge.controller.ReconcileMetrics.Result;
import dev.konverge.controller.leader.FencedException;
import dev.konverge.informer.Indexer;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

    /** So many calls in a row that nothing but own writes led to are no coincidence. */
    private static final int TOO_MANY_SELF_WAKES = 10;

    /**
     * What it needs.
     *
     * @param name the controller's name
     * @param viewTimeout how long a worker waits for the cache to show own writes before it takes another key
     */
    record Settings<T extends Resource>(
            String name,
            ResourceType<T> type,
            Lifecycle<T> lifecycle,
            Duration viewTimeout,
            ReconcileMetrics metrics,
            Tracer tracer) {}

    private final Settings<T> settings;
    private final WorkQueue<Key> queue;
    private final ReconcileScope.Surroundings surroundings;
    private final Clock clock;
    private final ConcurrentMap<Key, Footprint> footprints = new ConcurrentHashMap<>();

    ReconcileLoop(Settings<T> settings, WorkQueue<Key> queue, ReconcileScope.Surroundings surroundings) {
        this.settings = settings;
        this.queue = queue;
        this.surroundings = surroundings;
        this.clock = surroundings.platform().clock();
    }

    /** Works until the queue is shut down, or until it is interrupted. */
    void work() throws InterruptedException {
        while (true) {
            try (Claim<Key> claim = queue.get()) {
                if (claim == null) {
                    return;
                }
                process(claim);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void process(Claim<Key> claim) throws InterruptedException {
        Key key = claim.key();
        Footprint footprint = footprints.computeIfAbsent(key, k -> new Footprint());
        if (!awaitOwnWrites(footprint)) {
            settings.metrics().cacheBehind();
            queue.add(key, AddOptions.NOW.withAfter(BEHIND_DELAY).withCause(new WakeCause.CacheBehind()));
            return;
        }
        Optional<T> object = surroundings.caches().of(settings.type()).findByKey(key);
        if (object.isEmpty()) {
            // Whoever comes next under this name is another object.
            footprints.remove(key);
            queue.forget(key);
            return;
        }
        watchForSelfWakes(claim, footprint);
        reconcile(claim, footprint, object.get());
    }

    private boolean awaitOwnWrites(Footprint footprint) throws InterruptedException {
        CacheView view = new CacheView(
                surroundings.caches(), clock.nanoTime() + settings.viewTimeout().toNanos());
        long begin = clock.nanoTime();
        boolean seen = footprint.isSeenIn(view);
        if (view.hasWaited) {
            settings.metrics().waitedForCache(Duration.ofNanos(clock.nanoTime() - begin));
        }
        return seen;
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

    private void reconcile(Claim<Key> claim, Footprint footprint, T object) throws InterruptedException {
        int attempt = queue.numRequeues(claim.key());
        ReconcileScope<T> scope = new ReconcileScope<>(surroundings, footprint, object, claim.causes(), attempt);
        settings.metrics().began();
        long begin = clock.nanoTime();
        Result result = Result.STOPPED;
        Tracer.Span span = span(claim, attempt);
        try {
            result = settle(claim, settings.lifecycle().step(object, scope));
        } catch (InterruptedException | CancelledException | FencedException stopped) {
            // The work is not done. Whoever leads next sees the object anyway; if that is this process, it sees the
            // key.
            queue.add(claim.key(), AddOptions.NOW.withCause(new WakeCause.Retry(attempt, "being stopped")));
            if (stopped instanceof InterruptedException interrupt) {
                throw interrupt;
            }
        } catch (Throwable failure) {
            span.failed(failure);
            result = Result.ERROR;
            retry(claim, attempt, failure);
        } finally {
            span.close();
            settings.metrics().ended(result, Duration.ofNanos(clock.nanoTime() - begin));
        }
    }

    private Tracer.Span span(Claim<Key> claim, int attempt) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("controller", settings.name());
        attributes.put("key", claim.key().toString());
        attributes.put("attempt", Integer.toString(attempt));
        attributes.put("causes", claim.causes().all().toString());
        return settings.tracer().begin("reconcile", attributes);
    }

    private Result settle(Claim<Key> claim, Outcome outcome) {
        queue.forget(claim.key());
        return switch (outcome) {
            case Outcome.Done() -> Result.DONE;
            case Outcome.RequeueAfter(Duration delay) -> {
                queue.add(claim.key(), AddOptions.NOW.withAfter(delay).withCause(new WakeCause.Timer()));
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
        // A conflict is how two writers find out about each other, not a failure of either. And what one looks at may
        // go meanwhile; what is missing for good is still missing the next time.
        boolean ordinary =
                failure instanceof ApiException.Conflict || (failure instanceof ApiException.NotFound && attempt == 0);
        LoggingEventBuilder log = (ordinary ? LOG.atDebug() : LOG.atWarn())
                .addKeyValue("controller", settings.name())
                .addKeyValue("key", claim.key())
                .addKeyValue("attempt", attempt + 1)
                .addKeyValue("causes", claim.causes().all())
                .addKeyValue("failure", failure.getMessage());
        // What a server said tells all there is to know; where a reconciler broke, the stack does.
        (failure instanceof ApiException ? log : log.setCause(failure)).log("a reconcile failed and is tried again");
        queue.add(
                claim.key(),
                AddOptions.NOW
                        .withRateLimit()
                        .withPriority(claim.priority())
                        .withCause(new WakeCause.Retry(attempt + 1, nameOf(failure))));
    }

    private static String nameOf(Throwable failure) {
        return failure.getClass().getSimpleName();
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
        public boolean hasReached(ResourceType<?> type, ResourceVersion version) throws InterruptedException {
            Optional<? extends Indexer<?>> cache = caches.find(type);
            if (cache.isEmpty() || cache.get().awaitVersion(version, Duration.ZERO)) {
                return true;
            }
            hasWaited = true;
            return cache.get().awaitVersion(version, Duration.ofNanos(Math.max(0, deadline - clock.nanoTime())));
        }

        @Override
        public Optional<? extends Resource> find(ResourceType<?> type, Key key) {
            return caches.find(type).flatMap(cache -> cache.findByKey(key));
        }
    }
}
