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
        private final Class<?> form;
        private final SharedInformer<?> informer;
        private Phase phase = new Phase.Idle();

        private Member(Class<?> form, SharedInformer<?> informer) {
            this.form = form;
            this.informer = informer;
        }

        SharedInformer<?> of(GroupVersionResource resource, Class<?> wanted) {
            if (!form.equals(wanted)) {
                throw new IllegalArgumentException("the factory has an informer of " + resource
                        + " already, with objects of another type: they are read by " + form.getName()
                        + ", not by " + wanted.getName());
            }
            return informer;
        }
    }

    /** How far an informer is. */
    private sealed interface Phase {
        record Idle() implements Phase {}

        /** Somebody starts it, without the lock. */
        record Starting() implements Phase {}

        record Running(SharedInformer.Running running) implements Phase {}
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
     * @param form what is the same for all who mean the same type of objects
     * @throws IllegalArgumentException if there is an informer of that resource in another form
     */
    @SuppressWarnings("unchecked") // one form a resource
    <T extends Resource> SharedInformer<T> informer(
            GroupVersionResource resource, Class<?> form, Supplier<SharedInformer<T>> make) {
        Member known = find(resource);
        // Without the lock: who makes one may ask for others, here or in another thread.
        return (SharedInformer<T>)
                (known == null ? admitted(resource, new Member(form, make.get())) : known).of(resource, form);
    }

    private @Nullable Member find(GroupVersionResource resource) {
        lock.lock();
        try {
            return members.get(resource);
        } finally {
            lock.unlock();
        }
    }

    /** {@return the informer of a resource, which may have become another one meanwhile} */
    private Member admitted(GroupVersionResource resource, Member made) {
        lock.lock();
        try {
            Member there = members.putIfAbsent(resource, made);
            return there == null ? made : there;
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

    /** Without the lock: an informer asks whoever keeps its figures, who may ask here. One that fails keeps no other from starting. */
    void start() {
        Endings starts = new Endings();
        claimed().forEach(member -> starts.then(() -> start(member)));
        starts.rethrow();
    }

    /** {@return the informers that the caller has to start} */
    private List<Member> claimed() {
        List<Member> claimed = new ArrayList<>();
        lock.lock();
        try {
            for (Member member : members.values()) {
                if (!closed && member.phase instanceof Phase.Idle) {
                    member.phase = new Phase.Starting();
                    claimed.add(member);
                }
            }
        } finally {
            lock.unlock();
        }
        return claimed;
    }

    private void start(Member member) {
        SharedInformer.Running running;
        try {
            running = member.informer.start();
        } catch (Throwable failure) {
            enter(member, new Phase.Idle());
            throw failure;
        }
        if (!enter(member, new Phase.Running(running))) {
            running.close();
        }
    }

    /** {@return whether the pool is open still, so that it will close what runs} */
    private boolean enter(Member member, Phase phase) {
        lock.lock();
        try {
            member.phase = phase;
            return !closed;
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
                if (!(member.phase instanceof Phase.Idle)) {
                    started.put(resource.toString(), member.informer.synced());
                }
            });
        } finally {
            lock.unlock();
        }
        return started;
    }

    /** Closes all, whatever one of them throws. All are asked to end before one is waited for. */
    void close() {
        List<SharedInformer.Running> running = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            for (Member member : members.values()) {
                if (member.phase instanceof Phase.Running(var runs)) {
                    running.add(runs);
                }
            }
        } finally {
            lock.unlock();
        }
        Endings endings = new Endings();
        running.forEach(each -> endings.then(each::interrupt));
        running.forEach(each -> endings.then(each::close));
        endings.rethrow();
    }
}
