package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.client.ResourceClient;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Resource;
import dev.konverge.model.codec.DecodeOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The informers of a factory: who has been asked for, who runs. */
final class InformerPool {
    private final Platform platform;
    private final FactoryOptions options;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<GroupVersionResource, Member> members = new LinkedHashMap<>();

    @GuardedBy("lock")
    private boolean closed;

    private static final class Member {
        private final SharedInformer<?> informer;
        private SharedInformer.@Nullable Running running;

        private Member(SharedInformer<?> informer) {
            this.informer = informer;
        }
    }

    InformerPool(Platform platform, FactoryOptions options) {
        this.platform = platform;
        this.options = options;
    }

    FactoryOptions options() {
        return options;
    }

    /**
     * {@return the informer of a resource} The first one to ask makes it.
     *
     * <p>All who ask for a resource must mean the same type, which is so where a factory has one type for each.
     */
    @SuppressWarnings("unchecked") // one type a resource
    <T extends Resource> SharedInformer<T> informer(GroupVersionResource resource, Supplier<SharedInformer<T>> make) {
        lock.lock();
        try {
            Member member = members.get(resource);
            if (member == null) {
                // Not computeIfAbsent: who makes one may ask for others.
                member = new Member(make.get());
                members.put(resource, member);
            }
            return (SharedInformer<T>) member.informer;
        } finally {
            lock.unlock();
        }
    }

    /** {@return a new informer as the options say} */
    <T extends Resource> SharedInformer<T> make(
            GroupVersionResource resource, boolean namespaced, ResourceClient<T> client) {
        ResourceClient<T> scoped =
                namespaced && !options.namespace().isEmpty() ? client.in(options.namespace()) : client;
        DecodeOptions decoding = DecodeOptions.STANDARD.withManagedFields(options.keepsManagedFields());
        SharedInformerBuilder<T> builder = SharedInformer.builder(
                        platform, ListerWatcher.of(scoped, options.tweak(), decoding))
                .name(nameOf(resource))
                .resyncPeriod(options.resyncOf(resource))
                .transform(this::transformed)
                .policy(options.policy())
                .watchErrorHandler(options.errorHandler())
                .metrics(options.metrics());
        return (options.detectsMutations() ? builder.detectMutations() : builder).build();
    }

    String nameOf(GroupVersionResource resource) {
        return options.name().isEmpty() ? resource.toString() : options.name() + " " + resource;
    }

    @SuppressWarnings("unchecked") // checked right before
    private <T extends Resource> T transformed(T object) {
        Resource transformed = options.transform().apply(object);
        if (transformed.getClass() != object.getClass()) {
            throw new IllegalStateException(
                    "the factory's transform made a " + transformed.getClass().getName() + " of a "
                            + object.getClass().getName());
        }
        return (T) transformed;
    }

    void start() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            for (Member member : members.values()) {
                if (member.running == null) {
                    member.running = member.informer.start();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    SyncResult awaitSynced(Duration timeout) throws InterruptedException {
        return SyncResult.await(platform.clock(), started(), timeout);
    }

    private Map<String, DoneChecker> started() {
        Map<String, DoneChecker> started = new HashMap<>();
        lock.lock();
        try {
            members.forEach((resource, member) -> {
                if (member.running != null) {
                    started.put(resource.toString(), member.informer.synced());
                }
            });
        } finally {
            lock.unlock();
        }
        return started;
    }

    void close() {
        List<SharedInformer.Running> running = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            for (Member member : members.values()) {
                if (member.running != null) {
                    running.add(member.running);
                }
            }
        } finally {
            lock.unlock();
        }
        running.forEach(SharedInformer.Running::close);
    }
}
