package dev.konverge.cli.demo;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ClientSet;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.FactoryOptions;
import dev.konverge.informer.SharedInformerFactory;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.events.v1.Event;
import dev.konverge.samples.foo.v1alpha1.Foo;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Watches the cluster like any client, and tells the narrator what changes. */
final class Reporter implements AutoCloseable {
    private static final Duration SYNCED_WITHIN = Duration.ofMinutes(2);
    private static final Duration BREATH = Narrator.PATIENCE.dividedBy(2);

    private final SharedInformerFactory informers;
    private final Narrator narrator;
    private final Task telling;

    Reporter(Platform platform, ClientSet clients, Narrator narrator) {
        this.informers =
                new SharedInformerFactory(platform, clients, FactoryOptions.STANDARD.withNamespace(Story.NAMESPACE));
        this.narrator = narrator;
        follow(Foo.TYPE, Reporter::stateOf);
        follow(Deployment.TYPE, Reporter::stateOf);
        follow(ReplicaSet.TYPE, Reporter::stateOf);
        follow(Pod.TYPE, Reporter::stateOf);
        tellEvents();
        informers.start();
        telling = platform.start("narrator", () -> {
            while (true) {
                platform.sleep(BREATH);
                narrator.tell();
            }
        });
    }

    /** Waits until it has seen what is there, so that it tells of changes only. */
    void awaitSynced() throws InterruptedException {
        informers.awaitSynced(SYNCED_WITHIN);
    }

    private <T extends Resource> void follow(ResourceType<T> type, Function<T, String> state) {
        informers
                .resource(type)
                .informer()
                .addHandler(EventHandler.<T>functions()
                        .onAdd((object, initial) -> {
                            if (!initial) {
                                tell(object, "created" + by(object));
                            }
                        })
                        .onUpdate((before, after) -> {
                            String now = state.apply(after);
                            if (!now.equals(state.apply(before))) {
                                tell(after, now);
                            }
                        })
                        .onDelete(deleted -> narrator.event(
                                deleted.findObject().map(Reporter::change).orElse(0L),
                                type.kind(),
                                deleted.key().name(),
                                "gone")));
    }

    private void tellEvents() {
        informers
                .resource(Event.TYPE)
                .informer()
                .addHandler(EventHandler.<Event>functions().onAdd((event, initial) -> {
                    if (!initial
                            && event.regarding() != null
                            && "Foo".equals(event.regarding().kind())) {
                        narrator.event(
                                change(event),
                                "Event",
                                String.valueOf(event.regarding().name()),
                                event.reason() + ": " + event.note());
                    }
                }));
    }

    private void tell(Resource object, String what) {
        narrator.event(change(object), object.kind(), object.key().name(), what);
    }

    /** The server of the demonstration counts the changes of all kinds together. */
    private static long change(Resource object) {
        return Long.parseLong(Objects.requireNonNullElse(object.metadata().resourceVersion(), "0"));
    }

    private static String by(Resource object) {
        return object.findController()
                .map(owner -> " for " + owner.kind() + " " + owner.name())
                .orElse("");
    }

    private static String stateOf(Foo foo) {
        if (foo.metadata().deletionTimestamp() != null) {
            return "is being deleted";
        }
        int wanted = Optional.ofNullable(foo.spec()).map(s -> s.replicas()).orElse(1);
        int available = Optional.ofNullable(foo.status())
                .map(s -> s.availableReplicas())
                .orElse(0);
        return available + " of " + wanted + " available";
    }

    private static String stateOf(Deployment deployment) {
        int wanted =
                Optional.ofNullable(deployment.spec()).map(s -> s.replicas()).orElse(1);
        int available = Optional.ofNullable(deployment.status())
                .map(s -> s.availableReplicas())
                .orElse(0);
        return available + " of " + wanted + " available";
    }

    private static String stateOf(ReplicaSet set) {
        int wanted = Optional.ofNullable(set.spec()).map(s -> s.replicas()).orElse(1);
        int ready =
                Optional.ofNullable(set.status()).map(s -> s.readyReplicas()).orElse(0);
        return ready + " of " + wanted + " ready";
    }

    private static String stateOf(Pod pod) {
        if (pod.metadata().deletionTimestamp() != null) {
            return "is being stopped";
        }
        String phase = Optional.ofNullable(pod.status()).map(s -> s.phase()).orElse("Pending");
        String node = Optional.ofNullable(pod.spec()).map(s -> s.nodeName()).orElse("");
        return phase.equals("Pending") && !node.isEmpty() ? "scheduled to " + node : phase;
    }

    @Override
    public void close() {
        telling.close();
        informers.close();
    }
}
