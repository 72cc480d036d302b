package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the kinds that make pods out of a template must be like. */
final class WorkloadChecks {
    private static final String MISMATCH = "`selector` does not match template `labels`";
    private static final String STATEFUL =
            "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', "
                    + "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

    private WorkloadChecks() {}

    /** Checks a Deployment, ReplicaSet, StatefulSet or DaemonSet; {@code word} is what its messages call it. */
    static void spec(Json.Obj object, String kind, String word, Report report) {
        Json.Obj spec = Tree.object(object, "spec");
        report.nonNegative(spec, "spec", "replicas", "minReadySeconds", "revisionHistoryLimit");
        Json.Obj selector = Tree.object(spec, "selector");
        boolean lenient = kind.equals("DaemonSet");
        if (Tree.has(spec, "selector")) {
            report.selector(selector, "spec.selector");
        } else if (!lenient) {
            report.required("spec.selector");
        }
        if (lenient) {
            matching(spec, "spec", report);
        }
        if (Tree.has(spec, "selector") && isEmpty(selector)) {
            report.invalid("spec.selector", report.shown(selector), "empty selector is invalid for " + word);
        }
        if (!lenient && SelectorText.parse(selector).isEmpty()) {
            // What cannot be selected is not looked at any further.
            report.invalid(
                    "spec.selector",
                    report.shown(selector),
                    kind.equals("StatefulSet") ? "" : "invalid label selector");
            return;
        }
        boolean absent = !Tree.has(spec, "selector");
        if (!lenient && (absent || !isEmpty(selector))) {
            matching(spec, "spec", report);
        }
        List<String> claims = Tree.objects(spec, "volumeClaimTemplates").stream()
                .map(claim -> Tree.text(claim, "metadata", "name"))
                .toList();
        template(spec, "spec", claims, report);
        restarts(spec, kind, report);
    }

    private static boolean isEmpty(Json.Obj selector) {
        return Tree.object(selector, "matchLabels").fields().isEmpty()
                && Tree.list(selector, "matchExpressions").isEmpty();
    }

    /** A selector that is not there matches nothing; one that is broken is complained of elsewhere. */
    static void matching(Json.Obj spec, String path, Report report) {
        Json.Obj selector = Tree.object(spec, "selector");
        Map<String, String> labels = Tree.texts(spec, "template", "metadata", "labels");
        boolean broken = SelectorText.parse(selector).isEmpty();
        boolean matches = Tree.has(spec, "selector") && SelectorText.matches(selector, labels);
        if (!broken && !matches) {
            report.invalid(
                    path + ".template.metadata.labels",
                    sorted(Tree.object(spec, "template", "metadata", "labels")),
                    MISMATCH);
        }
    }

    /** {@return labels as they are shown}: in the order of their keys, or nothing */
    private static Json sorted(Json.Obj labels) {
        return labels.fields().isEmpty()
                ? Json.Null.INSTANCE
                : new Json.Obj(new LinkedHashMap<>(new TreeMap<>(labels.fields())));
    }

    static void template(Json.Obj spec, String path, List<String> claims, Report report) {
        MetadataChecks.labels(
                Tree.texts(spec, "template", "metadata", "labels"), path + ".template.labels", report.errors());
        MetadataChecks.annotations(
                Tree.texts(spec, "template", "metadata", "annotations"),
                path + ".template.annotations",
                report.errors());
        PodChecks.template(Tree.object(spec, "template", "spec"), path + ".template.spec", claims, report);
    }

