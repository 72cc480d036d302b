package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Decoded;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.negotiate.PatchDocument;
import dev.konverge.apiserver.patch.JsonPatch;
import dev.konverge.apiserver.patch.MergePatch;
import dev.konverge.apiserver.patch.StrategicMergePatch;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Changes objects by patches, each of the four kinds. */
final class Patching {
    private static final Set<String> OPERATION = Set.of("op", "path", "from", "value");

    private final Engine engine;
    private final Updating updating;
    private final Bodies bodies;

    Patching(Engine engine, Updating updating, Bodies bodies) {
        this.engine = engine;
        this.updating = updating;
        this.bodies = bodies;
    }

    /** The kinds of patches. */
    enum Type {
        /** A list of operations. */
        JSON("application/json-patch+json"),
        /** The fields that change, null for those that go. */
        MERGE("application/merge-patch+json"),
        /** The same with rules for lists. */
        STRATEGIC("application/strategic-merge-patch+json"),
        /** The fields that a manager wants. */
        APPLY("application/apply-patch+yaml");

        private final String mediaType;

        Type(String mediaType) {
            this.mediaType = mediaType;
        }

        /**
         * {@return the type of a patch to a resource}
         *
         * @throws dev.konverge.apiserver.failure.StatusException 415 if the resource takes no such patch
         */
        static Type of(Optional<String> contentType, boolean custom) {
            String plain = contentType.orElse("");
            int parameters = plain.indexOf(';');
            String media = (parameters > 0 ? plain.substring(0, parameters) : plain).strip();
            List<String> known = new ArrayList<>();
            for (Type type : values()) {
                if (custom && type == STRATEGIC) {
                    continue;
                }
                if (type.mediaType.equals(media)) {
                    return type;
                }
                known.add(type.mediaType);
            }
            throw custom ? Failures.unsupportedMediaType(known) : Failures.unsupportedMediaType();
        }
    }

    /** Changes an object by a patch. */
    Updating.Updated patch(Target target, Type type, byte[] body, WriteOptions options, Caller caller) {
        Updating.Transform transform =
                type == Type.APPLY ? apply(target, body, options, caller) : change(target, type, body, options, caller);
        Updating.Absent absent = type == Type.APPLY ? Updating.Absent.CREATES : Updating.Absent.CREATES_IF_ALLOWED;
        return updating.update(target, transform, absent, Optional.empty(), caller);
    }

    private Updating.Transform apply(Target target, byte[] body, WriteOptions options, Caller caller) {
        Json.Obj config = bodies.applyConfiguration(body, options.validation() == WriteOptions.FieldValidation.STRICT);
        boolean force = options.force().orElse(false);
        return live -> {
            Json.Obj applied = engine.ownership().applied(target, live, config, caller.manager(), force, engine.now());
            if (live == null && !Metadata.uid(applied).isEmpty()) {
                throw Failures.conflict(
                        target.kind().served().resource(),
                        target.name(),
                        "uid mismatch: the provided object specified uid " + Metadata.uid(applied)
                                + ", and no existing object was found");
            }
            return named(target, target.kind().form().normalized(applied));
        };
    }

    private Updating.Transform change(Target target, Type type, byte[] body, WriteOptions options, Caller caller) {
        PatchDocument patch = PatchDocument.parse(body, type == Type.STRATEGIC ? "" : "error decoding patch: ");
        List<String> problems = new ArrayList<>();
        if (type == Type.JSON) {
            unknownMembers(patch.value())
                    .forEach(path -> problems.add("json patch unknown field " + GoText.quote(path)));
        }
        String prefix = type == Type.JSON ? "json patch duplicate field " : "duplicate field ";
        patch.duplicates().forEach(path -> problems.add(prefix + GoText.quote(path)));
        return live -> {
            if (live == null) {
                throw Failures.notFound(target.kind().served().resource(), target.name());
            }
            Json.Obj patched = ofKind(target.kind(), type, live, patched(target.kind(), type, live, patch.value()));
            List<String> all = new ArrayList<>(problems);
            List<String> unknown = new ArrayList<>(target.kind().form().problems(patched));
            if (type != Type.JSON) {
                // Go writes the fields of what was merged in their order.
                unknown.sort(Comparator.naturalOrder());
            }
            all.addAll(unknown);
            report(patched, all, options, caller);
            Json.Obj next = target.kind().form().normalized(patched);
            next = engine.ownership().updated(target, live, next, caller.manager(), engine.now());
            return named(target, next);
        };
    }

    private static Json.Obj patched(Kind kind, Type type, Json.Obj live, Json patch) {
        return switch (type) {
            case JSON -> JsonPatch.apply(live, patch);
            case MERGE -> MergePatch.apply(live, patch);
            case STRATEGIC -> StrategicMergePatch.apply(live, patch, kind.structure());
            case APPLY -> throw new IllegalArgumentException("an applied configuration is no patch");
        };
    }

    /** A strategic merge patch has no say in what the object is; another patch must not change it. */
    private Json.Obj ofKind(Kind kind, Type type, Json.Obj live, Json.Obj patched) {
        if (kind.served().isCustom()) {
            return patched;
        }
        if (type == Type.STRATEGIC) {
            return Tree.withFrom(Tree.withFrom(patched, live, "apiVersion"), live, "kind");
        }
        Served served = kind.served();
        bodies.requirePatchable(patched, Expected.builtIn(served.group(), served.version(), served.kind()));
        return patched;
    }

    private static void report(Json.Obj patched, List<String> problems, WriteOptions options, Caller caller) {
        if (problems.isEmpty()) {
            return;
        }
        switch (options.validation()) {
            case IGNORE -> {}
            case WARN -> problems.forEach(caller.warnings()::add);
            case STRICT ->
                throw Failures.invalid(
                        "",
                        "",
                        "",
                        List.of(FieldError.invalid("patch", patched.toString(), Decoded.strictMessage(problems))));
        }
    }

    private static Json.Obj named(Target target, Json.Obj object) {
        Json.Obj placed = Metadata.inNamespace(object, target.namespace());
        Metadata.requireName(placed, target.name());
        requireKind(target.kind(), placed);
        return placed;
    }

    private static void requireKind(Kind kind, Json.Obj object) {
        String apiVersion = Tree.text(object, "apiVersion");
        String name = Tree.text(object, "kind");
        if (!apiVersion.equals(kind.served().apiVersion())
                || !name.equals(kind.served().kind())) {
            throw Failures.badRequest(
                    "the API version in the data (" + apiVersion + ") does not match the expected API version ("
                            + kind.served().apiVersion() + ")");
        }
    }

    private static List<String> unknownMembers(Json patch) {
        List<String> unknown = new ArrayList<>();
        if (patch instanceof Json.Arr operations) {
            int index = 0;
            for (Json operation : operations.items()) {
                if (operation instanceof Json.Obj members) {
                    for (String member : members.fields().keySet()) {
                        if (!OPERATION.contains(member)) {
                            unknown.add("[" + index + "]." + member);
                        }
                    }
                }
                index++;
            }
        }
        return unknown;
    }
}
