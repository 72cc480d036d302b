package dev.konverge.cli.demo;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.Resource;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.samples.foo.v1alpha1.Foo;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is done to the Foos, chapter by chapter, and how each chapter is known to have come to a good end. */
final class Story {
    static final String NAMESPACE = "default";

    static final String EXAMPLE = "example";

    /** How long what has come about takes to be told of: a moment longer than the narrator waits. */
    private static final Duration SETTLE = Narrator.PATIENCE.multipliedBy(2);

    private static final Duration POLL = Duration.ofMillis(50);

    /** How many of many something is done to between two looks at what has become of the others. */
    private static final int DONE_AT_ONCE = 50;

    private final Platform platform;
    private final Narrator narrator;
    private final ResourceClient<Foo> foos;
    private final ResourceClient<Deployment> deployments;
    private final ResourceClient<ReplicaSet> sets;
    private final ResourceClient<Pod> pods;

    /** How long a chapter may take. */
    private final Duration patience;

    Story(Platform platform, ClientSet clients, Narrator narrator, Duration patience) {
        this.platform = platform;
        this.narrator = narrator;
        this.patience = patience;
        this.foos = clients.resource(Foo.TYPE).in(NAMESPACE);
        this.deployments = clients.resource(Deployment.TYPE).in(NAMESPACE);
        this.sets = clients.resource(ReplicaSet.TYPE).in(NAMESPACE);
        this.pods = clients.resource(Pod.TYPE).in(NAMESPACE);
    }

    /** Tells of one Foo. */
    void ofOne(Duration pause) throws InterruptedException {
        String name = EXAMPLE;
        narrator.chapter("Somebody creates a Foo that wants 2 replicas");
        foos.create(foo(name, 2));
        await("the Foo is as declared", () -> isServed(name, 2));
        platform.sleep(pause);

        narrator.chapter("Somebody scales it to 4");
        foos.patch(name, new MergePatch(Json.parse("{\"spec\":{\"replicas\":4}}")));
        await("4 replicas are available", () -> isServed(name, 4));
        platform.sleep(pause);

        narrator.chapter("Somebody deletes a pod behind its back");
        Pod victim = pods.list().items().getFirst();
        pods.delete(victim.key(), DeleteOptions.builder().build());
        await(
                "it was replaced",
                () -> isServed(name, 4) && pods.find(victim.key().name()).isEmpty());
        platform.sleep(pause);

        narrator.chapter("Somebody deletes the Deployment behind its back");
        String uid = uidOf(deployments.get(name));
        deployments.delete(name);
        await("there is a new one, and its pods run", () -> isReplaced(name, uid) && isServed(name, 4));
        platform.sleep(pause);

        narrator.chapter("Somebody deletes the Foo, and with it what was made for it");
        foos.delete(
                Key.of(NAMESPACE, name),
                DeleteOptions.builder().propagationPolicy("Foreground").build());
        await("everything that was made for it is gone", this::isEmpty);
    }

    /** Leaves a Foo to play with. */
    void leaveOne() {
        foos.create(foo(EXAMPLE, 2));
    }

    /** Tells of many Foos, in numbers. */
    void ofMany(int count, Census census) throws InterruptedException {
        List<String> names = IntStream.range(0, count).mapToObj(i -> "foo-" + i).toList();
        Set<String> gone = new HashSet<>();

        narrator.chapter(String.format(Locale.ROOT, "Somebody creates %,d Foos with 1 replica each", count));
        doToEach(names, name -> foos.create(foo(name, 1)), () -> census.served(1, gone));
        toldOf(String.format(Locale.ROOT, "%,d Foos are as declared", count));

        narrator.chapter("Somebody scales them to 2 replicas each");
        MergePatch scale = new MergePatch(Json.parse("{\"spec\":{\"replicas\":2}}"));
        doToEach(names, name -> foos.patch(name, scale), () -> census.served(2, gone));
        toldOf("2 replicas of each are available");

        narrator.chapter("Somebody deletes a pod of each behind their back");
        Collection<Pod> victims = pods.list().items().stream()
                .collect(Collectors.toMap(Story::fooOf, pod -> pod, (one, other) -> one))
                .values();
        victims.forEach(pod -> gone.add(uidOf(pod)));
        doToEach(victims, pod -> pods.delete(pod.key(), DeleteOptions.builder().build()), () -> census.served(2, gone));
        toldOf("they were replaced");

        narrator.chapter("Somebody deletes their Deployments behind their back");
        deployments.list().items().forEach(deployment -> gone.add(uidOf(deployment)));
        deployments.deleteCollection(DeleteOptions.builder().build(), ListOptions.NONE);
        follow("converged", count, () -> census.served(2, gone));
        toldOf("there are new ones, and their pods run");

        narrator.chapter("Somebody deletes the Foos, and with them what was made for them");
        foos.deleteCollection(DeleteOptions.builder().build(), ListOptions.NONE);
        int things = count * 4;
        follow("gone", things, () -> things - Math.min(things, census.made()));
        await("everything that was made for them is gone", this::isEmpty);
    }

