package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says of an admission policy that its expressions were held against the types of what it matches, which clients wait for.
 *
 * <p>Nothing is found wrong with them: whatever the types are, an expression that does not compile was refused with its policy.
 */
final class PolicyStatus implements Chore {
    private static final GroupResource POLICIES =
            new GroupResource("admissionregistration.k8s.io", "validatingadmissionpolicies");

    /** The policies whose state is not told of yet. */
    private final Set<ObjectId> queue = new LinkedHashSet<>();

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (!id.resource().equals(POLICIES)) {
            return;
        }
        if (after == null || isTold(after)) {
            queue.remove(id);
        } else {
            queue.add(id);
        }
    }

    private static boolean isTold(Json.Obj policy) {
        return Tree.number(policy, "status", "observedGeneration") == Tree.number(policy, "metadata", "generation");
    }

    @Override
    public void reset() {
        queue.clear();
    }

    @Override
    public boolean work(Cluster cluster, Instant now) {
        if (queue.isEmpty()) {
            return false;
        }
        ObjectId id = queue.iterator().next();
        queue.remove(id);
        try {
            cluster.update(id, "status", PolicyStatus::told);
        } catch (StatusException e) {
            if (!e.reason().equals("NotFound")) {
                throw e;
            }
        }
        return true;
    }

    private static Json.Obj told(Json.Obj policy) {
        if (isTold(policy)) {
            return policy;
        }
        Json.Obj counted = Tree.with(policy, Tree.at(policy, "metadata", "generation"), "status", "observedGeneration");
        return Tree.with(counted, Json.Obj.EMPTY, "status", "typeChecking");
    }
}
