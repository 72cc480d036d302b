package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a deletion is meant.
 *
 * @param dryRun whether everything is done but storing
 * @param graceSeconds how long the object may take to end, if the client said
 * @param uid which object it must be, if the client said
 * @param version which version it must have, if the client said
 * @param orphanDependents the deprecated way to say what becomes of dependents, if the client said
 * @param propagation what becomes of dependents, if the client said
 */
public record DeleteOptions(
        boolean dryRun,
        OptionalLong graceSeconds,
        Optional<String> uid,
        Optional<String> version,
        Optional<Boolean> orphanDependents,
        Optional<Propagation> propagation) {
    /** What becomes of dependents. */
    public enum Propagation {
        /** They stay and lose their owner. */
        ORPHAN,
        /** They are deleted after it. */
        BACKGROUND,
        /** They are deleted before it. */
        FOREGROUND
    }

    /** A deletion without a word about how. */
    public static final DeleteOptions USUAL = new DeleteOptions(
            false, OptionalLong.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** {@return these as a client writes them} */
    Json.Obj toJson() {
        Map<String, Json> fields = new LinkedHashMap<>();
        graceSeconds.ifPresent(seconds -> fields.put("gracePeriodSeconds", Json.of(seconds)));
        Map<String, Json> preconditions = new LinkedHashMap<>();
        uid.ifPresent(id -> preconditions.put("uid", Json.of(id)));
        version.ifPresent(number -> preconditions.put("resourceVersion", Json.of(number)));
        if (!preconditions.isEmpty()) {
            fields.put("preconditions", new Json.Obj(preconditions));
        }
        orphanDependents.ifPresent(orphan -> fields.put("orphanDependents", Json.of(orphan)));
        propagation.ifPresent(fate -> fields.put(
                "propagationPolicy",
                Json.of(fate.name().charAt(0) + fate.name().substring(1).toLowerCase(Locale.ROOT))));
        if (dryRun) {
            fields.put("dryRun", Tree.arr(List.of("All")));
        }
        return new Json.Obj(fields);
    }

    /** {@return these for exactly one object} */
    public DeleteOptions withUid(String newUid) {
        return new DeleteOptions(dryRun, graceSeconds, Optional.of(newUid), version, orphanDependents, propagation);
    }

    /** {@return these for exactly one state of the object} */
    public DeleteOptions withVersion(String newVersion) {
        return new DeleteOptions(dryRun, graceSeconds, uid, Optional.of(newVersion), orphanDependents, propagation);
    }

    /** {@return these with another fate of dependents} */
    public DeleteOptions withPropagation(Propagation newPropagation) {
        return new DeleteOptions(dryRun, graceSeconds, uid, version, Optional.empty(), Optional.of(newPropagation));
    }

    /** {@return these with a bound to the object's end} */
    public DeleteOptions withGraceSeconds(long seconds) {
        return new DeleteOptions(dryRun, OptionalLong.of(seconds), uid, version, orphanDependents, propagation);
    }

    /**
     * {@return what the parameters of a request say}
     *
     * @throws dev.konverge.apiserver.failure.StatusException 400 or 422 if they make no sense
     */
    static DeleteOptions of(Query query) {
        String propagation = query.first("propagationPolicy");
        return checked(
                query.all("dryRun"),
                query.number("gracePeriodSeconds"),
                Optional.empty(),
                Optional.empty(),
                query.has("orphanDependents") ? Optional.of(query.flag("orphanDependents")) : Optional.empty(),
                Optional.ofNullable(propagation));
    }

    /**
     * {@return what a body says}
     *
     * @throws dev.konverge.apiserver.failure.StatusException 422 if it makes no sense
     */
    static DeleteOptions of(Json.Obj body) {
        Json.Obj preconditions = Tree.object(body, "preconditions");
        return checked(
                Tree.strings(body, "dryRun"),
                body.get("gracePeriodSeconds") instanceof Json.Int grace
                        ? OptionalLong.of(grace.value())
                        : OptionalLong.empty(),
                text(preconditions, "uid"),
                text(preconditions, "resourceVersion"),
                body.get("orphanDependents") instanceof Json.Bool orphan
                        ? Optional.of(orphan.value())
                        : Optional.empty(),
                text(body, "propagationPolicy"));
    }

    private static DeleteOptions checked(
            List<String> dryRun,
            OptionalLong graceSeconds,
            Optional<String> uid,
            Optional<String> version,
            Optional<Boolean> orphanDependents,
            Optional<String> propagation) {
        List<FieldError> errors = new ArrayList<>();
        String policy = propagation.orElse("");
        if (orphanDependents.isPresent() && propagation.isPresent()) {
            errors.add(FieldError.invalid(
                    "propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set"));
        }
        if (propagation.isPresent()
                && !List.of("Foreground", "Background", "Orphan").contains(policy)) {
            errors.add(FieldError.notSupported(
                    "propagationPolicy", Json.of(policy), List.of("Foreground", "Background", "Orphan", "nil")));
        }
        WriteOptions.checkDryRun(dryRun, errors);
        if (!errors.isEmpty()) {
            throw Failures.invalidOptions("DeleteOptions", errors);
        }
        Optional<Propagation> fate = propagation.map(text -> switch (text) {
            case "Orphan" -> Propagation.ORPHAN;
            case "Foreground" -> Propagation.FOREGROUND;
            default -> Propagation.BACKGROUND;
        });
        return new DeleteOptions(!dryRun.isEmpty(), graceSeconds, uid, version, orphanDependents, fate);
    }

    private static Optional<String> text(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Str text ? Optional.of(text.value()) : Optional.empty();
    }
}
