package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.Change;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes new objects. */
final class Creating {
    private static final int NAME_ATTEMPTS = 8;

    private final Engine engine;

    Creating(Engine engine) {
        this.engine = engine;
    }

    /** What was made: stored, or only shown if the caller wanted a dry run. */
    record Created(@Nullable Stored stored, Supplier<Json.Obj> shown) {
        /** {@return the object as its version shows it}; made when asked for, because most answers are made of bytes at hand */
        Json.Obj object() {
            return shown.get();
        }
    }

    /**
     * Makes an object.
     *
     * @param target the collection
     * @param sent what the client sent, in normal form
     */
    Created create(Target target, Json.Obj sent, Caller caller) {
        Json.Obj object = Metadata.inNamespace(Metadata.withoutSystemFields(sent), target.namespace());
        object = Metadata.withoutDuplicateOwners(object, false, caller.warnings());
        object = engine.ownership().updated(target, null, object, caller.manager(), engine.now());
        Target named = new Target(target.kind(), target.namespace(), Metadata.name(object), target.subresource());
        object = engine.gate().mutate(named.attempt(Gate.Operation.CREATE, object, null, caller), object);
        object = Metadata.withoutDuplicateOwners(object, true, caller.warnings());
        boolean generate = Metadata.name(object).isEmpty()
                && !Tree.text(object, "metadata", "generateName").isEmpty();
        StatusException last = null;
        for (int i = 0; i < (generate ? NAME_ATTEMPTS : 1); i++) {
            try {
                return insert(named, object, Origin.CREATE, caller);
            } catch (StatusException e) {
                if (!e.reason().equals("AlreadyExists")) {
                    throw e;
                }
                last = e;
            }
        }
        throw last == null ? new IllegalStateException("no attempt was made") : last;
    }

    /** What a new object comes from. */
    enum Origin {
        /** A request to create it. */
        CREATE,
        /** A request to change it, of a kind whose updates create. */
        UPDATE
    }

    /** A real server looks at this only where it creates; what an update creates may say any version. */
    private static void requireNoVersion(Json.Obj object, Caller caller) {
        String version = Metadata.version(object);
        // What is no number is not taken for a version.
        if (version.matches("0*[1-9]\\d*") && !caller.dryRun()) {
            throw Failures.untyped("resourceVersion should not be set on objects to be created");
        }
    }

    /** The part that is done anew for each generated name, and by an update that creates. */
    Created insert(Target target, Json.Obj given, Origin origin, Caller caller) {
        Kind kind = target.kind();
        requireOpen(target);
        Json.Obj object =
                Metadata.withSystemFields(given, engine.now(), engine.platform().random());
        boolean generated = Metadata.name(object).isEmpty()
                && !Tree.text(object, "metadata", "generateName").isEmpty();
        if (generated) {
            object = Metadata.withGeneratedName(object, engine.platform().random());
        }
        object = Metadata.inNamespace(object, target.namespace());
        object = kind.form().prepared(kind.rules().prepareForCreate(object, engine.now()), null);
        String name = Metadata.name(object);
        List<FieldError> errors = new ArrayList<>(kind.rules().validateCreate(object));
        errors.addAll(kind.form().errors(object, null, caller.warnings()));
        if (!errors.isEmpty()) {
            throw kind.invalid(name, errors);
        }
        kind.rules().warnings(object).forEach(caller.warnings()::add);
        Target named = new Target(kind, target.namespace(), name, target.subresource());
        engine.gate().validate(named.attempt(Gate.Operation.CREATE, object, null, caller));
        if (origin == Origin.CREATE) {
            requireNoVersion(object, caller);
        }
        return store(named, object, generated, caller);
    }

    /** Nothing new is made of a definition that is on its way out. */
    private static void requireOpen(Target target) {
        Served served = target.kind().served();
        if (served.isCustom() && !served.allows("create")) {
            throw Failures.forbidden(
                    served.resource(),
                    target.name(),
                    "create not allowed while custom resource definition is terminating");
        }
    }

    private Created store(Target target, Json.Obj object, boolean generated, Caller caller) {
        Kind kind = target.kind();
        Json.Obj content = Metadata.stored(kind.form().toStorage(object));
        Stored there = engine.store().state().find(kind.collection(), target.key());
        if (there == null && caller.dryRun()) {
            // Nobody gives it a version, so that it keeps whatever it came with.
            return new Created(
                    null, () -> Tree.withFrom(Metadata.stored(object), object, "metadata", "resourceVersion"));
        }
        Change change = there != null ? null : engine.write(kind, target.key(), null, content);
        if (change == null) {
            throw taken(target, generated);
        }
        Stored stored = change.present();
        return new Created(stored, () -> kind.shown(stored));
    }

    private StatusException taken(Target target, boolean generated) {
        GroupResource resource = target.kind().served().resource();
        Stored there = engine.store().state().find(target.kind().collection(), target.key());
        if (generated) {
            return Failures.generateNameConflict(resource, target.name());
        }
        return there != null && Metadata.isDeleting(there.content())
                ? Failures.beingDeleted(resource, target.name())
                : Failures.alreadyExists(resource, target.name());
    }
}
