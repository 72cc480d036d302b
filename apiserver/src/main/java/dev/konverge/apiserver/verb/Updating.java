package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.access.Action;
import dev.konverge.apiserver.access.Decision;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.StoragePath;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.Change;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes objects: a new state is made of the current one without a lock, and made again if somebody else was faster.
 */
final class Updating {
    /** The part of an object that is admitted by itself, as the object it is written as. */
    private static final String SCALE = "scale";

    private final Engine engine;
    private final Creating creating;

    Updating(Engine engine, Creating creating) {
        this.engine = engine;
        this.creating = creating;
    }

    /** Makes the new state of an object out of the current one. Called again if that has changed in the meantime. */
    @FunctionalInterface
    interface Transform {
        /** {@return the new state in normal form}; {@code live} is the current one, null if there is none */
        Json.Obj apply(Json.@Nullable Obj live);
    }

    /**
     * What a write made of an object.
     *
     * @param shown makes its new state as the client sees it
     * @param stored the same as it is stored, or null if it is not
     * @param created whether it is new
     */
    record Updated(Supplier<Json.Obj> shown, @Nullable Stored stored, boolean created) {
        /** {@return its new state as the client sees it}; made when asked for, because most answers are made of bytes at hand */
        Json.Obj object() {
            return shown.get();
        }
    }

    /** How far an update may go. */
    enum Absent {
        /** An object that is not there is created. */
        CREATES,
        /** An object that is not there is created if its kind allows it. */
        CREATES_IF_ALLOWED
    }

    /**
     * Changes an object.
     *
     * @param uid which object it must be, if that matters
     */
    Updated update(Target target, Transform transform, Absent absent, Optional<String> uid, Caller caller) {
        Kind kind = target.kind();
        while (true) {
            Stored live = engine.store().state().find(kind.collection(), target.key());
            Updated done;
            if (live == null) {
                boolean mayCreate = absent == Absent.CREATES || kind.rules().allowsCreateOnUpdate();
                if (!mayCreate || !target.subresource().isEmpty()) {
                    throw Failures.notFound(kind.served().resource(), target.name());
                }
                done = create(target, transform, caller);
            } else {
                uid.ifPresent(wanted -> requireUid(target, wanted, Metadata.uid(live.content())));
                done = replace(target, live, transform, caller);
            }
            if (done != null) {
                return done;
            }
        }
    }

    private @Nullable Updated create(Target target, Transform transform, Caller caller) {
        Json.Obj object = transform.apply(null);
        object = engine.gate().mutate(target.attempt(Gate.Operation.CREATE, object, null, caller), object);
        requireMayCreate(target, caller);
        object = Metadata.withoutDuplicateOwners(object, true, caller.warnings());
        Creating.Created created = creating.insert(target, object, caller);
        return created == null ? null : new Updated(created.shown(), created.stored(), true);
    }

    /** Whoever may change an object may not therefore make one. */
    private void requireMayCreate(Target target, Caller caller) {
        Served served = target.kind().served();
        Action action =
                new Action.OnResource("create", served.group(), served.plural(), "", target.namespace(), target.name());
        Decision decision = engine.authorizer().decide(caller.user(), action);
        if (!decision.allowed()) {
            throw action.refusal(caller.user(), decision.reason());
        }
    }

    private @Nullable Updated replace(Target target, Stored live, Transform transform, Caller caller) {
        Kind kind = target.kind();
        Json.Obj old = kind.shown(live);
        Json.Obj next = transform.apply(old);
        boolean whole = !target.subresource().equals(SCALE);
        if (whole) {
            next = engine.gate().mutate(target.attempt(Gate.Operation.UPDATE, next, old, caller), next);
        }
        next = Metadata.withoutDuplicateOwners(next, true, caller.warnings());
        requireVersion(target, next, live);
        next = prepared(target, next, old);
        check(target, next, old, caller);
        Json.Obj checked =
                Metadata.version(next).isEmpty() ? Tree.withFrom(next, old, "metadata", "resourceVersion") : next;
        if (whole) {
            engine.gate().validate(target.attempt(Gate.Operation.UPDATE, checked, old, caller));
        }
        Json.Obj content = engine.ownership()
                .withoutNewTimes(live.content(), Metadata.stored(kind.form().toStorage(next)));
        if (endsDeletion(target, next, old)) {
            return delete(target, live, next, caller);
        }
        if (content.equals(live.content())) {
            return new Updated(() -> old, live, false);
        }
        if (caller.dryRun()) {
            // What is never stored is taken away on the way to the store.
            Json.Obj shown = Tree.withFrom(Metadata.stored(next), next, "metadata", "selfLink");
            return new Updated(() -> Stored.versioned(shown, live.revision()), null, false);
        }
        Change change = engine.write(kind, target.key(), live, content);
        if (change == null) {
            return null;
        }
        Stored stored = change.present();
        return new Updated(() -> kind.shown(stored), stored, false);
    }

