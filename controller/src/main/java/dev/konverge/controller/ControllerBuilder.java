package dev.konverge.controller;

import dev.konverge.informer.IndexFunction;
import dev.konverge.informer.Notification;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.workqueue.RateLimiter;
import dev.konverge.workqueue.RateLimiters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes a controller: which objects it reconciles, what else it watches, and how.
 *
 * @param <T> the type of the reconciled objects
 */
public final class ControllerBuilder<T extends Resource> {
    final ResourceType<T> type;
    final List<Source<?>> sources = new ArrayList<>();
    final List<ResourceType<?>> owned = new ArrayList<>();
    final List<ResourceType<?>> reads = new ArrayList<>();
    final List<Index<?>> indexes = new ArrayList<>();
    final List<Waker> wakers = new ArrayList<>();
    String name;
    int workers = 1;
    Duration resync = Duration.ZERO;
    Duration viewTimeout = Duration.ofSeconds(5);
    Optional<Duration> limit = Optional.empty();
    Duration interval = Duration.ZERO;
    Supplier<RateLimiter<Key>> backoff = RateLimiters::itemExponential;
    Optional<ToIntFunction<? super T>> priority = Optional.empty();
    private Predicate<? super Notification<T>> filter = notification -> true;
    private @Nullable Reconciler<T> reconciler;
    private @Nullable Reconciler<T> cleanUp;
    private @Nullable String finalizer;
    private boolean includesDeleted;
    private Consumer<? super Key> farewell = key -> {};

    /** What the objects of a kind are filed under, and the name of that. */
    record Index<R extends Resource>(ResourceType<R> type, String name, IndexFunction<? super R> values) {}

    ControllerBuilder(ResourceType<T> type) {
        this.type = type;
        this.name = type.kind().toLowerCase(Locale.ROOT);
    }

    /**
     * Names the controller: in logs and metrics, and as the manager of the fields that it applies. Two replicas have the same
     * name. At first it is the kind in lower case.
     */
    public ControllerBuilder<T> name(String name) {
        this.name = NameRules.plain("the controller for " + type, name);
        return this;
    }

    /** Says what makes the world as an object declares it. */
    public ControllerBuilder<T> reconcile(Reconciler<T> reconciler) {
        this.reconciler = reconciler;
        return this;
    }

    /**
     * Says what has to be done before an object may go. That alone is what puts a finalizer on every object; it is taken away
     * when the clean-up is {@link Outcome#done() done}. Objects that the reconciled one owns go by themselves.
     * A plan only tells that it would be called.
     */
    public ControllerBuilder<T> onDelete(Reconciler<T> cleanUp) {
        this.cleanUp = cleanUp;
        return this;
    }

    /**
     * Says what this process has to forget when an object is gone: a gauge, a connection. It needs no finalizer, so it is also for
     * kinds of others; what must not be left behind outside this process is for {@link #onDelete}.
     *
     * <p>It is called by a worker, never at the same time as the reconciler for that key, and again with backoff if it throws.
     * It may be called more than once, for a key that never was, and not at all if another object has taken the name at once:
     * then the reconciler is called for that one. A process that stands by is told when it leads again, of objects that it has worked on. A plan
     * tells nobody, and a {@link #filter} that lets no deletion pass lets nobody know.
     */
    public ControllerBuilder<T> onGone(Consumer<? super Key> farewell) {
        this.farewell = farewell;
        return this;
    }

    /**
     * Calls the reconciler also for objects that are being deleted and wait for somebody else. At first it is not, because
     * what it would make must go anyway.
     */
    public ControllerBuilder<T> includingDeleted() {
        this.includesDeleted = true;
        return this;
    }

    /** Names the finalizer of {@link #onDelete}. At first it is the kind's group and the controller's name. */
    public ControllerBuilder<T> finalizer(String finalizer) {
        this.finalizer = NameRules.withDomain("a finalizer", finalizer);
        return this;
    }

