package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What some built-in kinds do to an object before it is stored, beyond what all do. */
final class Preparation {
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    private Preparation() {}

    /** {@return a new object of a kind, whose status is the initial one already} */
    static Json.Obj create(String kind, Json.Obj object, Instant now) {
        return switch (kind) {
            case "Pod" -> pod(object, now);
            case "Namespace" -> namespace(object);
            case "PersistentVolume" -> Tree.with(object, time(now), "status", "lastPhaseTransitionTime");
            case "ServiceAccount" -> serviceAccount(object);
            case "LimitRange" -> named(object);
            case "DaemonSet.apps" -> Tree.with(object, Json.of("1"), "metadata", "annotations", TEMPLATE_GENERATION);
            case "Job.batch" -> Tree.flag(object, "spec", "manualSelector") ? object : jobSelector(object);
            default -> object;
        };
    }

    /** {@return the new state of an object, sent to the object itself} */
    static Json.Obj update(String kind, Json.Obj next, Json.Obj live) {
        return switch (kind) {
            case "Namespace" -> Tree.withFrom(next, live, "spec", "finalizers");
            case "ServiceAccount" -> serviceAccount(next);
            case "Service" -> ServiceFields.dropUnneeded(next, live);
            case "DaemonSet.apps" -> templateGeneration(next, live);
            case "CertificateSigningRequest.certificates.k8s.io" -> Tree.withFrom(next, live, "spec");
            default -> next;
        };
    }

    /** {@return the new state of an object, sent to its status; its spec and what else is not touched there is the old one already} */
    static Json.Obj updateStatus(String kind, Json.Obj next, Json.Obj live, Instant now) {
        return switch (kind) {
            case "Pod" -> podStatus(next, live);
            case "PersistentVolume" -> volumeStatus(next, live, now);
            default -> next;
        };
    }

    /** A limit range without a name gets one that nobody else has. */
    private static Json.Obj named(Json.Obj range) {
        return Tree.text(range, "metadata", "name").isEmpty()
                ? Tree.with(range, Json.of(otherUid(Tree.text(range, "metadata", "uid"))), "metadata", "name")
                : range;
    }

    private static String otherUid(String uid) {
        return UUID.nameUUIDFromBytes(uid.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static Json.Obj pod(Json.Obj pod, Instant now) {
        Json.Obj made = Tree.with(pod, Json.of("Pending"), "status", "phase");
        made = Tree.with(made, Json.of(PodQos.of(pod)), "status", "qosClass");
        if (!Tree.list(pod, "spec", "schedulingGates").isEmpty()) {
            Json.Obj condition = Tree.of(
                    "type", "PodScheduled",
                    "status", "False",
                    "lastProbeTime", Json.Null.INSTANCE,
                    "lastTransitionTime", time(now),
                    "reason", "SchedulingGated",
                    "message", "Scheduling is blocked due to non-empty scheduling gates");
            made = Tree.with(made, new Json.Arr(List.of(condition)), "status", "conditions");
        }
        return made;
    }

    private static Json.Obj podStatus(Json.Obj next, Json.Obj live) {
        Json.Obj kept = Tree.withFrom(next, live, "metadata", "ownerReferences");
        return Tree.has(kept, "status", "qosClass") ? kept : Tree.withFrom(kept, live, "status", "qosClass");
    }

    private static Json.Obj namespace(Json.Obj namespace) {
        List<String> finalizers = new ArrayList<>(Tree.strings(namespace, "spec", "finalizers"));
        if (!finalizers.contains("kubernetes")) {
            finalizers.add("kubernetes");
        }
        return Tree.with(namespace, Tree.arr(finalizers), "spec", "finalizers");
    }

    private static Json.Obj serviceAccount(Json.Obj account) {
        if (!Tree.has(account, "secrets")) {
            return account;
        }
        List<Json> names = Tree.objects(account, "secrets").stream()
                .<Json>map(secret -> Tree.of("name", Tree.text(secret, "name")))
                .toList();
        return Tree.with(account, new Json.Arr(names), "secrets");
    }

    private static Json.Obj jobSelector(Json.Obj job) {
        String name = Tree.text(job, "metadata", "name");
        String uid = Tree.text(job, "metadata", "uid");
        Map<String, Json> labels = new LinkedHashMap<>(
                Tree.object(job, "spec", "template", "metadata", "labels").fields());
        labels.putIfAbsent("job-name", Json.of(name));
        labels.putIfAbsent("batch.kubernetes.io/job-name", Json.of(name));
        labels.putIfAbsent("controller-uid", Json.of(uid));
        labels.putIfAbsent("batch.kubernetes.io/controller-uid", Json.of(uid));
        Map<String, Json> selected = new LinkedHashMap<>(
                Tree.object(job, "spec", "selector", "matchLabels").fields());
        selected.putIfAbsent("batch.kubernetes.io/controller-uid", Json.of(uid));
        Json.Obj all = new Json.Obj(labels);
        Json.Obj made = Tree.with(job, all, "spec", "template", "metadata", "labels");
        // A Job without labels has those of its template, which in Kubernetes are one and the same map.
        Json own = Tree.at(job, "metadata", "labels");
        if (own == null || Tree.isSame(own, Tree.at(job, "spec", "template", "metadata", "labels"))) {
            made = Tree.with(made, all, "metadata", "labels");
        }
        return Tree.with(made, new Json.Obj(selected), "spec", "selector", "matchLabels");
    }

    /** {@return a daemon set that says a generation of its template, as every one does that was ever read} */
    static Json.Obj withTemplateGeneration(Json.Obj daemons) {
        return Tree.has(daemons, "metadata", "annotations", TEMPLATE_GENERATION)
                ? daemons
                : Tree.with(daemons, Json.of("0"), "metadata", "annotations", TEMPLATE_GENERATION);
    }

    private static Json.Obj templateGeneration(Json.Obj next, Json.Obj live) {
        String before = Tree.texts(live, "metadata", "annotations").getOrDefault(TEMPLATE_GENERATION, "0");
        boolean same = Tree.object(next, "spec", "template").equals(Tree.object(live, "spec", "template"));
        String after = same || !before.matches("\\d{1,18}") ? before : Long.toString(Long.parseLong(before) + 1);
        return Tree.with(next, Json.of(after), "metadata", "annotations", TEMPLATE_GENERATION);
    }

    private static Json.Obj volumeStatus(Json.Obj next, Json.Obj live, Instant now) {
        String[] path = {"status", "lastPhaseTransitionTime"};
        boolean samePhase = Tree.text(next, "status", "phase").equals(Tree.text(live, "status", "phase"));
        boolean given = Tree.has(next, path);
        if (samePhase) {
            return given ? next : Tree.withFrom(next, live, path);
        }
        boolean stale = !given || Tree.text(next, path).equals(Tree.text(live, path));
        return stale ? Tree.with(next, time(now), path) : next;
    }

    private static Json time(Instant now) {
        return Json.of(TimeFormat.TIME.format(now));
    }
}
