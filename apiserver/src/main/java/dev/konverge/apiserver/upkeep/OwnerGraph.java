package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who is owned by whom: from the uid of an owner to those that name it.
 *
 * <p>Only objects that name an owner are in it, so others cost nothing. Owners are known by their uid alone, whether they exist or not.
 */
final class OwnerGraph {
    /**
     * One object that names owners.
     *
     * @param id its place
     * @param uid its uid
     * @param owners the owners it names
     */
    record Dependent(ObjectId id, String uid, List<Owner> owners) {
        /** Copies its arguments. */
        Dependent {
            owners = List.copyOf(owners);
        }

        /** {@return whether an owner that waits for its dependents waits for this one} */
        boolean blocks(String owner) {
            return owners.stream().anyMatch(ref -> ref.uid().equals(owner) && ref.blocks());
        }
    }

    /**
     * An owner as a dependent names it.
     *
     * @param apiVersion the version of its API
     * @param kind its kind
     * @param name its name
     * @param uid its uid
     * @param blocks whether it waits for the dependent when it is deleted in the foreground
     */
    record Owner(String apiVersion, String kind, String name, String uid, boolean blocks) {
        static Owner of(Json.Obj reference) {
            return new Owner(
                    Tree.text(reference, "apiVersion"),
                    Tree.text(reference, "kind"),
                    Tree.text(reference, "name"),
                    Tree.text(reference, "uid"),
                    Tree.flag(reference, "blockOwnerDeletion"));
        }
    }

    private final Map<String, Dependent> byUid = new LinkedHashMap<>();
    private final Map<String, Set<String>> dependents = new LinkedHashMap<>();

    /** {@return the owners that an object names} */
    static List<Owner> owners(Json.Obj object) {
        List<Json.Obj> references = Tree.objects(object, "metadata", "ownerReferences");
        if (references.isEmpty()) {
            return List.of();
        }
        List<Owner> owners = new ArrayList<>(references.size());
        references.forEach(reference -> owners.add(Owner.of(reference)));
        return owners;
    }

    void put(Dependent dependent) {
        remove(dependent.uid());
        byUid.put(dependent.uid(), dependent);
        for (Owner owner : dependent.owners()) {
            dependents
                    .computeIfAbsent(owner.uid(), any -> new LinkedHashSet<>())
                    .add(dependent.uid());
        }
    }

    void remove(String uid) {
        Dependent known = byUid.remove(uid);
        if (known == null) {
            return;
        }
        for (Owner owner : known.owners()) {
            Set<String> others = dependents.get(owner.uid());
            if (others != null) {
                others.remove(uid);
                if (others.isEmpty()) {
                    dependents.remove(owner.uid());
                }
            }
        }
    }

    Optional<Dependent> find(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /** {@return those that name an owner, in the order in which they were seen} */
    List<Dependent> dependentsOf(String owner) {
        Set<String> uids = dependents.get(owner);
        if (uids == null) {
            return List.of();
        }
        List<Dependent> found = new ArrayList<>(uids.size());
        for (String uid : uids) {
            find(uid).ifPresent(found::add);
        }
        return found;
    }

    void clear() {
        byUid.clear();
        dependents.clear();
    }
}