    /** Watches objects that the reconciled ones control: a change of one wakes its controller. */
    public <R extends Resource> ControllerBuilder<T> owns(ResourceType<R> owned) {
        return owns(owned, notification -> true);
    }

    /** As {@link #owns(ResourceType)}, for those changes that pass a filter. */
    public <R extends Resource> ControllerBuilder<T> owns(
            ResourceType<R> owned, Predicate<? super Notification<R>> filter) {
        this.owned.add(owned);
        sources.add(Source.owned(type, owned, filter));
        return this;
    }

    /** Watches other objects: a change of one wakes the objects with the keys that the mapping gives. */
    public <R extends Resource> ControllerBuilder<T> watches(
            ResourceType<R> watched, Function<? super R, ? extends Collection<Key>> mapping) {
        return watches(watched, mapping, notification -> true);
    }

    /** As {@link #watches(ResourceType, Function)}, for those changes that pass a filter. */
    public <R extends Resource> ControllerBuilder<T> watches(
            ResourceType<R> watched,
            Function<? super R, ? extends Collection<Key>> mapping,
            Predicate<? super Notification<R>> filter) {
        return watches(watched, (object, caches) -> mapping.apply(object), filter);
    }

    /**
     * As {@link #watches(ResourceType, Function)}, for a mapping that looks into the caches of this controller: who refers to this object
     * is what an {@linkplain #index index} of the reconciled ones tells.
     *
     * <p>At the start objects may be mapped before the reconciled ones are there. Nobody is forgotten: all of those are looked at anyway.
     */
    public <R extends Resource> ControllerBuilder<T> watches(
            ResourceType<R> watched, BiFunction<? super R, ? super CacheReader, ? extends Collection<Key>> mapping) {
        return watches(watched, mapping, notification -> true);
    }

    /** As {@link #watches(ResourceType, BiFunction)}, for those changes that pass a filter. */
    public <R extends Resource> ControllerBuilder<T> watches(
            ResourceType<R> watched,
            BiFunction<? super R, ? super CacheReader, ? extends Collection<Key>> mapping,
            Predicate<? super Notification<R>> filter) {
        sources.add(new Source<>(watched, mapping, filter));
        return this;
    }

    /** Lets something outside the cluster wake objects. */
    public ControllerBuilder<T> wakes(Waker waker) {
        wakers.add(waker);
        return this;
    }

    /** Keeps a cache of a kind for the reconciler to read. Its changes wake nobody. */
    public ControllerBuilder<T> reads(ResourceType<?> read) {
        reads.add(read);
        return this;
    }

    /**
     * Files the objects of a kind under values, for {@link CacheReader#byIndex}. Keeps a cache of the kind, as {@link #reads} does. The name is this
     * controller's own: another may give it to another index. An object that the function fails for is filed under nothing, and the log says so.
     *
     * @throws IllegalArgumentException if this controller has an index of that name for the kind
     */
    public <R extends Resource> ControllerBuilder<T> index(
            ResourceType<R> indexed, String name, IndexFunction<? super R> values) {
        for (Index<?> index : indexes) {
            if (index.name().equals(name) && index.type().groupVersionKind().equals(indexed.groupVersionKind())) {
                throw new IllegalArgumentException(
                        "controller \"" + this.name + "\" has an index \"" + name + "\" of " + indexed + " already");
            }
        }
        indexes.add(new Index<>(indexed, name, values));
        return reads(indexed);
    }

    /** Looks only at those changes of the reconciled objects that pass a filter, such as one of {@link Filters}. At first all do. */
    public ControllerBuilder<T> filter(Predicate<? super Notification<T>> filter) {
        this.filter = filter;
        return this;
    }

