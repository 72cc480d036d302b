package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Resource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@linkplain SharedInformer shared informers}.
 *
 * @param <T> the type of the objects
 */
public final class SharedInformerBuilder<T extends Resource> {
    final Platform platform;
    final ListerWatcher<T> source;
    final Map<String, IndexFunction<? super T>> indexers = new HashMap<>(Indexer.<T>byNamespace());
    String name;
    Duration resyncPeriod = Duration.ZERO;
    ReflectorPolicy policy = ReflectorPolicy.STANDARD;
    UnaryOperator<T> transform = UnaryOperator.identity();
    WatchErrorHandler errorHandler = WatchErrorHandler.logging();
    InformerMetrics.Provider metrics = InformerMetrics.Provider.NONE;

    @Nullable
    GroupVersionKind expectedKind;

    boolean detectsMutations;
    private Order order = Order.OF_ARRIVAL;

    SharedInformerBuilder(Platform platform, ListerWatcher<T> source) {
        this.platform = platform;
        this.source = source;
        this.name = source.toString();
    }

    /** A copy, which later changes of the other leave alone. */
    private SharedInformerBuilder(SharedInformerBuilder<T> other) {
        this.platform = other.platform;
        this.source = other.source;
        this.indexers.putAll(other.indexers);
        this.name = other.name;
        this.resyncPeriod = other.resyncPeriod;
        this.policy = other.policy;
        this.transform = other.transform;
        this.errorHandler = other.errorHandler;
        this.metrics = other.metrics;
        this.expectedKind = other.expectedKind;
        this.detectsMutations = other.detectsMutations;
        this.order = other.order;
    }

    /** In which order changes reach the copy and the handlers. */
    public enum Order {
        /** Every change, in the order in which they came; of a new list all at once. */
        OF_ARRIVAL,
        /**
         * All that has come for one object together: the way of client-go before 1.33. An early change of one object may then come
         * after a late one of another, so the copy has no version and {@link Indexer#awaitVersion} refuses (ST-9).
         */
        BY_OBJECT
    }

    /** Names it, for logs, threads and figures. */
    public SharedInformerBuilder<T> name(String name) {
        this.name = name;
        return this;
    }

    /**
     * Adds indexes to the one by namespace, which is always there.
     *
     * @throws IllegalArgumentException if another one has its name: listers and the self-check rely on it
     */
    public SharedInformerBuilder<T> indexers(Map<String, ? extends IndexFunction<? super T>> more) {
        IndexFunction<? super T> namespace = more.get(IndexFunction.NAMESPACE);
        if (namespace != null && namespace != NamespaceIndex.BY_NAMESPACE) {
            throw new IllegalArgumentException("indexer conflict: [" + IndexFunction.NAMESPACE
                    + "]: the index by namespace is always there; give yours another name");
        }
        indexers.putAll(more);
        return this;
    }

    /** Tells handlers of all objects again and again. Zero, as it is at first, for never. Handlers may ask for other periods. */
    public SharedInformerBuilder<T> resyncPeriod(Duration period) {
        this.resyncPeriod = ResyncPeriods.checked(period);
        return this;
    }

    /** Says how the server is asked. */
    public SharedInformerBuilder<T> policy(ReflectorPolicy policy) {
        this.policy = policy;
        return this;
    }

    /** Says what is done to each object before it is kept. It must leave alone what it has been applied to already. */
    public SharedInformerBuilder<T> transform(UnaryOperator<T> transform) {
        this.transform = transform;
        return this;
    }

    /** Says who is told of failures. */
    public SharedInformerBuilder<T> watchErrorHandler(WatchErrorHandler handler) {
        this.errorHandler = handler;
        return this;
    }

    /** Counts what happens. */
    public SharedInformerBuilder<T> metrics(InformerMetrics.Provider provider) {
        this.metrics = provider;
        return this;
    }

    /** Passes over objects of another kind. Of use where objects are trees. */
    public SharedInformerBuilder<T> expectedKind(GroupVersionKind kind) {
        this.expectedKind = kind;
        return this;
    }

    /** Says in which order changes come. */
    public SharedInformerBuilder<T> order(Order order) {
        this.order = order;
        return this;
    }

    /** Looks for handlers that change objects of the copy. Of use where objects can be changed; costs time and memory. */
    public SharedInformerBuilder<T> detectMutations() {
        this.detectsMutations = true;
        return this;
    }

    /** {@return an informer that has not started} What is set here afterwards concerns only those that are built afterwards. */
    public SharedInformer<T> build() {
        return new SharedInformer<>(new SharedInformerBuilder<>(this));
    }

    Indexer<T> indexer() {
        StoreConfig<T> config = StoreConfig.<T>of(KeyFunction.ofMetadata()).withIndexers(indexers);
        return Indexer.of(platform, order == Order.OF_ARRIVAL ? config : config.withoutVersion());
    }

    DeltaQueue<T> queue(KnownObjects<T> known, UnaryOperator<T> finalTransform) {
        KeyFunction<T> keys = KeyFunction.ofMetadata();
        return switch (order) {
            case OF_ARRIVAL ->
                new RealFifo<>(
                        platform,
                        RealFifo.Config.of(keys).withName("RealFIFO " + name).withTransform(finalTransform));
            case BY_OBJECT ->
                new DeltaFifo<>(
                        platform,
                        DeltaFifo.Config.of(keys)
                                .withName("DeltaFIFO " + name)
                                .withKnown(known)
                                .withTransform(finalTransform));
        };
    }
}
