package dev.konverge.samples.workloads;

import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.Scope;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.apps.v1.ReplicaSetSpec;
import dev.konverge.model.apps.v1.ReplicaSetStatus;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.PodTemplateSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Turns a replica set into pods, as many as it wants. */
public final class ReplicaSetReconciler implements Reconciler<ReplicaSet> {
    ReplicaSetReconciler() {}

    @Override
    public Outcome reconcile(ReplicaSet set, Scope<ReplicaSet> scope) {
        ReplicaSetSpec spec = set.spec();
        if (spec == null || spec.template() == null) {
            return Outcome.failed("NoTemplate", "a replica set without a template declares nothing");
        }
        List<Pod> all = scope.owned(Pod.TYPE);
        List<Pod> pods = all.stream().filter(Pods::isActive).toList();
        int missing = Counts.wanted(set) - pods.size();
        for (int i = 0; i < missing; i++) {
            Pod pod = scope.create(pod(set, spec.template()));
            scope.event("SuccessfulCreate", "Created pod: " + pod.key().name());
        }
        pods.stream().sorted(LEAST_USEFUL_FIRST).limit(Math.max(0, -missing)).forEach(pod -> {
            scope.delete(pod);
            scope.event("SuccessfulDelete", "Deleted pod: " + pod.key().name());
        });
        return report(
                set, spec, scope, pods, all.stream().filter(Pods::isTerminating).count());
    }

    /** Those that are not ready go first, then the youngest. */
    private static final Comparator<Pod> LEAST_USEFUL_FIRST = Comparator.comparing(Pods::isReady)
            .thenComparing(
                    pod -> Objects.requireNonNullElse(pod.metadata().creationTimestamp(), Instant.EPOCH),
                    Comparator.reverseOrder())
            .thenComparing(pod -> pod.key().name());

    private static Pod pod(ReplicaSet set, PodTemplateSpec template) {
        ObjectMeta meta = Objects.requireNonNullElse(
                template.metadata(), ObjectMeta.builder().build());
        return Pod.builder()
                .metadata(m -> m.namespace(set.key().namespace())
                        .generateName(set.key().name() + "-")
                        .labels(meta.labels())
                        .annotations(meta.annotations()))
                .spec(template.spec())
                .build();
    }

    private static Outcome report(
            ReplicaSet set, ReplicaSetSpec spec, Scope<ReplicaSet> scope, List<Pod> pods, long terminating) {
        Duration settle = Duration.ofSeconds(Objects.requireNonNullElse(spec.minReadySeconds(), 0));
        Map<String, String> labels = spec.template() == null || spec.template().metadata() == null
                ? Map.of()
                : spec.template().metadata().labels();
        long available = pods.stream()
                .filter(pod -> Pods.isAvailable(pod, settle, scope.now()))
                .count();
        long ready = pods.stream().filter(Pods::isReady).count();
        scope.statusAtEnd(set.toBuilder()
                .status(ReplicaSetStatus.builder()
                        .observedGeneration(set.metadata().generation())
                        .replicas(pods.size())
                        .fullyLabeledReplicas(orNothing(pods.stream()
                                .filter(pod ->
                                        pod.metadata().labels().entrySet().containsAll(labels.entrySet()))
                                .count()))
                        .readyReplicas(orNothing(ready))
                        .availableReplicas(orNothing(available))
                        .terminatingReplicas(Math.toIntExact(terminating))
                        .build())
                .build());
        Optional<Duration> next = pods.stream()
                .flatMap(pod -> Pods.untilAvailable(pod, settle, scope.now()).stream())
                .min(Comparator.naturalOrder());
        return next.map(Outcome::requeueAfter).orElse(Outcome.done());
    }

    private static @org.jspecify.annotations.Nullable Integer orNothing(long count) {
        return count == 0 ? null : Math.toIntExact(count);
    }
}
