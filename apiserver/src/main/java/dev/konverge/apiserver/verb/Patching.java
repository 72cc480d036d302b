package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Decoded;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.negotiate.NumberTexts;
import dev.konverge.apiserver.negotiate.PatchDocument;
import dev.konverge.apiserver.negotiate.Patched;
import dev.konverge.apiserver.patch.JsonPatch;
import dev.konverge.apiserver.patch.MergePatch;
import dev.konverge.apiserver.patch.StrategicMergePatch;
import dev.konverge.apiserver.structure.GoFormat;
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
        Decoded config = bodies.applyConfiguration(body);
        boolean force = options.force().orElse(false);
        return live -> {
            Json.Obj applied =
                    engine.ownership().applied(target, live, config.object(), caller.manager(), force, engine.now());
            reportApplied(config.problems(), options, caller);
            if (live == null && !Metadata.uid(applied).isEmpty()) {
                throw Failures.conflict(
                        target.kind().served().resource(),
                        target.name(),
                        "uid mismatch: the provided object specified uid " + Metadata.uid(applied)
                                + ", and no existing object was found");
            }
            return named(target, target.kind().form().normalizedApplied(applied));
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
            if (type != Type.STRATEGIC && !target.kind().served().isCustom()) {
                patch.written().ifPresent(written -> requireNumbers(target.kind(), type, live, written));
            }
            Patched patched = patched(target.kind(), type, live, patch.value(), NumberTexts.NONE);
            List<String> all = new ArrayList<>(problems);
            List<String> unknown = new ArrayList<>(target.kind().form().problems(patched));
            if (type != Type.JSON) {
                // Go writes the fields of what was merged in their order.
                unknown.sort(Comparator.naturalOrder());
            }
            all.addAll(unknown);
            report(patched, all, options, caller);
            Json.Obj next = target.kind().form().normalized(patched.object());
            next = engine.ownership().updated(target, live, next, caller.manager(), engine.now());
            return named(target, next);
        };
    }

    /** Refuses numbers that are not written as the fields want them, which their values do not tell. */
    private void requireNumbers(Kind kind, Type type, Json.Obj live, PatchDocument.Written written) {
        kind.form().problems(patched(kind, type, live, written.value(), written.numbers()));
    }

    private Patched patched(Kind kind, Type type, Json.Obj live, Json patch, NumberTexts numbers) {
        Patched patched = switch (type) {
            case JSON -> {
                Json.Obj result = JsonPatch.apply(live, patch);
                yield new Patched(
                        result, Patched.Reading.DECODED, () -> numbers.json(JsonPatch.opened(result, patch)), numbers);
            }
            case MERGE -> {
                Json.Obj result = MergePatch.apply(live, patch);
                yield new Patched(result, Patched.Reading.DECODED, () -> numbers.json(result), numbers);
            }
            case STRATEGIC ->
                new Patched(
                        StrategicMergePatch.apply(live, patch, kind.structure()),
                        Patched.Reading.CONVERTED,
                        () -> GoFormat.plain(patch),
                        numbers);
            case APPLY -> throw new IllegalArgumentException("an applied configuration is no patch");
        };
        return ofKind(kind, type, live, patched);
    }

    /** A strategic merge patch has no say in what the object is; another patch must not change it. */
    private Patched ofKind(Kind kind, Type type, Json.Obj live, Patched patched) {
        if (kind.served().isCustom()) {
            return patched;
        }
        if (type == Type.STRATEGIC) {
            return patched.with(Tree.withFrom(Tree.withFrom(patched.object(), live, "apiVersion"), live, "kind"));
        }
        Served served = kind.served();
        return patched.with(bodies.ofKind(patched, Expected.builtIn(served.group(), served.version(), served.kind())));
    }

    private static void report(Patched patched, List<String> problems, WriteOptions options, Caller caller) {
        if (problems.isEmpty()) {
            return;
        }
        switch (options.validation()) {
            case IGNORE -> {}
            case WARN -> problems.forEach(caller.warnings()::add);
            case STRICT -> throw patched.refusal(Decoded.strictMessage(problems));
        }
    }

    /** What is there twice is told once it is known that the configuration can be applied. */
    private static void reportApplied(List<String> problems, WriteOptions options, Caller caller) {
        switch (options.validation()) {
            case IGNORE -> {}
            case WARN -> Decoded.warnings(problems).forEach(caller.warnings()::add);
            case STRICT -> {
                if (!problems.isEmpty()) {
                    throw Failures.badRequest("error strict decoding YAML: " + problems.getFirst());
                }
            }
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
