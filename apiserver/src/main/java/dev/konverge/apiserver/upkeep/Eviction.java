package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusBuilder;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.SelectorText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides whether a pod may be evicted, and takes that from the disruption budget it belongs to. */
public final class Eviction {
    private static final GroupResource BUDGETS = new GroupResource("policy", "poddisruptionbudgets");
    private static final String REFUSAL = "Cannot evict pod as it would violate the pod's disruption budget.";
    private static final int MOST_DISRUPTED = 2000;
    private static final int RETRY_SECONDS = 10;

    private Eviction() {}

    /**
     * Lets a pod go: the caller may delete it when this returns.
     *
     * @param pod the pod
     * @param dryRun whether the budget is left as it is
     * @throws StatusException 429 if the budget does not allow it
     */
    public static void charge(Cluster cluster, Json.Obj pod, boolean dryRun, Instant now) {
        if (needsNoBudget(pod)) {
            return;
        }
        String namespace = Tree.text(pod, "metadata", "namespace");
        List<Json.Obj> budgets = cluster.list(BUDGETS, namespace).stream()
                .filter(budget -> selects(budget, pod))
                .toList();
        if (budgets.size() > 1) {
            throw Failures.untyped(
                    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
        }
        if (budgets.isEmpty() || (!isReady(pod) && toleratesUnready(budgets.get(0)))) {
            return;
        }
        Json.Obj budget = budgets.get(0);
        requireAllowed(budget);
        if (!dryRun) {
            ObjectId id = new ObjectId(BUDGETS, namespace, Tree.text(budget, "metadata", "name"));
            String name = Tree.text(pod, "metadata", "name");
            cluster.update(id, "status", found -> {
                requireAllowed(found);
                return charged(found, name, now);
            });
        }
    }

    private static boolean needsNoBudget(Json.Obj pod) {
        return Set.of("Succeeded", "Failed", "Pending").contains(Tree.text(pod, "status", "phase"))
                || Tree.has(pod, "metadata", "deletionTimestamp");
    }

    private static boolean isReady(Json.Obj pod) {
        return Tree.objects(pod, "status", "conditions").stream()
                .anyMatch(condition -> Tree.text(condition, "type").equals("Ready")
                        && Tree.text(condition, "status").equals("True"));
    }

    private static boolean toleratesUnready(Json.Obj budget) {
        long desired = Tree.number(budget, "status", "desiredHealthy");
        return Tree.text(budget, "spec", "unhealthyPodEvictionPolicy").equals("AlwaysAllow")
                || (Tree.number(budget, "status", "currentHealthy") >= desired && desired > 0);
    }

    private static boolean selects(Json.Obj budget, Json.Obj pod) {
        if (!Tree.has(budget, "spec", "selector")) {
            return false;
        }
        Map<String, String> labels = Tree.texts(pod, "metadata", "labels");
        return SelectorText.matches(Tree.object(budget, "spec", "selector"), labels);
    }

    private static void requireAllowed(Json.Obj budget) {
        String name = Tree.text(budget, "metadata", "name");
        Json.Obj status = Tree.object(budget, "status");
        if (Tree.number(status, "observedGeneration") < Tree.number(budget, "metadata", "generation")) {
            throw refused(RETRY_SECONDS, "The disruption budget " + name + " is still being processed by the server.");
        }
        long allowed = Tree.number(status, "disruptionsAllowed");
        GroupResource resource = new GroupResource("policy", "poddisruptionbudget");
        if (allowed < 0) {
            throw Failures.forbidden(resource, name, "pdb disruptions allowed is negative");
        }
        if (Tree.object(status, "disruptedPods").fields().size() > MOST_DISRUPTED) {
            throw Failures.forbidden(
                    resource, name, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        if (allowed == 0) {
            throw refused(0, reason(name, status));
        }
    }

    private static String reason(String name, Json.Obj status) {
        Json.Obj failing = Tree.objects(status, "conditions").stream()
                .filter(condition -> Tree.text(condition, "type").equals("DisruptionAllowed")
                        && Tree.text(condition, "status").equals("False")
                        && !Tree.text(condition, "message").isEmpty())
                .findFirst()
                .orElse(Json.Obj.EMPTY);
        String why = Tree.text(failing, "reason");
        String message = Tree.text(failing, "message");
        String subject = "The disruption budget " + name;
        long desired = Tree.number(status, "desiredHealthy");
        long healthy = Tree.number(status, "currentHealthy");
        if (why.equals("SyncFailed")) {
            return subject + " does not allow evicting pods currently because it failed sync: " + message;
        }
        if (healthy <= desired) {
            return subject + " needs " + desired + " healthy pods and has " + healthy + " currently";
        }
        return subject + " does not allow evicting pods currently"
                + (message.isEmpty() ? "" : " (" + why + "): " + message);
    }

    private static StatusException refused(int retrySeconds, String cause) {
        return StatusBuilder.failure(429, "TooManyRequests", REFUSAL)
                .retryAfter(retrySeconds)
                .cause("DisruptionBudget", cause, "")
                .exception();
    }

    private static Json.Obj charged(Json.Obj budget, String pod, Instant now) {
        long left = Tree.number(budget, "status", "disruptionsAllowed") - 1;
        Json.Obj next = Tree.with(budget, Json.of(left), "status", "disruptionsAllowed");
        return Tree.with(next, Json.of(TimeFormat.TIME.format(now)), "status", "disruptedPods", pod);
    }
}
