package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a create, an update or a patch is meant.
 *
 * @param dryRun whether everything is done but storing
 * @param fieldManager who manages the fields, empty if the client did not say
 * @param validation what is done about fields that the kind does not have
 * @param force whether an apply takes fields from other managers, if the client said
 */
public record WriteOptions(boolean dryRun, String fieldManager, FieldValidation validation, Optional<Boolean> force) {
    /** What is done about fields that the kind does not have, or that are there twice. */
    public enum FieldValidation {
        /** Nothing. */
        IGNORE,
        /** The client is warned. */
        WARN,
        /** The request is refused. */
        STRICT
    }

    /** Who sends which kind of request. */
    enum Verb {
        CREATE("CreateOptions"),
        UPDATE("UpdateOptions"),
        PATCH("PatchOptions"),
        APPLY("PatchOptions");

        private final String kind;

        Verb(String kind) {
            this.kind = kind;
        }
    }

    /** What a request without parameters means. */
    public static final WriteOptions USUAL = new WriteOptions(false, "", FieldValidation.WARN, Optional.empty());

    private static final int LONGEST_MANAGER = 128;

    /**
     * {@return what the parameters of a request say}
     *
     * @throws dev.konverge.apiserver.failure.StatusException 422 if they make no sense
     */
    static WriteOptions of(Query query, Verb verb) {
        List<FieldError> errors = new ArrayList<>();
        String manager = query.text("fieldManager");
        if (verb == Verb.APPLY && manager.isEmpty()) {
            errors.add(FieldError.required("fieldManager", "is required for apply patch"));
        }
        if (verb == Verb.PATCH && query.has("force")) {
            errors.add(FieldError.forbidden("force", "may not be specified for non-apply patch"));
        }
        checkManager(manager, errors);
        checkDryRun(query.all("dryRun"), errors);
        String validation = query.text("fieldValidation");
        if (!List.of("", "Ignore", "Warn", "Strict").contains(validation)) {
            errors.add(FieldError.notSupported(
                    "fieldValidation", Json.of(validation), List.of("", "Ignore", "Strict", "Warn")));
        }
        if (!errors.isEmpty()) {
            throw Failures.invalidOptions(verb.kind, errors);
        }
        return new WriteOptions(
                query.has("dryRun"),
                manager,
                validation.isEmpty()
                        ? FieldValidation.WARN
                        : FieldValidation.valueOf(validation.toUpperCase(Locale.ROOT)),
                query.has("force") ? Optional.of(query.flag("force")) : Optional.empty());
    }

    static void checkDryRun(List<String> values, List<FieldError> errors) {
        if (values.stream().anyMatch(value -> !value.equals("All"))) {
            errors.add(FieldError.notSupported("dryRun", Tree.arr(values), List.of("All")));
        }
    }

    private static void checkManager(String manager, List<FieldError> errors) {
        if (manager.getBytes(StandardCharsets.UTF_8).length > LONGEST_MANAGER) {
            errors.add(FieldError.tooLong("fieldManager", LONGEST_MANAGER));
        }
        int at = 0;
        for (int c : manager.codePoints().toArray()) {
            if (!isPrintable(c)) {
                errors.add(FieldError.invalid(
                        "fieldManager",
                        manager,
                        String.format(Locale.ROOT, "invalid character U+%04X (at position %d)", c, at)));
            }
            at += new String(Character.toChars(c)).getBytes(StandardCharsets.UTF_8).length;
        }
    }

    static boolean isPrintable(int c) {
        return c == ' '
                || !(Character.isISOControl(c)
                        || Character.isSpaceChar(c)
                        || !Character.isDefined(c)
                        || Character.getType(c) == Character.FORMAT
                        || Character.getType(c) == Character.SURROGATE
                        || Character.getType(c) == Character.PRIVATE_USE);
    }
}
