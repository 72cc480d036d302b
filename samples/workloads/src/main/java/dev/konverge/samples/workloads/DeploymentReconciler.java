package dev.konverge.samples.workloads;

import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.Scope;
import dev.konverge.model.LabelSelector;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentSpec;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.core.v1.PodTemplateSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Turns a deployment into replica sets: one for its template, and those of its past. */
public final class DeploymentReconciler implements Reconciler<Deployment> {
    static final String REVISION = "deployment.kubernetes.io/revision";
    private static final int KEPT_REVISIONS = 10;

    DeploymentReconciler() {}

    @Override
    public Outcome reconcile(Deployment deployment, Scope<Deployment> scope) {
        DeploymentSpec spec = deployment.spec();
        if (spec == null || spec.template() == null || spec.selector() == null) {
            return Outcome.failed("NoTemplate", "a deployment without a template or a selector declares nothing");
        }
        List<ReplicaSet> all = new ArrayList<>(scope.owned(ReplicaSet.TYPE));
        all.removeIf(set -> set.metadata().deletionTimestamp() != null);
        all.sort(Comparator.comparingLong(DeploymentReconciler::revisionOf)
                .thenComparing(set -> set.key().name()));
        String hash = TemplateHash.of(spec.template(), 0);
        Optional<ReplicaSet> current = all.stream()
                .filter(set -> hash.equals(set.metadata().labels().get(TemplateHash.LABEL)))
                .findFirst();
        List<ReplicaSet> old =
                all.stream().filter(set -> !current.equals(Optional.of(set))).toList();

        Rollout rollout = Rollout.of(spec);
        List<Rollout.Set> sizes = old.stream().map(Rollout.Set::of).toList();
        if (current.isEmpty() && rollout.paused()) {
            return finish(deployment, scope, rollout, current, resize(scope, old, rollout.hold(sizes)));
        }
        Rollout.Step step = rollout.next(current.map(Rollout.Set::of).orElse(new Rollout.Set(0, 0, 0)), sizes);
        long revision = revisionFor(current, old);
        ReplicaSet applied = scope.apply(replicaSet(deployment, spec, spec.template(), hash, step.current(), revision));
        List<ReplicaSet> resized = resize(scope, old, step.old());
        if (!Long.toString(revision).equals(deployment.metadata().annotations().get(REVISION))) {
            scope.edit(deployment, d -> withRevision(d, revision));
        }
        forgetThePast(spec, scope, resized);
        return finish(deployment, scope, rollout, Optional.of(applied), resized);
    }

    private static List<ReplicaSet> resize(Scope<Deployment> scope, List<ReplicaSet> sets, List<Integer> replicas) {
        List<ReplicaSet> resized = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
            int wanted = replicas.get(i);
            resized.add(scope.edit(sets.get(i), set -> withReplicas(set, wanted)));
        }
        return resized;
    }

    private static Outcome finish(
            Deployment deployment,
            Scope<Deployment> scope,
            Rollout rollout,
            Optional<ReplicaSet> current,
            List<ReplicaSet> old) {
        scope.statusAtEnd(deployment.toBuilder()
                .status(DeploymentProgress.statusOf(deployment, rollout, current, old, scope.now()))
                .build());
        return Outcome.done();
    }

    private static long revisionOf(ReplicaSet set) {
        return Long.parseLong(set.metadata().annotations().getOrDefault(REVISION, "0"));
    }

    /** The template that is current now has the highest number, also if it was current before. */
    private static long revisionFor(Optional<ReplicaSet> current, List<ReplicaSet> old) {
        long past =
                old.stream().mapToLong(DeploymentReconciler::revisionOf).max().orElse(0);
        long own = current.map(DeploymentReconciler::revisionOf).orElse(0L);
        return own > past ? own : past + 1;
    }

    private static ReplicaSet replicaSet(
            Deployment deployment,
            DeploymentSpec spec,
            PodTemplateSpec template,
            String hash,
            int replicas,
            long revision) {
        Map<String, String> labels = new HashMap<>(
                template.metadata() == null ? Map.of() : template.metadata().labels());
        labels.put(TemplateHash.LABEL, hash);
        LabelSelector selector = Objects.requireNonNull(spec.selector());
        Map<String, String> selected = new HashMap<>(selector.matchLabels());
        selected.put(TemplateHash.LABEL, hash);
        return ReplicaSet.builder()
                .metadata(m -> m.namespace(deployment.key().namespace())
                        .name(deployment.key().name() + "-" + hash)
                        .labels(labels)
                        .annotations(Map.of(REVISION, Long.toString(revision))))
                .spec(s -> s.replicas(replicas)
                        .minReadySeconds(spec.minReadySeconds())
                        .selector(selector.toBuilder().matchLabels(selected).build())
                        .template(template.toBuilder()
                                .metadata((template.metadata() == null
                                                ? dev.konverge.model.ObjectMeta.builder()
                                                : template.metadata().toBuilder())
                                        .labels(labels)
                                        .build())
                                .build()))
                .build();
    }

    private static ReplicaSet withReplicas(ReplicaSet set, int replicas) {
        return set.spec() == null || Counts.wanted(set) == replicas
                ? set
                : set.toBuilder()
                        .spec(set.spec().toBuilder().replicas(replicas).build())
                        .build();
    }

    private static Deployment withRevision(Deployment deployment, long revision) {
        Map<String, String> annotations = new HashMap<>(deployment.metadata().annotations());
        annotations.put(REVISION, Long.toString(revision));
        return deployment.toBuilder()
                .metadata(deployment.metadata().toBuilder()
                        .annotations(annotations)
                        .build())
                .build();
    }

    private static void forgetThePast(DeploymentSpec spec, Scope<Deployment> scope, List<ReplicaSet> old) {
        List<ReplicaSet> empty =
                old.stream().filter(set -> Rollout.Set.of(set).isGone()).toList();
        int surplus = empty.size() - Objects.requireNonNullElse(spec.revisionHistoryLimit(), KEPT_REVISIONS);
        empty.stream().limit(Math.max(0, surplus)).forEach(scope::delete);
    }
}