    /** Says how many objects are reconciled at a time: one at first. They are virtual threads, so thousands are fine. */
    public ControllerBuilder<T> workers(int workers) {
        if (workers < 1) {
            throw new IllegalArgumentException("controller \"" + name + "\" cannot work with " + workers + " workers");
        }
        this.workers = workers;
        return this;
    }

    /**
     * Says which objects come first when several wait: those with the higher number. At first all have 0. Objects that were there
     * at the start, and those that are looked at again without a change, stand 100 below. Nothing starves: a key gains a point for
     * every tenth of a second that it waits. A handful of different numbers is meant.
     */
    public ControllerBuilder<T> priority(ToIntFunction<? super T> priority) {
        this.priority = Optional.of(priority);
        return this;
    }

    /** Says how long to wait before a failed reconcile is tried again: 5 ms doubling to 1000 s at first. */
    public ControllerBuilder<T> backoff(Supplier<RateLimiter<Key>> backoff) {
        this.backoff = backoff;
        return this;
    }

    /**
     * Says how long after a call for an object the next one for the same object begins at the earliest, whatever led to it; no time at all
     * at first. Changes that come sooner are not lost: they wait, and lead to one call together. Objects do not wait for one another, and
     * that one is {@linkplain #onGone gone} is told at once.
     */
    public ControllerBuilder<T> atMostEvery(Duration interval) {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("controller \"" + name + "\" cannot look at objects every " + interval);
        }
        this.interval = interval;
        return this;
    }

    /** Looks at all objects again and again. Never at first, because nothing is missed. */
    public ControllerBuilder<T> resync(Duration period) {
        this.resync = period;
        return this;
    }

    /** Says how long a worker waits until the cache shows what was last written for an object: 5 s at first. */
    public ControllerBuilder<T> viewTimeout(Duration timeout) {
        this.viewTimeout = timeout;
        return this;
    }

    /**
     * Says how long a call of the reconciler may take, {@link #onDelete} and {@link #onGone} too; as long as it likes at first, as in
     * controller-runtime. One that takes longer is interrupted, and has failed, whatever it returns: it is called again with backoff. A
     * {@linkplain Scope#statusAtEnd status that is sent at the end} has as long again.
     *
     * <p>A call that runs for a minute is told of in the log in any case. Requests have no time limit of their own unless
     * {@code ClientConfig} gives them one, so with few workers this is what keeps a server that does not answer from stopping all.
     */
    public ControllerBuilder<T> reconcileTimeout(Duration limit) {
        if (!limit.isPositive()) {
            throw new IllegalArgumentException("controller \"" + name + "\" cannot reconcile within " + limit);
        }
        this.limit = Optional.of(limit);
        return this;
    }

    /** {@return the types of all caches that it needs} */
    Stream<ResourceType<?>> declared() {
        Stream<ResourceType<?>> watched = sources.stream().map(Source::type);
        return Stream.concat(Stream.of(type), Stream.concat(watched, reads.stream()));
    }

    /** {@return whether it puts finalizers on objects, and takes them away} */
    boolean cleansUp() {
        return cleanUp != null;
    }

    Source<T> primary() {
        return Source.of(type, filter);
    }

    Lifecycle<T> lifecycle() {
        if (reconciler == null) {
            throw new IllegalStateException(
                    "controller \"" + name + "\" has nothing to do: say what with .reconcile((object, scope) -> …)");
        }
        if (finalizer != null && cleanUp == null) {
            throw new IllegalStateException(
                    "controller \"" + name + "\" names a finalizer, but no .onDelete((object, scope) -> …)");
        }
        Optional<Deletion<T>> deletion = Optional.ofNullable(cleanUp).map(c -> new Deletion<>(finalizerName(), c));
        return new Lifecycle<>(reconciler, deletion, includesDeleted, farewell);
    }

    private String finalizerName() {
        if (finalizer != null) {
            return finalizer;
        }
        String domain = type.group().isEmpty() ? "konverge.dev" : type.group();
        return domain + '/' + name;
    }
}
