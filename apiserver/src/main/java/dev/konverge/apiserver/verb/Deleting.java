package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.KindRules;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.Change;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Deletes objects: at once, or step by step if finalizers or a grace period hold them. */
final class Deleting {
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";

    private final Engine engine;

    Deleting(Engine engine) {
        this.engine = engine;
    }

    /**
     * What a deletion led to.
     *
     * @param answer what the client is told: the object or a Status
     * @param last the object in its last state
     * @param gone whether the object is no longer there
     */
    record Deleted(Json.Obj answer, Json.Obj last, boolean gone) {}

    /** Deletes one object. */
    Deleted delete(Target target, DeleteOptions options, Caller caller) {
        Kind kind = target.kind();
        while (true) {
            Stored live = engine.store().state().find(kind.collection(), target.key());
            if (live == null) {
                throw Failures.notFound(kind.served().resource(), target.name());
            }
            Json.Obj old = kind.shown(live);
            requirePreconditions(target, options, old);
            Deleted done = attempt(target, live, old, options, caller);
            if (done != null) {
                return done;
            }
        }
    }

    private @Nullable Deleted attempt(Target target, Stored live, Json.Obj old, DeleteOptions options, Caller caller) {
        Kind kind = target.kind();
        engine.gate().validate(attempt(target, old, caller));
        if (NamespaceDeletion.holds(kind, old) || DefinitionDeletion.begins(kind, old)) {
            return mark(target, live, firstStep(kind, old, options), caller);
        }
        Grace grace = grace(kind, old, options);
        return switch (grace) {
            case Grace.Pending ignored -> new Deleted(answer(target, old), old, false);
            case Grace.Begun begun -> {
                Json.Obj next = withFinalizers(kind, begun.object, options);
                boolean stays = begun.seconds > 0 || !Metadata.finalizers(next).isEmpty();
                yield stays ? mark(target, live, next, caller) : markAndRemove(target, live, next, caller);
            }
            case Grace.None ignored -> {
                Json.Obj next = withFinalizers(kind, old, options);
                yield Metadata.finalizers(next).isEmpty()
                        ? remove(target, live, old, caller)
                        : mark(target, live, marked(next, engine.now()), caller);
            }
        };
    }

    private Json.Obj firstStep(Kind kind, Json.Obj old, DeleteOptions options) {
        return NamespaceDeletion.concerns(kind)
                ? withFinalizers(kind, NamespaceDeletion.terminating(old, engine.now()), options)
                : DefinitionDeletion.terminating(old, engine.now());
    }

    /** What a grace period makes of a deletion. */
    private sealed interface Grace {
        /** The kind has none, or it is over. */
        record None() implements Grace {}

        /** It runs, and nothing changes that. */
        record Pending() implements Grace {}

        /** It begins or becomes shorter. */
        record Begun(Json.Obj object, long seconds) implements Grace {}
    }

    private Grace grace(Kind kind, Json.Obj old, DeleteOptions options) {
        KindRules rules = kind.rules();
        if (!rules.deletesGracefully()) {
            return new Grace.None();
        }
        OptionalLong wanted = options.graceSeconds();
        // A negative period means the shortest one that still leaves the end to somebody else.
        OptionalLong requested = wanted.isPresent() && wanted.getAsLong() < 0 ? OptionalLong.of(1) : wanted;
        if (!Metadata.isDeleting(old)) {
            long seconds = rules.graceSeconds(old, requested);
            Json.Obj next = withEnd(old, engine.now().plusSeconds(seconds), seconds);
            return new Grace.Begun(nextGeneration(next), seconds);
        }
        long running = Tree.number(old, "metadata", "deletionGracePeriodSeconds");
        if (running == 0) {
            return new Grace.None();
        }
        if (requested.isEmpty() || requested.getAsLong() >= running) {
            return new Grace.Pending();
        }
        return shortened(old, running, requested.getAsLong());
    }

    private Grace shortened(Json.Obj old, long running, long requested) {
        Instant end = TimeFormat.TIME
                .parse(Tree.text(old, "metadata", "deletionTimestamp"))
                .minusSeconds(running)
                .plusSeconds(requested);
        long seconds = requested;
        if (end.isBefore(engine.now())) {
            end = engine.now();
            seconds = Math.min(requested, 1);
        }
        return new Grace.Begun(withEnd(old, end, seconds), seconds);
    }

    private static Json.Obj withEnd(Json.Obj object, Instant end, long seconds) {
        Json.Obj metadata = Tree.object(object, "metadata");
        metadata = Tree.with(metadata, Json.of(TimeFormat.TIME.format(end)), "deletionTimestamp");
        metadata = Tree.with(metadata, Json.of(seconds), "deletionGracePeriodSeconds");
        return Tree.with(object, metadata, "metadata");
    }

    private static Json.Obj nextGeneration(Json.Obj object) {
        long generation = Tree.number(object, "metadata", "generation");
        return generation == 0 ? object : Tree.with(object, Json.of(generation + 1), "metadata", "generation");
    }

    /** An object that waits for its finalizers. */
    static Json.Obj marked(Json.Obj object, Instant now) {
        String end = Tree.text(object, "metadata", "deletionTimestamp");
        boolean later = !end.isEmpty() && TimeFormat.TIME.parse(end).isAfter(now);
        if (!end.isEmpty() && !later) {
            return Tree.with(object, Json.of(0L), "metadata", "deletionGracePeriodSeconds");
        }
        return withEnd(end.isEmpty() ? nextGeneration(object) : object, now, 0);
    }

