package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A {@link WorkQueue} in the making. */
public final class WorkQueueBuilder<K> {
    private final Platform platform;
    private QueueConfig.Order<K> order = new QueueConfig.Order.FirstInFirstOut<>();
    private @Nullable RateLimiter<K> limiter;
    private @Nullable Boolean supersedes;
    private QueueMetrics.@Nullable Provider metrics;
    private String name = "";

    WorkQueueBuilder(Platform platform) {
        this.platform = platform;
    }

    /** Sets what {@link WorkQueue#addRateLimited} asks. By default client-go's limiter for controllers; with priorities controller-runtime's. */
    public WorkQueueBuilder<K> rateLimiter(RateLimiter<K> rateLimiter) {
        this.limiter = rateLimiter;
        return this;
    }

    /** Hands out by priority, instead of in the order of adding. */
    public WorkQueueBuilder<K> priorities(Priorities<K> priorities) {
        this.order = new QueueConfig.Order.ByPriority<>(priorities);
        return this;
    }

    /** Hands out in an order of one's own, which knows of no priorities. */
    public WorkQueueBuilder<K> ordering(Ordering<K> ordering) {
        this.order = new QueueConfig.Order.Custom<>(ordering);
        return this;
    }

    /**
     * Whether adding a key at once cancels its pending delay. If not, it is added once more when the delay is over, as in
     * client-go, which is the default; with priorities the default is to cancel, as in controller-runtime.
     */
    public WorkQueueBuilder<K> immediateAddSupersedesDelay(boolean value) {
        this.supersedes = value;
        return this;
    }

    /** Gives the queue a name, under which {@code provider}'s metrics are told what happens. */
    public WorkQueueBuilder<K> metrics(String queueName, QueueMetrics.Provider provider) {
        this.name = queueName;
        this.metrics = provider;
        return this;
    }

    /** {@return a new queue} */
    public WorkQueue<K> build() {
        return build(platform.clock());
    }

    WorkQueue<K> build(Clock clock) {
        return new WorkQueue<>(this, config(), clock);
    }

    Signal signal(ReentrantLock lock) {
        return platform.signal(lock);
    }

    RateLimiter<K> limiter() {
        if (limiter != null) {
            return limiter;
        }
        return hasPriorities() ? RateLimiters.itemExponential() : RateLimiters.defaultController(platform.clock());
    }

    QueueConfig<K> config() {
        return new QueueConfig<>(order, metrics != null, supersedes == null ? hasPriorities() : supersedes);
    }

    @Nullable
    QueueMetrics metrics(QueueMetrics.Gauges gauges) {
        return metrics == null ? null : new GuardedMetrics(name, metrics.of(name, gauges));
    }

    private boolean hasPriorities() {
        return order instanceof QueueConfig.Order.ByPriority<K>;
    }
}
