package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster.ServedResource;
import dev.konverge.apiserver.upkeep.OwnerGraph.Dependent;
import dev.konverge.apiserver.upkeep.OwnerGraph.Owner;
import dev.konverge.model.Json;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the owners that an object names are like at the moment.
 *
 * @param hasSolid whether there is one that stays
 * @param hasWaiting whether there is one that is being deleted and waits for its dependents
 * @param hasUnserved whether there is one of a kind that is not served
 * @param hasOutOfScope whether an object of the whole cluster names an owner of a namespace, which no lookup can find
 * @param lost the uids of those that are gone or about to go
 */
record Owners(boolean hasSolid, boolean hasWaiting, boolean hasUnserved, boolean hasOutOfScope, Set<String> lost) {
    static Owners of(Dependent dependent, Cluster cluster) {
        boolean solid = false;
        boolean waiting = false;
        boolean unserved = false;
        boolean outOfScope = false;
        Set<String> lost = new LinkedHashSet<>();
        for (Owner owner : dependent.owners()) {
            ServedResource resource =
                    cluster.findResource(owner.apiVersion(), owner.kind()).orElse(null);
            if (resource == null) {
                unserved = true;
                continue;
            }
            if (resource.namespaced() && dependent.id().namespace().isEmpty()) {
                outOfScope = true;
                continue;
            }
            String namespace = resource.namespaced() ? dependent.id().namespace() : "";
            Optional<Json.Obj> found = cluster.find(new ObjectId(resource.name(), namespace, owner.name()))
                    .filter(object -> Tree.text(object, "metadata", "uid").equals(owner.uid()));
            boolean waits = found.filter(Owners::waitsForDependents).isPresent();
            waiting |= waits;
            solid |= found.isPresent() && !waits;
            if (found.isEmpty() || waits) {
                lost.add(owner.uid());
            }
        }
        return new Owners(solid, waiting, unserved, outOfScope, lost);
    }

    /** {@return whether it cannot be told if all owners are gone} */
    boolean isUndecided() {
        return hasUnserved || hasOutOfScope;
    }

    private static boolean waitsForDependents(Json.Obj owner) {
        return Tree.has(owner, "metadata", "deletionTimestamp")
                && Tree.strings(owner, "metadata", "finalizers").contains("foregroundDeletion");
    }
}