    private static void restarts(Json.Obj spec, String kind, Report report) {
        String policy = Tree.text(spec, "template", "spec", "restartPolicy");
        if (!policy.equals("Always")) {
            report.notSupported("spec.template.spec.restartPolicy", policy, List.of("Always"));
        }
        if (Tree.has(spec, "template", "spec", "activeDeadlineSeconds")) {
            report.forbidden(
                    "spec.template.spec.activeDeadlineSeconds",
                    "activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    /** Checks what only a Deployment has. */
    static void deployment(Json.Obj object, Report report) {
        spec(object, "ReplicaSet", "deployment", report);
        Json.Obj spec = Tree.object(object, "spec");
        Json.Obj strategy = Tree.object(spec, "strategy");
        String path = "spec.strategy.rollingUpdate";
        Json.Obj rolling = Tree.object(strategy, "rollingUpdate");
        String type = Tree.text(strategy, "type");
        if (!type.equals("Recreate") && !type.equals("RollingUpdate")) {
            strategyType(strategy, report);
        } else if (type.equals("Recreate") && Tree.has(strategy, "rollingUpdate")) {
            report.forbidden(path, "may not be specified when strategy `type` is 'Recreate'");
        } else if (Tree.has(strategy, "rollingUpdate")) {
            report.intOrPercent(rolling, path, "maxUnavailable");
            report.intOrPercent(rolling, path, "maxSurge");
            if (isZero(rolling, "maxUnavailable") && isZero(rolling, "maxSurge")) {
                report.invalid(
                        path + ".maxUnavailable", rolling.get("maxUnavailable"), "may not be 0 when `maxSurge` is 0");
            }
            report.atMostAll(rolling, path, "maxUnavailable");
        }
        report.nonNegative(spec, "spec", "progressDeadlineSeconds");
        boolean impatient = Tree.has(spec, "progressDeadlineSeconds")
                && Tree.number(spec, "progressDeadlineSeconds") <= Tree.number(spec, "minReadySeconds");
        if (impatient) {
            report.invalid(
                    "spec.progressDeadlineSeconds",
                    spec.get("progressDeadlineSeconds"),
                    "must be greater than minReadySeconds");
        }
    }

    /** Kubernetes shows its own, inner form of the strategy here. */
    private static void strategyType(Json.Obj strategy, Report report) {
        Json.Obj rolling = Tree.object(strategy, "rollingUpdate");
        Json.Obj shown = Tree.of(
                "Type",
                Tree.text(strategy, "type"),
                "RollingUpdate",
                Tree.has(strategy, "rollingUpdate")
                        ? Tree.of(
                                "MaxUnavailable", orZero(rolling, "maxUnavailable"),
                                "MaxSurge", orZero(rolling, "maxSurge"))
                        : Json.Null.INSTANCE);
        report.errors().add(FieldError.notSupported("spec.strategy", shown, List.of("Recreate", "RollingUpdate")));
    }

    private static Json orZero(Json.Obj rolling, String field) {
        Json value = rolling.get(field);
        return value == null ? Json.of(0L) : value;
    }

    private static boolean isZero(Json.Obj rolling, String field) {
        Json value = rolling.get(field);
        return value == null || value.equals(Json.of(0L)) || value.equals(Json.of("0%"));
    }

    /** Checks the counts in a status. */
    static void status(String kind, Json.Obj status, Report report) {
        report.nonNegative(
                status,
                "status",
                "observedGeneration",
                "replicas",
                "fullyLabeledReplicas",
                "updatedReplicas",
                "readyReplicas",
                "availableReplicas",
                "unavailableReplicas");
        long all = Tree.number(status, "replicas");
        for (String part : List.of("fullyLabeledReplicas", "updatedReplicas", "readyReplicas", "availableReplicas")) {
            boolean labeled = kind.equals("ReplicaSet.apps") || kind.equals("ReplicationController");
            boolean counted =
                    part.equals("fullyLabeledReplicas") ? labeled : !(labeled && part.equals("updatedReplicas"));
            if (counted && Tree.number(status, part) > all) {
                report.invalid(
                        "status." + part, Json.of(Tree.number(status, part)), "cannot be greater than status.replicas");
            }
        }
        if (Tree.number(status, "availableReplicas") > Tree.number(status, "readyReplicas")) {
            String what = kind.equals("StatefulSet.apps") ? "status.readyReplicas" : "readyReplicas";
            report.invalid(
                    "status.availableReplicas", status.get("availableReplicas"), "cannot be greater than " + what);
        }
    }

    /** Checks what only a StatefulSet has. */
    static void statefulSet(Json.Obj object, Report report) {
        String policy = Tree.text(object, "spec", "podManagementPolicy");
        if (!policy.equals("OrderedReady") && !policy.equals("Parallel")) {
            report.invalid("spec.podManagementPolicy", policy, "must be 'OrderedReady' or 'Parallel'");
        }
        Json.Obj retention = Tree.object(object, "spec", "persistentVolumeClaimRetentionPolicy");
        List<String> known = List.of("Retain", "Delete");
        for (String field : List.of("whenDeleted", "whenScaled")) {
            if (!known.contains(Tree.text(retention, field))) {
                report.notSupported(
                        "spec.persistentVolumeClaimRetentionPolicy." + field, Tree.text(retention, field), known);
            }
        }
        List<Json.Obj> claims = Tree.objects(object, "spec", "volumeClaimTemplates");
        for (int i = 0; i < claims.size(); i++) {
            ClaimChecks.whole(Tree.object(claims.get(i), "spec"), "spec.volumeClaimTemplates[" + i + "].spec", report);
        }
        for (int i = 0; i < claims.size(); i++) {
            // Each is a volume of the template, in front of its own.
            if (Tree.text(claims.get(i), "metadata", "name").isEmpty()) {
                report.required("spec.template.spec.volumes[" + i + "].persistentVolumeClaim.claimName");
                report.required("spec.template.spec.volumes[" + i + "].name");
            }
        }
        spec(object, "StatefulSet", "statefulset", report);
    }

    /** Checks what may not change in a StatefulSet. */
    static void statefulSetUpdate(Json.Obj next, Json.Obj live, Report report) {
        Json.Obj masked = Tree.object(next, "spec");
        Json.Obj old = Tree.object(live, "spec");
        for (String free : List.of(
                "replicas",
                "template",
                "updateStrategy",
                "minReadySeconds",
                "ordinals",
                "revisionHistoryLimit",
                "persistentVolumeClaimRetentionPolicy")) {
            masked = Tree.withFrom(masked, old, free);
        }
        if (!masked.equals(old)) {
            report.forbidden("spec", STATEFUL);
        }
    }

    /** Checks a ReplicationController. */
    static void replicationController(Json.Obj object, Report report) {
        Json.Obj spec = Tree.object(object, "spec");
        report.nonNegative(spec, "spec", "minReadySeconds", "replicas");
        Map<String, String> selector = Tree.texts(spec, "selector");
        if (selector.isEmpty()) {
            report.required("spec.selector");
        }
        if (!Tree.has(spec, "template")) {
            report.required("spec.template");
            return;
        }
        Map<String, String> labels = Tree.texts(spec, "template", "metadata", "labels");
        if (!labels.entrySet().containsAll(selector.entrySet())) {
            report.invalid(
                    "spec.template.metadata.labels",
                    sorted(Tree.object(spec, "template", "metadata", "labels")),
                    MISMATCH);
        }
        template(spec, "spec", List.of(), report);
        restarts(spec, "ReplicationController", report);
    }
}
