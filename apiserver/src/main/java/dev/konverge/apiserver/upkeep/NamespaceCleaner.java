package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster.Propagation;
import dev.konverge.apiserver.upkeep.Cluster.ServedResource;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Empties a namespace that is being deleted, then lets it go.
 *
 * <p>Pods go first, everything else when they are gone. What does not go, because a finalizer holds it, is told in the conditions of the
 * namespace, and looked at again whenever something in it has gone.
 */
final class NamespaceCleaner implements Chore {
    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final String FINALIZER = "kubernetes";

    /** Namespaces that are being deleted. */
    private final Set<String> terminating = new LinkedHashSet<>();

    /** Of these: the ones to be looked at. */
    private final Set<String> queue = new LinkedHashSet<>();

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (id.isCore("namespaces")) {
            boolean deleting = after != null && Tree.has(after, "metadata", "deletionTimestamp");
            if (!deleting) {
                terminating.remove(id.name());
                queue.remove(id.name());
            } else if (terminating.add(id.name())) {
                queue.add(id.name());
            }
        } else if (!terminating.isEmpty() && terminating.contains(id.namespace()) && isNews(before, after)) {
            queue.add(id.namespace());
        }
    }

    /** What was being deleted has changed only if it is gone, or another finalizer holds it. */
    private static boolean isNews(Json.@Nullable Obj before, Json.@Nullable Obj after) {
        return before == null
                || after == null
                || !Tree.list(before, "metadata", "finalizers").equals(Tree.list(after, "metadata", "finalizers"));
    }

    @Override
    public void reset() {
        terminating.clear();
        queue.clear();
    }

    @Override
    public boolean work(Cluster cluster, Instant now) {
        if (queue.isEmpty()) {
            return false;
        }
        String name = queue.iterator().next();
        queue.remove(name);
        Json.Obj namespace = cluster.find(ObjectId.core("namespaces", "", name)).orElse(Json.Obj.EMPTY);
        if (Tree.strings(namespace, "spec", "finalizers").contains(FINALIZER)
                && Tree.has(namespace, "metadata", "deletionTimestamp")) {
            clean(name, cluster, now);
        }
        return true;
    }

    private static void clean(String namespace, Cluster cluster, Instant now) {
        Remains remains = new Remains();
        empty(PODS, namespace, cluster, remains);
        if (remains.isNothing()) {
            for (ServedResource resource : cluster.resources()) {
                if (resource.namespaced()
                        && resource.deletable()
                        && !resource.name().equals(PODS)) {
                    empty(resource.name(), namespace, cluster, remains);
                }
            }
        }
        ObjectId id = ObjectId.core("namespaces", "", namespace);
        try {
            cluster.update(id, "status", object -> remains.told(object, now));
            if (remains.isNothing()) {
                cluster.update(id, "finalize", NamespaceCleaner::finalized);
            }
        } catch (StatusException e) {
            if (!e.reason().equals("NotFound")) {
                throw e;
            }
        }
        remains.throwFailure();
    }

    private static void empty(GroupResource resource, String namespace, Cluster cluster, Remains remains) {
        for (Json.Obj object : cluster.list(resource, namespace)) {
            ObjectId id = new ObjectId(resource, namespace, Tree.text(object, "metadata", "name"));
            try {
                if (!Tree.has(object, "metadata", "deletionTimestamp")) {
                    cluster.delete(id, Tree.text(object, "metadata", "uid"), "", Propagation.BACKGROUND);
                }
            } catch (StatusException e) {
                if (!e.reason().equals("NotFound") && !e.reason().equals("Conflict")) {
                    remains.fail(e);
                }
            }
        }
        for (Json.Obj object : cluster.list(resource, namespace)) {
            remains.add(resource, object);
        }
    }

    private static Json.Obj finalized(Json.Obj namespace) {
        List<String> kept = new ArrayList<>(Tree.strings(namespace, "spec", "finalizers"));
        kept.remove(FINALIZER);
        return Tree.with(namespace, kept.isEmpty() ? null : Tree.arr(kept), "spec", "finalizers");
    }

    /** What is left in a namespace, and how its conditions tell it. */
    private static final class Remains {
        private final Map<String, Integer> resources = new TreeMap<>();
        private final Map<String, Integer> finalizers = new TreeMap<>();
        private final List<StatusException> failures = new ArrayList<>();

        void add(GroupResource resource, Json.Obj object) {
            resources.merge(resource.resource() + "." + resource.group(), 1, Integer::sum);
            Tree.strings(object, "metadata", "finalizers").forEach(name -> finalizers.merge(name, 1, Integer::sum));
        }

        void fail(StatusException e) {
            failures.add(e);
        }

        /** What could not be deleted is tried again, as every failure is. */
        void throwFailure() {
            if (!failures.isEmpty()) {
                throw failures.getFirst();
            }
        }

        boolean isNothing() {
            return resources.isEmpty() && failures.isEmpty();
        }

        Json.Obj told(Json.Obj namespace, Instant now) {
            Map<String, Json.Obj> conditions = new LinkedHashMap<>();
            for (Json.Obj condition : Tree.objects(namespace, "status", "conditions")) {
                conditions.put(Tree.text(condition, "type"), condition);
            }
            List<NamespaceCondition> told = List.of(
                    NamespaceCondition.DISCOVERY,
                    NamespaceCondition.PARSING,
                    failures.isEmpty()
                            ? NamespaceCondition.CONTENT
                            : NamespaceCondition.CONTENT.failing("ContentDeletionFailed", deletionFailure()),
                    resources.isEmpty()
                            ? NamespaceCondition.REMAINING
                            : NamespaceCondition.REMAINING.failing(
                                    "SomeResourcesRemain",
                                    "Some resources are remaining: "
                                            + counts(resources, " has ", " resource instances")),
                    finalizers.isEmpty()
                            ? NamespaceCondition.FINALIZERS
                            : NamespaceCondition.FINALIZERS.failing(
                                    "SomeFinalizersRemain",
                                    "Some content in the namespace has finalizers remaining: "
                                            + counts(finalizers, " in ", " resource instances")));
            told.forEach(condition -> condition.put(conditions, now));
            Json.Obj marked = Tree.with(namespace, Json.of("Terminating"), "status", "phase");
            return Tree.with(marked, new Json.Arr(List.copyOf(conditions.values())), "status", "conditions");
        }

        private String deletionFailure() {
            return "Failed to delete all resource types, " + failures.size() + " remaining: "
                    + failures.stream()
                            .map(failure -> String.valueOf(failure.getMessage()))
                            .sorted()
                            .collect(Collectors.joining(", "));
        }

        private static String counts(Map<String, Integer> counts, String verb, String noun) {
            List<String> parts = new ArrayList<>();
            counts.forEach((name, count) -> parts.add(name + verb + count + noun));
            return String.join(", ", parts);
        }
    }
}
