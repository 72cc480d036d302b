package dev.konverge.samples.workloads;

import dev.konverge.client.ApiException;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.Scope;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.core.v1.Binding;
import dev.konverge.model.core.v1.Container;
import dev.konverge.model.core.v1.ContainerStatus;
import dev.konverge.model.core.v1.ObjectReference;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.PodCondition;
import dev.konverge.model.core.v1.PodIP;
import dev.konverge.model.core.v1.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/**
 * Says of each pod, after a while, that it runs and is ready, and of each that is being deleted that it has stopped. Nothing is
 * ever run. It is the scheduler as well, and the whole cluster is one node.
 */
public final class PretendKubelet implements Reconciler<Pod> {
    private final String node;
    private final Duration startTime;

    /**
     * A kubelet.
     *
     * @param node the name of its node
     * @param startTime how long a pod takes to start, on average
     */
    public PretendKubelet(String node, Duration startTime) {
        this.node = node;
        this.startTime = startTime;
    }

    @Override
    public Outcome reconcile(Pod pod, Scope<Pod> scope) {
        if (pod.metadata().deletionTimestamp() != null) {
            return stop(pod, scope);
        }
        if (pod.spec() == null || !Pods.isActive(pod) || Pods.phaseOf(pod).equals(PodStatus.Phase.RUNNING)) {
            return Outcome.done();
        }
        if (pod.spec().nodeName() == null) {
            bind(pod, scope);
            return Outcome.done();
        }
        Instant scheduled = Objects.requireNonNullElse(pod.metadata().creationTimestamp(), scope.now());
        Duration rest = Duration.between(scope.now(), scheduled.plus(startTime));
        if (rest.isPositive()) {
            return Outcome.requeueAfter(rest);
        }
        scope.statusAtEnd(pod.toBuilder().status(running(pod, scope.now())).build());
        return Outcome.done();
    }

    /** Lets go a pod that is being deleted: what it ran has stopped at once. */
    private static Outcome stop(Pod pod, Scope<Pod> scope) {
        DeleteOptions now = DeleteOptions.builder()
                .gracePeriodSeconds(0L)
                .preconditions(p -> p.uid(pod.metadata().uid()))
                .build();
        try {
            scope.clients().resource(Pod.TYPE).delete(pod.key(), now);
        } catch (ApiException.NotFound | ApiException.Conflict gone) {
            // Somebody was quicker, and perhaps another pod has its name.
            return Outcome.done();
        }
        return Outcome.done();
    }

    private void bind(Pod pod, Scope<Pod> scope) {
        scope.clients()
                .pods()
                .in(pod.key().namespace())
                .bind(Binding.builder()
                        .metadata(ObjectMeta.builder()
                                .namespace(pod.key().namespace())
                                .name(pod.key().name())
                                .build())
                        .target(ObjectReference.builder()
                                .kind("Node")
                                .name(node)
                                .build())
                        .build());
    }

    private PodStatus running(Pod pod, Instant time) {
        Instant now = time.truncatedTo(ChronoUnit.SECONDS);
        String address = addressOf(pod);
        List<Container> containers = pod.spec() == null ? List.of() : pod.spec().containers();
        return (pod.status() == null ? PodStatus.builder() : pod.status().toBuilder())
                .phase(PodStatus.Phase.RUNNING)
                .hostIP("10.0.0.10")
                .podIP(address)
                .podIPs(List.of(PodIP.builder().ip(address).build()))
                .startTime(now)
                .conditions(List.of(
                        condition("PodScheduled", now),
                        condition("Initialized", now),
                        condition("ContainersReady", now),
                        condition("Ready", now)))
                .containerStatuses(containers.stream()
                        .map(container -> running(container, now))
                        .toList())
                .build();
    }

    private static PodCondition condition(String type, Instant now) {
        return PodCondition.builder()
                .type(type)
                .status("True")
                .lastTransitionTime(now)
                .build();
    }

    private static ContainerStatus running(Container container, Instant now) {
        return ContainerStatus.builder()
                .name(container.name())
                .image(container.image())
                .imageID("pretended://" + container.image())
                .ready(true)
                .started(true)
                .restartCount(0)
                .state(s -> s.running(r -> r.startedAt(now)))
                .build();
    }

    /** {@return an address that looks like one of the cluster's, and stays the same} */
    private static String addressOf(Pod pod) {
        int hash = Objects.hashCode(pod.metadata().uid());
        return "10.244." + ((hash >>> 8) & 0xff) + "." + (1 + (hash & 0xff) % 254);
    }
}
