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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes new objects. */
final class Creating {
    private static final int NAME_ATTEMPTS = 8;

    /** What is taken for a version where there should be none. */
    private static final Pattern VERSION = Pattern.compile("0*[1-9]\\d*");

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
        Ready ready = ready(named, object, Origin.CREATE, caller);
        Created made = store(ready, caller);
        for (int i = 1; made == null && generate && i < NAME_ATTEMPTS; i++) {
            ready = ready(named, object, Origin.CREATE, caller);
            made = store(ready, caller);
        }
        if (made == null) {
            throw taken(ready);
        }
        return made;
    }

    /** Makes the object that an update did not find. {@return it, or null if somebody else has made it in the meantime} */
    @Nullable
    Created insert(Target target, Json.Obj object, Caller caller) {
        Ready ready = ready(target, object, Origin.UPDATE, caller);
        Created made = store(ready, caller);
        // A webhook may have given it another name: then there is nothing to go on with.
        if (made == null && !ready.target.key().equals(target.key())) {
            throw taken(ready);
        }
        return made;
    }

    /**
     * A new object that only has to be stored.
     *
     * @param target where
     * @param generated whether its name was made up
     */
    private record Ready(Target target, Json.Obj object, boolean generated) {}

    /** What a new object comes from. */
    private enum Origin {
        /** A request to create it. */
        CREATE,
        /** A request to change it, of a kind whose updates create. */
        UPDATE
    }

    /** A real server looks at this only where it creates; what an update creates may say any version. */
    private static void requireNoVersion(Json.Obj object, Caller caller) {
        String version = Metadata.version(object);
        // What is no number is not taken for a version.
        if (VERSION.matcher(version).matches() && !caller.dryRun()) {
            throw Failures.untyped("resourceVersion should not be set on objects to be created");
        }
    }

    /** The part that is done anew for each generated name, and by an update that creates. */
    private Ready ready(Target target, Json.Obj given, Origin origin, Caller caller) {
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
        errors.addAll(kind.form().errors(object, null, "", caller.warnings()));
        if (!errors.isEmpty()) {
            throw kind.invalid(name, errors);
        }
        kind.rules().warnings(object).forEach(caller.warnings()::add);
        Target named = new Target(kind, target.namespace(), name, target.subresource());
        engine.gate().validate(named.attempt(Gate.Operation.CREATE, object, null, caller));
        if (origin == Origin.CREATE) {
            requireNoVersion(object, caller);
        }
        return new Ready(named, object, generated);
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

    /** {@return what was made, or null if there is one of that name} */
    private @Nullable Created store(Ready ready, Caller caller) {
        Target target = ready.target;
        Json.Obj object = ready.object;
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
            return null;
        }
        Stored stored = change.present();
        return new Created(stored, () -> kind.shown(stored));
    }

    private StatusException taken(Ready ready) {
        Target target = ready.target;
        GroupResource resource = target.kind().served().resource();
        Stored there = engine.store().state().find(target.kind().collection(), target.key());
        if (ready.generated) {
            return Failures.generateNameConflict(resource, target.name());
        }
        return there != null && Metadata.isDeleting(there.content())
                ? Failures.beingDeleted(resource, target.name())
                : Failures.alreadyExists(resource, target.name());
    }
}