    /** The object with the finalizers that make the garbage collector do what is wanted with dependents. */
    private static Json.Obj withFinalizers(Kind kind, Json.Obj object, DeleteOptions options) {
        KindRules.Propagation usual = kind.rules().defaultPropagation();
        List<String> before = Metadata.finalizers(object);
        List<String> after = new ArrayList<>(before);
        after.removeIf(finalizer -> finalizer.equals(ORPHAN) || finalizer.equals(FOREGROUND));
        if (usual != KindRules.Propagation.UNSUPPORTED) {
            switch (propagation(before, usual, options)) {
                case ORPHAN -> after.add(ORPHAN);
                case FOREGROUND -> after.add(FOREGROUND);
                case BACKGROUND -> {}
            }
        }
        if (new HashSet<>(before).equals(new HashSet<>(after))) {
            return object;
        }
        return Tree.with(object, after.isEmpty() ? null : Tree.arr(after), "metadata", "finalizers");
    }

    private static DeleteOptions.Propagation propagation(
            List<String> finalizers, KindRules.Propagation usual, DeleteOptions options) {
        if (options.orphanDependents().isPresent()) {
            return options.orphanDependents().get()
                    ? DeleteOptions.Propagation.ORPHAN
                    : DeleteOptions.Propagation.BACKGROUND;
        }
        if (options.propagation().isPresent()) {
            return options.propagation().get();
        }
        for (String finalizer : finalizers) {
            if (finalizer.equals(ORPHAN)) {
                return DeleteOptions.Propagation.ORPHAN;
            }
            if (finalizer.equals(FOREGROUND)) {
                return DeleteOptions.Propagation.FOREGROUND;
            }
        }
        return usual == KindRules.Propagation.ORPHAN
                ? DeleteOptions.Propagation.ORPHAN
                : DeleteOptions.Propagation.BACKGROUND;
    }

    /** Stores the object in a state that shows that it is on its way out. */
    private @Nullable Deleted mark(Target target, Stored live, Json.Obj next, Caller caller) {
        Kind kind = target.kind();
        Json.Obj content = Metadata.stored(kind.form().toStorage(next));
        if (content.equals(live.content())) {
            Json.Obj unchanged = kind.shown(live);
            return new Deleted(unchanged, unchanged, false);
        }
        if (caller.dryRun()) {
            Json.Obj shown = Stored.versioned(Metadata.stored(next), live.revision());
            return new Deleted(shown, shown, false);
        }
        Change change = engine.write(kind, target.key(), live, content);
        if (change == null) {
            return null;
        }
        Json.Obj shown = kind.shown(change.present());
        return new Deleted(shown, shown, false);
    }

    /** Watchers of a kind with a grace period see that it was cut to nothing before they see the end. */
    private @Nullable Deleted markAndRemove(Target target, Stored live, Json.Obj next, Caller caller) {
        if (caller.dryRun()) {
            return remove(target, live, next, caller);
        }
        Kind kind = target.kind();
        Json.Obj content = Metadata.stored(kind.form().toStorage(next));
        Change change = engine.write(kind, target.key(), live, content);
        return change == null ? null : remove(target, change.present(), next, caller);
    }

    private @Nullable Deleted remove(Target target, Stored live, Json.Obj last, Caller caller) {
        if (caller.dryRun()) {
            return new Deleted(answer(target, last), last, true);
        }
        Change change = engine.write(target.kind(), target.key(), live, null);
        if (change == null) {
            return null;
        }
        Json.Obj shown = Stored.versioned(Metadata.stored(last), change.revision());
        return new Deleted(answer(target, shown), shown, true);
    }

    private static Json.Obj answer(Target target, Json.Obj object) {
        Kind kind = target.kind();
        return kind.rules().answersWithDeletedObject()
                ? object
                : Failures.deleted(kind.served().resource(), target.name(), Metadata.uid(object));
    }

    private static void requirePreconditions(Target target, DeleteOptions options, Json.Obj live) {
        GroupResource kind = new GroupResource(
                target.kind().served().group(), target.kind().served().kind());
        String uid = Metadata.uid(live);
        String version = Metadata.version(live);
        if (options.uid().isPresent() && !options.uid().get().equals(uid)) {
            throw Failures.conflict(
                    kind,
                    target.name(),
                    "the UID in the precondition (" + options.uid().get() + ") does not match the UID in record (" + uid
                            + "). The object might have been deleted and then recreated");
        }
        if (options.version().isPresent() && !options.version().get().equals(version)) {
            throw Failures.conflict(
                    kind,
                    target.name(),
                    "the ResourceVersion in the precondition ("
                            + options.version().get()
                            + ") does not match the ResourceVersion in record (" + version
                            + "). The object might have been modified");
        }
    }

    /** Who deletes a collection names no object. */
    private static Gate.Attempt attempt(Target target, Json.Obj old, Caller caller) {
        Target asked = caller.asked().ofCollection()
                ? new Target(target.kind(), target.namespace(), "", target.subresource())
                : target;
        return asked.attempt(Gate.Operation.DELETE, null, old, caller);
    }
}