    /** Writes a new state as it is: for what is part of the system and checked elsewhere. */
    void rewrite(Target target, UnaryOperator<Json.Obj> change, boolean dryRun) {
        Kind kind = target.kind();
        Change done = null;
        while (done == null) {
            Stored live = engine.store().state().find(kind.collection(), target.key());
            if (live == null) {
                throw Failures.notFound(kind.served().resource(), target.name());
            }
            Json.Obj content = Metadata.stored(kind.form().toStorage(change.apply(kind.shown(live))));
            if (dryRun || content.equals(live.content())) {
                return;
            }
            done = engine.write(kind, target.key(), live, content);
        }
    }

    private Json.Obj prepared(Target target, Json.Obj sent, Json.Obj old) {
        Json.Obj next = Metadata.inNamespace(sent, target.namespace());
        next = Tree.withFrom(next, old, "metadata", "generation");
        next = target.kind().rules().prepareForUpdate(next, old, target.subresource(), engine.now());
        if (target.subresource().isEmpty()) {
            next = target.kind().form().prepared(next, old);
        }
        return Metadata.withSystemFieldsOf(old, next);
    }

    private static void check(Target target, Json.Obj next, Json.Obj old, Caller caller) {
        Kind kind = target.kind();
        List<FieldError> errors = new ArrayList<>(kind.rules().validateUpdate(next, old, target.subresource()));
        // A definition's status is the system's own.
        if (target.subresource().isEmpty() || kind.served().isCustom()) {
            errors.addAll(kind.form().errors(next, old, target.subresource(), caller.warnings()));
        }
        if (!errors.isEmpty()) {
            throw kind.invalid(Metadata.name(next), errors);
        }
        kind.rules().warnings(next, old).forEach(caller.warnings()::add);
    }

    private static void requireVersion(Target target, Json.Obj next, Stored live) {
        GroupResource resource = target.kind().served().resource();
        String text = Metadata.version(next);
        long version;
        try {
            version = Revisions.parse(text);
        } catch (NumberFormatException e) {
            throw Failures.untyped(Revisions.problem(text));
        }
        if (version == 0) {
            if (!target.kind().rules().allowsUnconditionalUpdate()) {
                throw Failures.invalid(
                        resource.group(),
                        resource.resource(),
                        target.name(),
                        List.of(FieldError.invalid(
                                "metadata.resourceVersion", Json.of(0L), "must be specified for an update")));
            }
        } else if (version != live.revision()) {
            throw Failures.modified(resource, target.name());
        }
    }

    private static void requireUid(Target target, String wanted, String actual) {
        if (!wanted.equals(actual)) {
            throw Failures.conflict(
                    target.kind().served().resource(),
                    target.name(),
                    "StorageError: invalid object, Code: 4, Key: "
                            + StoragePath.of(target.kind().served()) + target.key()
                            + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: "
                            + wanted + ", UID in object meta: " + actual);
        }
    }

    /** Whether an update takes away the last thing that a deletion waited for. */
    private static boolean endsDeletion(Target target, Json.Obj next, Json.Obj old) {
        return Metadata.finalizers(next).isEmpty()
                && Metadata.isDeleting(old)
                && Tree.number(old, "metadata", "deletionGracePeriodSeconds") == 0
                && !NamespaceDeletion.holds(target.kind(), next);
    }

    private @Nullable Updated delete(Target target, Stored live, Json.Obj next, Caller caller) {
        Json.Obj shown = Stored.versioned(Metadata.stored(next), live.revision());
        if (!caller.dryRun() && engine.write(target.kind(), target.key(), live, null) == null) {
            return null;
        }
        return new Updated(() -> shown, null, false);
    }
}
