package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an object within a custom resource must be like. */
public final class EmbeddedChecks {
    private EmbeddedChecks() {}

    /** {@return what is wrong with the kind, the version and the metadata of an object} Paths begin at the object. */
    public static List<FieldError> check(Json.Obj object) {
        List<FieldError> errors = new ArrayList<>(0);
        for (String field : List.of("apiVersion", "kind")) {
            if (object.get(field) == null) {
                errors.add(FieldError.required(field, ""));
            }
        }
        for (String field : List.of("apiVersion", "kind")) {
            switch (object.get(field)) {
                case null -> {}
                case Json.Str text
                when text.value().isEmpty() -> errors.add(FieldError.invalid(field, text, "must not be empty"));
                case Json.Str text when field.equals("kind") -> kind(text.value(), errors);
                case Json.Str text -> apiVersion(text.value(), errors);
                case Json other -> errors.add(FieldError.invalid(field, other, "must be a string"));
            }
        }
        if (object.get("metadata") instanceof Json.Obj) {
            metadata(object, errors);
        }
        return errors;
    }

    private static void apiVersion(String value, List<FieldError> errors) {
        if (value.indexOf('/') != value.lastIndexOf('/')) {
            errors.add(FieldError.invalid("apiVersion", value, "unexpected GroupVersion string: " + value));
        }
    }

    private static void kind(String value, List<FieldError> errors) {
        List<String> problems = NameSyntax.label1035(value.toLowerCase(Locale.ROOT));
        if (!problems.isEmpty()) {
            String detail = "may have mixed case, but should otherwise match: " + String.join(",", problems);
            errors.add(FieldError.invalid("kind", value, detail));
        }
    }

    /** Metadata are checked as those of a whole object are, but that nothing within an object needs a name. */
    private static void metadata(Json.Obj object, List<FieldError> errors) {
        boolean named = !Tree.text(object, "metadata", "name").isEmpty();
        boolean namespaced = !Tree.text(object, "metadata", "namespace").isEmpty();
        Json.Obj whole = named ? object : Tree.with(object, Json.of("unnamed"), "metadata", "name");
        errors.addAll(MetadataChecks.create(whole, namespaced, NameSyntax.Rule.PATH_SEGMENT, false));
    }
}
