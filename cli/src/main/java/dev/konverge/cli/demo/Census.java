package dev.konverge.cli.demo;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.informer.FactoryOptions;
import dev.konverge.informer.Lister;
import dev.konverge.informer.SharedInformerFactory;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.samples.foo.v1alpha1.Foo;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts what there is, from copies that follow the server: to ask the server for thousands of objects, twenty times a second, would slow it down. */
final class Census implements AutoCloseable {
    private static final Duration SYNCED_WITHIN = Duration.ofMinutes(2);

    private final SharedInformerFactory informers;
    private final Lister<Foo> foos;
    private final Lister<Deployment> deployments;
    private final Lister<ReplicaSet> sets;
    private final Lister<Pod> pods;

    Census(Platform platform, ClientSet clients) throws InterruptedException {
        this.informers =
                new SharedInformerFactory(platform, clients, FactoryOptions.STANDARD.withNamespace(Story.NAMESPACE));
        this.foos = lister(Foo.TYPE);
        this.deployments = lister(Deployment.TYPE);
        this.sets = lister(ReplicaSet.TYPE);
        this.pods = lister(Pod.TYPE);
        informers.start();
        informers.awaitSynced(SYNCED_WITHIN);
    }

    private <T extends Resource> Lister<T> lister(ResourceType<T> type) {
        return informers.resource(type).lister();
    }

    /**
     * {@return how many Foos want so many replicas and have them}
     *
     * @param gone the uids of deployments and pods that do not count, because they were deleted
     */
    int served(int replicas, Set<String> gone) {
        Map<String, Long> running = pods.list().stream()
                .filter(pod -> Story.isRunning(pod) && !gone.contains(Story.uidOf(pod)))
                .collect(Collectors.groupingBy(Story::fooOf, Collectors.counting()));
        return Math.toIntExact(foos.list().stream()
                .filter(foo -> Story.isServed(foo, replicas))
                .filter(foo -> running.getOrDefault(foo.key().name(), 0L) == replicas)
                .filter(foo -> deployments
                        .in(Story.NAMESPACE)
                        .find(foo.key().name())
                        .filter(deployment -> !gone.contains(Story.uidOf(deployment)))
                        .map(Deployment::status)
                        .filter(status -> Objects.equals(status.availableReplicas(), replicas))
                        .isPresent())
                .count());
    }

    /** {@return how many things there are that were made for Foos} */
    int made() {
        return deployments.list().size() + sets.list().size() + pods.list().size();
    }

    @Override
    public void close() {
        informers.close();
    }
}
