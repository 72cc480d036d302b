package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.informer.DoneChecker;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.HandlerOptions;
import dev.konverge.informer.Notification;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.Priorities;
import dev.konverge.workqueue.QueueMetrics;
import dev.konverge.workqueue.WorkQueue;
import dev.konverge.workqueue.WorkQueueBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One controller of a manager: its sources, its queue and its workers. */
final class ControllerUnit<T extends Resource> {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerUnit.class);

    /**
     * What a manager lends to all of its controllers.
     *
     * @param standsBy whether it may be a while until they work, if they ever do
     */
    record Surroundings(
            Platform platform,
            Informers informers,
            EventRecorder events,
            Plan plan,
            boolean standsBy,
            Optional<QueueMetrics.Provider> queueMetrics,
            ReconcileMetrics metrics,
            Tracer tracer) {}

    /** What a source knows of. */
    @FunctionalInterface
    private interface Known {
        /** Wakes every object that it concerns, for the reason that is made of having seen it. */
        void wake(UnaryOperator<WakeCause> why) throws InterruptedException;
    }

    private final Platform platform;
    private final String name;
    private final int workers;
    private final WorkQueue<Key> queue;
    private final ToIntFunction<Key> urgency;
    private final List<Waker> wakers;
    private final ReconcileLoop<T> loop;
    private final Plan plan;
    /** What fails for one object mostly fails for all. */
    private final AtomicBoolean toldOfPriority = new AtomicBoolean();

    /** All that must be there before the first call. */
    private final List<DoneChecker> caches = new ArrayList<>();

    private final List<Known> sources = new ArrayList<>();

    /**
     * How many there are for whom what sources tell goes to the queue: who stands by would only keep keys there that the caches know better.
     * A run that was left behind because it did not stop counts beside the one that leads now, and must not make that one deaf when it ends.
     */
    private final AtomicInteger listeners;

    /** Whether a source has told of something that did not go there. Written by the threads of the sources, read by the one who leads. */
    private volatile boolean missed;

    /** Whether there was a term before. */
    private final AtomicBoolean hasLed = new AtomicBoolean();

    ControllerUnit(ControllerBuilder<T> builder, Surroundings surroundings) {
        this.platform = surroundings.platform();
        this.name = builder.name;
        this.workers = builder.workers;
        this.plan = surroundings.plan();
        this.listeners = new AtomicInteger(surroundings.standsBy() ? 0 : 1);
        this.wakers = List.copyOf(builder.wakers);
        WorkQueueBuilder<Key> queueBuilder = WorkQueue.<Key>builder(platform)
                .rateLimiter(builder.backoff.get())
                .priorities(Priorities.<Key>aging().withGroups(Key::namespace));
        surroundings.queueMetrics().ifPresent(provider -> queueBuilder.metrics(name, provider));
        this.queue = queueBuilder.build();
        KindCache<T> objects = surroundings.informers().cacheOf(builder.type);
        this.urgency = builder.priority
                .<ToIntFunction<Key>>map(priority -> key -> urgencyIn(objects, key, priority))
                .orElse(key -> AddOptions.DEFAULT_PRIORITY);
        Informers informers = surroundings.informers();
        Caches readable = Caches.of(builder, informers);
        Source<T> primary = builder.primary();
        listen(
                Source.of(builder.type, told -> passes(told, primary.filter())),
                this::isFarewell,
                informers,
                builder.resync,
                readable);
        builder.sources.forEach(source -> listen(source, told -> false, informers, Duration.ZERO, readable));
        builder.reads.forEach(type -> caches.addAll(informers.synced(type)));
        this.loop = new ReconcileLoop<>(
                new ReconcileLoop.Settings<>(
                        name,
                        builder.type,
                        builder.lifecycle(),
                        builder.viewTimeout,
                        urgency,
                        builder.limit,
                        builder.interval,
                        surroundings.metrics(),
                        surroundings.tracer()),
                queue,
                new ReconcileScope.Surroundings(platform, readable, surroundings.events()));
    }

    /** A function that throws costs its object the priority, not the look. */
    private int urgencyIn(KindCache<T> objects, Key key, ToIntFunction<? super T> priority) {
        try {
            return objects.findByKey(key).map(priority::applyAsInt).orElse(AddOptions.DEFAULT_PRIORITY);
        } catch (RuntimeException | Error failure) {
            if (!toldOfPriority.getAndSet(true)) {
                LOG.atError()
                        .addKeyValue("controller", name)
                        .addKeyValue("key", key)
                        .setCause(failure)
                        .log("how urgent an object is cannot be told; it is as urgent as any");
            }
            return AddOptions.DEFAULT_PRIORITY;
        }
    }

    private <R extends Resource> void listen(
            Source<R> source,
            Predicate<Notification<R>> isVital,
            Informers informers,
            Duration resync,
            CacheReader readable) {
        EventHandler<R> entry = source.into(queue, readable, urgency);
        caches.addAll(informers.listen(
                source.type(),
                EventHandler.of(told -> {
                    if (isAttentive() || isVital.test(told)) {
                        entry.on(told);
                    }
                }),
                HandlerOptions.NONE.withName(name).withResyncPeriod(resync)));
        KindCache<R> objects = informers.cacheOf(source.type());
        sources.add(why -> {
            for (R object : objects.list()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("the term is over before every object was looked at");
                }
                wakeAnew(source, object, readable, why);
            }
        });
    }

    private boolean isAttentive() {
        if (listeners.get() == 0) {
            missed = true;
        }
        // A term may begin just now: either it sees what was missed, or this sees that it has begun.
        return listeners.get() > 0;
    }

    /** Whether an object is gone that was worked on, which no cache can tell when a term begins. */
    private boolean isFarewell(Notification<T> told) {
        return told instanceof Notification.Deleted<T>(var deleted) && loop.remembers(deleted.key());
    }

    /** What is remembered of an object goes with it, also if the filter lets nobody know. */
    private boolean passes(Notification<T> told, Predicate<? super Notification<T>> filter) {
        boolean passes = filter.test(told);
        if (!passes && told instanceof Notification.Deleted<T>(var deleted)) {
            loop.forget(deleted.key());
        }
        return passes;
    }

    /** As when a source tells of an object, a mapping that throws costs that one only. */
    private <R extends Resource> void wakeAnew(
            Source<R> source, R object, CacheReader readable, UnaryOperator<WakeCause> why) {
        try {
            source.retell(object, queue, readable, urgency, why);
        } catch (RuntimeException | Error failure) {
            LOG.atError()
                    .addKeyValue("controller", name)
                    .addKeyValue("kind", source.type().kind())
                    .addKeyValue("key", object.key())
                    .setCause(failure)
                    .log("whom an object concerns cannot be told; it wakes nobody");
        }
    }

    String name() {
        return name;
    }

    /** Begins to hear what happens outside the cluster. {@return what ends it} */
    List<Waker.Door> hear() {
        return wakers.stream().map(waker -> waker.open(this::wake)).toList();
    }

    private void wake(Key key, String why) {
        queue.add(key, AddOptions.NOW.withPriority(urgency.applyAsInt(key)).withCause(new WakeCause.External(why)));
    }

    /** {@return whether all that was there at the start can be read, and was told of} */
    boolean hasSynced() {
        return caches.stream().allMatch(DoneChecker::isDone);
    }

    /** {@return whether an object waits for a worker} */
    boolean hasWaiting() {
        return queue.len() > 0;
    }

    /**
     * Works until it is interrupted, then stops the workers. Each time it looks at every object, as a new process would: timers and
     * retries of whoever led in between are known to nobody else. In between it hears only of what no cache can tell.
     *
     * @param clients what all writes of this time go through, those of workers that do not stop too
     * @throws IllegalStateException if the workers have left by themselves
     */
    void run(ClientSet clients) throws InterruptedException {
        listeners.incrementAndGet();
        try {
            awaitSynced();
            if (hasLed.getAndSet(true)) {
                wakeAll(seen -> new WakeCause.TermBegan());
            } else if (missed) {
                wakeAll(UnaryOperator.identity());
            }
            work(clients);
            if (!loop.atWork().isOver()) {
                throw new IllegalStateException(
                        "the workers of controller \"" + name + "\" have left, though nobody sent them away");
            }
        } finally {
            listeners.decrementAndGet();
        }
    }

    private void wakeAll(UnaryOperator<WakeCause> why) throws InterruptedException {
        for (Known source : sources) {
            source.wake(why);
        }
    }

    /** Looks once at every object that is there, and ends. */
    void runOnce(ClientSet clients) throws InterruptedException {
        awaitSynced();
        queue.shutDown();
        work(clients);
    }

    private void awaitSynced() throws InterruptedException {
        for (DoneChecker cache : caches) {
            while (!cache.await(Duration.ofMinutes(1))) {
                LOG.atWarn()
                        .addKeyValue("controller", name)
                        .addKeyValue("informer", cache.name())
                        .log("a controller still waits for its cache");
            }
        }
    }

    private void work(ClientSet clients) throws InterruptedException {
        new Shift(platform, name, workers, new Writes(clients, name, plan)).run(loop::work, loop::watch);
    }

    /** Lets no reconcile begin any more. */
    void finish() {
        loop.atWork().finish();
    }

    /** Waits for the reconciles that have begun. {@return whether they ended by the deadline} */
    boolean awaitFinished(long deadline) throws InterruptedException {
        return loop.atWork().awaitFinished(deadline);
    }

    /** {@return what is being reconciled, and for how long} */
    Map<Key, Duration> atWork() {
        return loop.atWork().now();
    }
}