    /** Does something to each, one after the other, and waits until as many are converged. */
    private <T> void doToEach(Collection<T> all, Consumer<T> deed, Count converged) throws InterruptedException {
        int done = 0;
        for (T one : all) {
            deed.accept(one);
            if (done++ % DONE_AT_ONCE == 0) {
                narrator.progress("converged", converged.now(), all.size());
            }
        }
        follow("converged", all.size(), converged);
    }

    private void toldOf(String what) {
        narrator.done(what, platform.clock().nanoTime());
    }

    private static Foo foo(String name, int replicas) {
        return Foo.builder()
                .metadata(m -> m.namespace(NAMESPACE).name(name))
                .spec(s -> s.deploymentName(name).replicas(replicas))
                .build();
    }

    static boolean isServed(Foo foo, int replicas) {
        Integer wanted = Optional.ofNullable(foo.spec()).map(s -> s.replicas()).orElse(0);
        Integer available = Optional.ofNullable(foo.status())
                .map(s -> s.availableReplicas())
                .orElse(0);
        return wanted == replicas && available == replicas;
    }

    static boolean isRunning(Pod pod) {
        return pod.metadata().deletionTimestamp() == null
                && pod.status() != null
                && "Running".equals(pod.status().phase());
    }

    /** {@return the name of the Foo that a pod serves} */
    static String fooOf(Pod pod) {
        return pod.metadata().labels().getOrDefault("controller", "");
    }

    static String uidOf(Resource object) {
        return Objects.requireNonNullElse(object.metadata().uid(), "");
    }

    private boolean isServed(String name, int replicas) {
        long running = pods.list().items().stream().filter(Story::isRunning).count();
        return running == replicas
                && foos.find(name).filter(foo -> isServed(foo, replicas)).isPresent();
    }

    private boolean isReplaced(String name, String uid) {
        return deployments
                .find(name)
                .filter(deployment -> !uid.equals(uidOf(deployment)))
                .isPresent();
    }

    private int left() {
        return deployments.list().items().size()
                + sets.list().items().size()
                + pods.list().items().size();
    }

    private boolean isEmpty() {
        return foos.list().items().isEmpty() && left() == 0;
    }

    private interface Count {
        int now();
    }

    private void follow(String what, int all, Count count) throws InterruptedException {
        long deadline = platform.clock().deadlineAfter(patience);
        int last = -1;
        while (last < all) {
            int now = count.now();
            if (now != last) {
                narrator.progress(what, now, all);
                deadline = platform.clock().deadlineAfter(patience);
            }
            last = now;
            pauseOrGiveUp(deadline, what + " stays at " + now + " of " + all);
        }
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = platform.clock().deadlineAfter(patience);
        while (!holds(condition)) {
            pauseOrGiveUp(deadline, "it did not happen that " + what);
        }
        long when = platform.clock().nanoTime();
        platform.sleep(SETTLE);
        narrator.done(what, when);
    }

    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (ApiException.NotFound notYet) {
            return false;
        }
    }

    private void pauseOrGiveUp(long deadline, String what) throws InterruptedException {
        if (platform.clock().nanoTime() >= deadline) {
            throw new NotConverged(what + " within " + patience.toSeconds() + " s");
        }
        platform.sleep(POLL);
    }
}
