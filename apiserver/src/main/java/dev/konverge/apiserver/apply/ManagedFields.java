package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.structure.Identity;
import dev.konverge.model.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code metadata.managedFields} of the objects of one endpoint, and merges what is applied to them.
 *
 * <p>Stateless, and a pure function of its arguments: may be used by many threads.
 */
public final class ManagedFields {
    /** The manager whose configurations take over from client-side apply. */
    private static final String KUBECTL = "kubectl";

    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    /** Fields of the system, and fields that say which object it is: nobody owns them. */
    private static final FieldSet NOBODYS = FieldSet.ofPaths(Set.of(
            List.of("apiVersion"),
            List.of("kind"),
            List.of("metadata"),
            List.of("metadata", "name"),
            List.of("metadata", "namespace"),
            List.of("metadata", "creationTimestamp"),
            List.of("metadata", "selfLink"),
            List.of("metadata", "uid"),
            List.of("metadata", "clusterName"),
            List.of("metadata", "generation"),
            List.of("metadata", "managedFields"),
            List.of("metadata", "resourceVersion")));

    private final Endpoint endpoint;

    /** Takes what writes are sent to. */
    public ManagedFields(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * {@return the new state of an object with its managed fields brought up to date after a create, update or patch} What the
     * request changed belongs to its manager from now on, whoever had it before.
     *
     * <p>Never fails: an object whose fields cannot be told apart is returned without managed fields.
     *
     * @param live what is stored, null if the object is created
     * @param next the new state, defaulted, as it will be stored
     * @param manager the name of the manager, empty for one that did not say
     * @param now the time of the request
     */
    public Json.Obj onUpdate(Json.@Nullable Obj live, Json.Obj next, String manager, Instant now) {
        Managers managers = managersAfter(live, next);
        Json.Obj bare = ObjectMetadata.withEntries(next, List.of());
        if (live != null && managers.isEmpty()) {
            return bare;
        }
        Json.Obj before = live == null ? endpoint.structure().zero() : ObjectMetadata.withEntries(live, List.of());
        try {
            update(before, bare, managers, manager.isEmpty() ? "unknown" : manager, now);
            return ObjectMetadata.withEntries(bare, managers.write());
        } catch (MistypedException mistyped) {
            return bare;
        }
    }

    /**
     * {@return an object after a configuration was applied to it, with its managed fields} It equals the live one if the
     * configuration changed nothing, the owners included. Defaults are not filled in.
     *
     * @param live what is stored, null if there is nothing yet
     * @param config the configuration
     * @param manager the name of the manager
     * @param force whether to take what others own
     * @param now the time of the request
     * @throws StatusException 409 if others own what would change, 400 if the configuration is of another kind or sets the
     *     managed fields, 500 (as Kubernetes has it) if it has fields that the kind does not have
     */
    public Json.Obj onApply(Json.@Nullable Obj live, Json.Obj config, String manager, boolean force, Instant now) {
        check(config);
        Json.Obj stored = live == null ? empty() : live;
        checkTypes(stored, config);
        Managers managers = managersOf(stored);
        Json.Obj bare = ObjectMetadata.withEntries(stored, List.of());
        try {
            if (managers.isEmpty()) {
                update(endpoint.structure().zero(), bare, managers, BEFORE_FIRST_APPLY, now);
            }
            Json.Obj result = merged(bare, config, managers, manager, force, now);
            return same(stored, result) ? stored : result;
        } catch (ConflictException conflict) {
            throw conflict.toStatus();
        } catch (MistypedException mistyped) {
            throw Failures.untyped("failed to create typed live object (" + ObjectMetadata.shown(stored) + "): "
                    + mistyped.getMessage());
        }
    }

    /**
     * {@return the new state, or the stored one's times in it if nothing but the times of managed fields would change} A write
     * that changes nothing must not become one because of the time.
     */
    public static Json.Obj withoutTimeOnlyChange(Json.Obj live, Json.Obj next) {
        List<Json> before = ObjectMetadata.entries(live);
        List<Json> after = ObjectMetadata.entries(next);
        if (before.size() != after.size() || before.equals(after)) {
            return next;
        }
        for (int i = 0; i < before.size(); i++) {
            if (!ObjectMetadata.withoutTime(before.get(i)).equals(ObjectMetadata.withoutTime(after.get(i)))) {
                return next;
            }
        }
        Json.Obj candidate = ObjectMetadata.withEntries(next, before);
        return candidate.equals(live) ? live : next;
    }

    private void check(Json.Obj config) {
        String apiVersion = ObjectMetadata.text(config, "apiVersion");
        String kind = ObjectMetadata.text(config, "kind");
        if (!apiVersion.equals(endpoint.apiVersion()) || !kind.equals(endpoint.kind())) {
            throw Failures.badRequest("invalid object type: " + ObjectMetadata.shownKind(config));
        }
        if (ObjectMetadata.hasEntries(config)) {
            throw Failures.badRequest("metadata.managedFields must be nil");
        }
    }

    /** Whose the fields of an object are that nobody owns is found out before the configuration is looked at. */
    private void checkTypes(Json.Obj stored, Json.Obj config) {
        try {
            if (managersOf(stored).isEmpty()) {
                TypeCheck.check(stored, endpoint.structure());
            }
        } catch (MistypedException mistyped) {
            throw Failures.untyped("failed to create manager for existing fields: failed to convert new object ("
                    + ObjectMetadata.shown(stored) + ") to smd typed: " + mistyped.getMessage());
        }
        try {
            TypeCheck.check(config, endpoint.structure());
        } catch (MistypedException mistyped) {
            throw Failures.untyped("failed to create typed patch object (" + ObjectMetadata.shown(config) + "): "
                    + mistyped.getMessage());
        }
    }

    private Json.Obj empty() {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("apiVersion", Json.of(endpoint.apiVersion()));
        fields.put("kind", Json.of(endpoint.kind()));
        fields.putAll(endpoint.structure().zero().fields());
        return new Json.Obj(fields);
    }

    private static Managers managersOf(Json.Obj stored) {
        try {
            return Managers.read(ObjectMetadata.entries(stored));
        } catch (MistypedException malformed) {
            throw Failures.untyped("failed to decode managed fields: " + malformed.getMessage());
        }
    }

    /** A client may set the managed fields itself, and clears them with an empty list; one that leaves them out keeps them. */
    private Managers managersAfter(Json.@Nullable Obj live, Json.Obj next) {
        if (endpoint.subresource().isEmpty()) {
            if (ObjectMetadata.resetsEntries(next)) {
                return new Managers();
            }
            Optional<Managers> given = findManagers(next);
            if (given.isPresent() && !given.get().isEmpty()) {
                return given.get();
            }
        }
        return live == null ? new Managers() : findManagers(live).orElseGet(Managers::new);
    }

    private static Optional<Managers> findManagers(Json.Obj object) {
        try {
            return Optional.of(Managers.read(ObjectMetadata.entries(object)));
        } catch (MistypedException malformed) {
            return Optional.empty();
        }
    }

    private void update(Json.Obj before, Json.Obj after, Managers managers, String name, Instant now)
            throws MistypedException {
        Ownership ownership = new Ownership(endpoint);
        ownership.reconcile(managers);
        FieldSet taken;
        try {
            taken = ownership
                    .settle(before, after, managers, null, true)
                    .changed()
                    .difference(NOBODYS);
        } catch (ConflictException impossible) {
            throw new IllegalStateException("an update takes fields without asking", impossible);
        }
        if (!taken.isEmpty()) {
            ManagerId id = ManagerId.updater(name, endpoint.apiVersion(), endpoint.subresource());
            Owned previous = managers.find(id);
            FieldSet fields = previous == null ? taken : previous.fields().union(taken);
            managers.put(id, new Owned(fields, endpoint.apiVersion(), now.truncatedTo(ChronoUnit.SECONDS), null));
        }
        AncientChanges.cap(managers);
    }

    private Json.Obj merged(
            Json.Obj live, Json.Obj config, Managers managers, String manager, boolean force, Instant now)
            throws MistypedException, ConflictException {
        Managers working = managers.copy();
        try {
            return apply(live, config, working, manager, force, now);
        } catch (ConflictException conflict) {
            if (!manager.equals(KUBECTL)) {
                throw conflict;
            }
            FieldSet covered = LastApplied.coveredFields(live, endpoint.apiVersion(), endpoint.structure());
            if (covered == null) {
                throw conflict;
            }
            ConflictException rest = conflict.without(covered);
            if (!rest.isEmpty()) {
                throw rest;
            }
            return apply(live, config, managers.copy(), manager, true, now);
        }
    }

    private Json.Obj apply(
            Json.Obj live, Json.Obj config, Managers managers, String manager, boolean force, Instant now)
            throws MistypedException, ConflictException {
        Ownership ownership = new Ownership(endpoint);
        ownership.reconcile(managers);
        ManagerId self = ManagerId.applier(manager, endpoint.subresource());
        Owned last = managers.find(self);
        FieldSet fields = endpoint.ignored().apply(OwnFields.of(config, endpoint.structure()));
        managers.put(self, new Owned(fields, endpoint.apiVersion(), last == null ? null : last.time(), null));
        Json.Obj merged = ownership.prune(Merge.of(live, config, endpoint.structure()), managers, self, last);
        ownership.settle(live, merged, managers, self, force);
        boolean changed = !Identity.same(merged, live) && !merged.equals(live);
        FieldSet owned = fields.difference(NOBODYS);
        Owned entry = last != null && last.apiVersion().equals(endpoint.apiVersion())
                ? last.withFields(owned)
                : new Owned(owned, endpoint.apiVersion(), last == null ? null : last.time(), null);
        managers.put(self, changed ? entry.withTime(now.truncatedTo(ChronoUnit.SECONDS)) : entry);
        Json.Obj result = changed ? merged : live;
        result = manager.equals(KUBECTL) ? LastApplied.synced(result, config) : result;
        return ObjectMetadata.withEntries(result, new ArrayList<>(managers.write()));
    }

    private static boolean same(Json.Obj stored, Json.Obj result) {
        return result.equals(stored);
    }
}
