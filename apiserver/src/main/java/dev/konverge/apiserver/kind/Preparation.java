package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** What some built-in kinds do to an object before it is stored, beyond what all do. */
final class Preparation {
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    private Preparation() {}

    /** {@return a new object of a kind, whose status is the initial one already} */
    static Json.Obj create(String kind, Json.Obj given, Instant now) {
        Json.Obj object = PodParts.withoutGroup(kind, given, Json.Obj.EMPTY);
        return switch (kind) {
            case "Pod" -> pod(object, now);
            case "Namespace" -> namespace(object);
            case "PersistentVolume" -> Tree.with(object, time(now), "status", "lastPhaseTransitionTime");
            case "ServiceAccount" -> serviceAccount(object);
            case "LimitRange" -> named(object);
            case "DaemonSet.apps" -> Tree.with(object, Json.of("1"), "metadata", "annotations", TEMPLATE_GENERATION);
            case "Job.batch" -> Tree.flag(object, "spec", "manualSelector") ? object : jobSelector(object);
            case "PersistentVolumeClaim" -> dataSources(object, Json.Obj.EMPTY);
            case "EndpointSlice.discovery.k8s.io" -> withoutTopology(object);
            case "ResourceSlice.resource.k8s.io" -> SliceChecks.withoutLists(object);
            case "Lease.coordination.k8s.io" -> unlessUsed(object, Json.Obj.EMPTY, "strategy", "preferredHolder");
            case "CSIDriver.storage.k8s.io" -> unlessUsed(object, Json.Obj.EMPTY, "preventPodSchedulingIfMissing");
            case "Node" -> unlessUsed(object, Json.Obj.EMPTY, "configSource");
            default -> object;
        };
    }

    /** {@return whether the generation of an object is counted on before what is not to be stored is taken away} */
    static boolean countsFirst(String kind) {
        return kind.equals("EndpointSlice.discovery.k8s.io");
    }

    /** {@return the new state of an object, sent to the object itself} */
    static Json.Obj update(String kind, Json.Obj given, Json.Obj live) {
        Json.Obj next = PodParts.withoutGroup(kind, given, live);
        return switch (kind) {
            case "Namespace" -> Tree.withFrom(next, live, "spec", "finalizers");
            case "ServiceAccount" -> serviceAccount(next);
            case "Service" -> ServiceFields.dropUnneeded(next, live);
            case "PersistentVolumeClaim" -> dataSources(next, live);
            case "EndpointSlice.discovery.k8s.io" ->
                Objects.equals(next.get("endpoints"), live.get("endpoints")) ? next : withoutTopology(next);
            case "ResourceSlice.resource.k8s.io" -> SliceChecks.withoutLists(next);
            case "Lease.coordination.k8s.io" -> unlessUsed(next, live, "strategy", "preferredHolder");
            case "CSIDriver.storage.k8s.io" -> unlessUsed(next, live, "preventPodSchedulingIfMissing");
            case "Node" -> unlessUsed(next, live, "configSource");
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
        if (Tree.number(pod, "spec", "terminationGracePeriodSeconds") < 0) {
            made = Tree.with(made, Json.of(1L), "spec", "terminationGracePeriodSeconds");
        }
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
        return Tree.with(labelled(namespace), Tree.arr(finalizers), "spec", "finalizers");
    }

    /** Defaulting has seen to the label where the name was known before. A name that is none is refused, and the label with it. */
    private static Json.Obj labelled(Json.Obj namespace) {
        String name = Tree.text(namespace, "metadata", "name");
        return NameSyntax.label(name).isEmpty()
                ? Tree.with(namespace, Json.of(name), "metadata", "labels", "kubernetes.io/metadata.name")
                : namespace;
    }

    private static Json.Obj serviceAccount(Json.Obj account) {
        if (!Tree.has(account, "secrets")) {
            return account;
        }
        List<Json> names = Tree.objects(account, "secrets").stream()
                .<Json>map(secret -> Tree.withFrom(Json.Obj.EMPTY, secret, "name"))
                .toList();
        return Tree.with(account, new Json.Arr(names), "secrets");
    }

    /**
     * {@return a claim that names its source in both ways}, the old and the new. Whoever knows of the old way alone may have meant
     * nothing by a source that did not exist in his days, which is dropped.
     */
    private static Json.Obj dataSources(Json.Obj claim, Json.Obj live) {
        if (Tree.has(claim, "spec", "dataSourceRef", "namespace")
                && !Tree.has(live, "spec", "dataSourceRef", "namespace")) {
            // Sources in other namespaces are a feature that is off.
            return dataSources(Tree.without(claim, "spec", "dataSourceRef"), live);
        }
        Json.Obj source = Tree.object(claim, "spec", "dataSource");
        boolean given = Tree.has(claim, "spec", "dataSource");
        boolean named = Tree.has(claim, "spec", "dataSourceRef");
        boolean used = Tree.has(live, "spec", "dataSource") || Tree.has(live, "spec", "dataSourceRef");
        if (given && !named && !used && !isVolume(source)) {
            return Tree.without(claim, "spec", "dataSource");
        }
        if (given && !named) {
            return Tree.with(claim, source, "spec", "dataSourceRef");
        }
        return named && !given
                ? Tree.with(claim, Tree.at(claim, "spec", "dataSourceRef"), "spec", "dataSource")
                : claim;
    }

    private static boolean isVolume(Json.Obj source) {
        String group = Tree.text(source, "apiGroup");
        return switch (Tree.text(source, "kind")) {
            case "PersistentVolumeClaim" -> group.isEmpty();
            case "VolumeSnapshot" -> group.equals("snapshot.storage.k8s.io");
            default -> false;
        };
    }

    /** {@return a slice without what only older versions of it could say of an endpoint} */
    private static Json.Obj withoutTopology(Json.Obj slice) {
        List<Json> endpoints = Tree.objects(slice, "endpoints").stream()
                .<Json>map(endpoint -> Tree.without(endpoint, "deprecatedTopology"))
                .toList();
        return Tree.has(slice, "endpoints") ? Tree.with(slice, new Json.Arr(endpoints), "endpoints") : slice;
    }

    /** {@return an object without fields of features that are off}, unless they are there already */
    private static Json.Obj unlessUsed(Json.Obj object, Json.Obj live, String... fields) {
        Json.Obj kept = object;
        for (String field : fields) {
            if (!Tree.has(live, "spec", field)) {
                kept = Tree.without(kept, "spec", field);
            }
        }
        return kept;
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
