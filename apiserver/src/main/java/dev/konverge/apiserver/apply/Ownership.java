package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Identity;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Moves fields between managers when an object changes. One instance serves one write. */
final class Ownership {
    private final Endpoint endpoint;

    Ownership(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** An object and what it looks like in one version. */
    private record Typed(Json.Obj object, String apiVersion, Struct structure) {}

    /** Brings what each manager owns in line with a structure that may have changed since. */
    void reconcile(Managers managers) {
        for (ManagerId id : managers.ids()) {
            Owned owned = managers.find(id);
            if (owned != null && owned.apiVersion().equals(endpoint.apiVersion())) {
                FieldSet reconciled = StructuredFields.reconciled(owned.fields(), endpoint.structure());
                if (!Identity.same(reconciled, owned.fields())) {
                    managers.put(id, owned.withFields(reconciled));
                }
            }
        }
    }

    /**
     * Takes from all managers but one what was changed or removed, and tells what that is.
     *
     * @param self who changes the object, null if nobody's fields are spared
     * @throws ConflictException if others own what was changed and it may not be taken; then nothing was taken
     */
    Comparison settle(Json.Obj before, Json.Obj after, Managers managers, @Nullable ManagerId self, boolean force)
            throws MistypedException, ConflictException {
        Comparison own = compare(before, after, endpoint.structure());
        Map<String, Optional<Comparison>> byVersion = new HashMap<>();
        byVersion.put(endpoint.apiVersion(), Optional.of(own));
        Map<ManagerId, FieldSet> conflicts = new LinkedHashMap<>();
        for (Map.Entry<ManagerId, Owned> entry : managers.all().entrySet()) {
            String version = entry.getValue().apiVersion();
            if (!byVersion.containsKey(version)) {
                byVersion.put(version, compareIn(version, before, after));
            }
            Optional<Comparison> comparison = byVersion.getOrDefault(version, Optional.empty());
            if (!entry.getKey().equals(self) && comparison.isPresent()) {
                FieldSet lost =
                        entry.getValue().fields().intersection(comparison.get().changed());
                if (!lost.isEmpty()) {
                    conflicts.put(entry.getKey(), lost);
                }
            }
        }
        if (!force && !conflicts.isEmpty()) {
            throw new ConflictException(conflicts);
        }
        for (ManagerId id : managers.ids()) {
            Owned owned = managers.find(id);
            if (owned != null && !id.equals(self)) {
                Optional<Comparison> comparison = byVersion.getOrDefault(owned.apiVersion(), Optional.empty());
                take(managers, id, owned, comparison, conflicts.get(id));
            }
        }
        return own;
    }

    private static void take(
            Managers managers, ManagerId id, Owned owned, Optional<Comparison> comparison, @Nullable FieldSet lost) {
        if (comparison.isEmpty()) {
            managers.remove(id);
            return;
        }
        FieldSet rest = lost == null ? owned.fields() : owned.fields().difference(lost);
        rest = rest.difference(comparison.get().removed());
        if (!Identity.same(rest, owned.fields())) {
            managers.put(id, owned.withFields(rest));
        }
    }

    private Comparison compare(Json.Obj before, Json.Obj after, Struct structure) throws MistypedException {
        return Identity.same(before, after)
                ? Comparison.SAME
                : Comparison.of(before, after, structure).without(endpoint.ignored());
    }

    private Optional<Comparison> compareIn(String version, Json.Obj before, Json.Obj after) throws MistypedException {
        Optional<Versions.Versioned> old = endpoint.versions().find(before, version);
        Optional<Versions.Versioned> current = endpoint.versions().find(after, version);
        return old.isEmpty() || current.isEmpty()
                ? Optional.empty()
                : Optional.of(compare(
                        old.get().object(),
                        current.get().object(),
                        current.get().structure()));
    }

    /**
     * {@return the merged object without what the applying manager owned, owns no longer, and nobody else owns}
     *
     * @param last what it owned before, null if nothing
     */
    Json.Obj prune(Json.Obj merged, Managers managers, ManagerId self, @Nullable Owned last) throws MistypedException {
        Owned now = managers.find(self);
        if (last == null || last.fields().isEmpty()) {
            return merged;
        }
        // A configuration that still has all it had takes nothing away: each field it has stays, and so does the way to
        // it.
        if (now != null
                && last.apiVersion().equals(now.apiVersion())
                && last.fields().isSubsetOf(now.fields())) {
            return merged;
        }
        Typed whole = convert(new Typed(merged, endpoint.apiVersion(), endpoint.structure()), last.apiVersion());
        if (whole == null) {
            return merged;
        }
        FieldSet before = StructuredFields.withNamedFields(last.fields(), whole.structure());
        Typed pruned = with(whole, Removal.of(whole.object(), before, whole.structure()));
        pruned = addBackOwned(whole, pruned, managers);
        Typed back = convert(pruned, last.apiVersion());
        if (back == null) {
            return merged;
        }
        FieldSet gone = fields(whole).difference(fields(back)).intersection(before);
        Typed result = convert(with(whole, Removal.of(whole.object(), gone, whole.structure())), endpoint.apiVersion());
        return result == null ? merged : result.object();
    }

    /** Adds back what somebody owns, the manager's new configuration included; its own version first. */
    private Typed addBackOwned(Typed whole, Typed pruned, Managers managers) throws MistypedException {
        Map<String, FieldSet> owned = new LinkedHashMap<>();
        owned.put(whole.apiVersion(), FieldSet.EMPTY);
        managers.all().values().forEach(o -> owned.merge(o.apiVersion(), o.fields(), FieldSet::union));
        Typed all = whole;
        Typed kept = pruned;
        for (Map.Entry<String, FieldSet> entry : owned.entrySet()) {
            Typed allThere = convert(all, entry.getKey());
            Typed keptThere = convert(kept, entry.getKey());
            if (allThere != null && keptThere != null && !entry.getValue().isEmpty()) {
                FieldSet held = fields(keptThere)
                        .union(StructuredFields.withNamedFields(entry.getValue(), allThere.structure()));
                FieldSet gone = fields(allThere).difference(held);
                all = allThere;
                kept = with(allThere, Removal.of(allThere.object(), gone, allThere.structure()));
            }
        }
        return kept;
    }

    private static FieldSet fields(Typed typed) throws MistypedException {
        return StructuredFields.withNamedFields(OwnFields.of(typed.object(), typed.structure()), typed.structure());
    }

    private static Typed with(Typed typed, Json.Obj object) {
        return new Typed(object, typed.apiVersion(), typed.structure());
    }

    private @Nullable Typed convert(Typed typed, String apiVersion) {
        if (typed.apiVersion().equals(apiVersion)) {
            return typed;
        }
        return endpoint.versions()
                .find(typed.object(), apiVersion)
                .map(found -> new Typed(found.object(), apiVersion, found.structure()))
                .orElse(null);
    }
}
