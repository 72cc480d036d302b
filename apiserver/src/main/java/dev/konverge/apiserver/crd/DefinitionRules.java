package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.NameSyntax;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.kind.WebhookClients;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a definition of a custom resource may say, and what becomes of it when it is written. Its metadata are checked elsewhere. */
public final class DefinitionRules {
    private static final String NO_WEBHOOK = "should not be set when strategy is not set to Webhook";
    private static final String APPROVAL = "api-approved.kubernetes.io";

    private DefinitionRules() {}

    /** {@return a definition as it is stored}; {@code live} is the state it shall replace, if any */
    public static Json.Obj prepared(Json.Obj definition, Json.@Nullable Obj live) {
        return live == null ? prepareForCreate(definition) : prepareForUpdate(definition, live);
    }

    /** {@return what is wrong with a definition}; {@code live} is the state it shall replace, if any */
    public static List<FieldError> errors(Json.Obj definition, Json.@Nullable Obj live) {
        return live == null ? validateCreate(definition) : validateUpdate(definition, live);
    }

    /** {@return a new definition as it is stored}: with no status but the version in which objects will be stored */
    static Json.Obj prepareForCreate(Json.Obj definition) {
        Json.Obj names = Tree.of("plural", "", "kind", "");
        Json.Obj status = Tree.of("conditions", Json.Null.INSTANCE, "acceptedNames", names);
        Json.Obj fresh = Tree.with(definition, status, "status");
        return findStorage(definition)
                .map(name -> Tree.with(fresh, Tree.arr(List.of(name)), "status", "storedVersions"))
                .orElse(fresh);
    }

    /** {@return the new state of a definition}: with the status it had, and its storage version among the stored ones */
    static Json.Obj prepareForUpdate(Json.Obj next, Json.Obj live) {
        Json.Obj kept = Tree.withFrom(next, live, "status");
        List<String> stored = new ArrayList<>(Tree.strings(live, "status", "storedVersions"));
        Optional<String> storage = findStorage(next);
        if (storage.isEmpty() || stored.contains(storage.get())) {
            return kept;
        }
        stored.add(storage.get());
        return Tree.with(kept, Tree.arr(stored), "status", "storedVersions");
    }

    private static Optional<String> findStorage(Json.Obj definition) {
        return Tree.objects(definition, "spec", "versions").stream()
                .filter(version -> Tree.flag(version, "storage"))
                .map(version -> Tree.text(version, "name"))
                .findFirst();
    }

    /** {@return what is wrong with a new definition} */
    static List<FieldError> validateCreate(Json.Obj definition) {
        List<FieldError> errors = new ArrayList<>();
        String expected =
                Tree.text(definition, "spec", "names", "plural") + "." + Tree.text(definition, "spec", "group");
        String name = Tree.text(definition, "metadata", "name");
        if (!name.equals(expected)) {
            errors.add(FieldError.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
        }
        errors.addAll(validate(definition, null));
        return errors;
    }

    /** {@return what is wrong with the new state of a definition} */
    static List<FieldError> validateUpdate(Json.Obj next, Json.Obj live) {
        List<FieldError> errors = new ArrayList<>(validate(next, live));
        if (Conditions.isTrue(live, "Established")) {
            immutable(next, live, errors, "spec", "scope");
            immutable(next, live, errors, "spec", "names", "kind");
        }
        immutable(next, live, errors, "spec", "group");
        immutable(next, live, errors, "spec", "names", "plural");
        return errors;
    }

    private static void immutable(Json.Obj next, Json.Obj live, List<FieldError> errors, String... path) {
        String value = Tree.text(next, path);
        if (!value.equals(Tree.text(live, path))) {
            errors.add(FieldError.invalid(String.join(".", path), value, "field is immutable"));
        }
    }

    private static List<FieldError> validate(Json.Obj definition, Json.@Nullable Obj live) {
        List<FieldError> errors = new ArrayList<>();
        boolean preserves = Tree.flag(definition, "spec", "preserveUnknownFields");
        if (preserves && DefinitionSchemas.haveDefaults(definition)) {
            errors.add(FieldError.invalid(
                    "spec.preserveUnknownFields",
                    Json.Bool.TRUE,
                    "must be false in order to use defaults in the schema"));
        }
        group(Tree.text(definition, "spec", "group"), errors);
        oneOf("spec.scope", Tree.text(definition, "spec", "scope"), List.of("Cluster", "Namespaced"), errors);
        errors.addAll(new VersionRules(definition).check());
        names(Tree.object(definition, "spec", "names"), errors);
        conversion(Tree.object(definition, "spec", "conversion"), errors);
        storedVersions(definition, errors);
        approval(definition, live, errors);
        if (preserves) {
            errors.add(
                    FieldError.invalid(
                            "spec.preserveUnknownFields",
                            Json.Bool.TRUE,
                            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"));
        }
        return errors;
    }

    private static void group(String group, List<FieldError> errors) {
        List<String> problems = NameSyntax.subdomain(group);
        if (group.isEmpty()) {
            errors.add(FieldError.required("spec.group", ""));
        } else if (!problems.isEmpty()) {
            errors.add(FieldError.invalid("spec.group", group, String.join(",", problems)));
        } else if (!group.contains(".")) {
            errors.add(FieldError.invalid("spec.group", group, "should be a domain with at least one dot"));
        }
    }

    private static void oneOf(String field, String value, List<String> accepted, List<FieldError> errors) {
        if (value.isEmpty()) {
            errors.add(FieldError.required(field, ""));
        } else if (!accepted.contains(value)) {
            errors.add(FieldError.notSupported(field, Json.of(value), accepted));
        }
    }

    private static void names(Json.Obj names, List<FieldError> errors) {
        for (String field : List.of("plural", "singular", "kind", "listKind")) {
            if (Tree.text(names, field).isEmpty()) {
                errors.add(FieldError.required("spec.names." + field, ""));
            }
        }
        label(names, "plural", errors);
        label(names, "singular", errors);
        mixedCaseLabel(names, "kind", errors);
        mixedCaseLabel(names, "listKind", errors);
        labels(names, "shortNames", errors);
        String kind = Tree.text(names, "kind");
        if (!kind.isEmpty() && kind.equals(Tree.text(names, "listKind"))) {
            errors.add(FieldError.invalid("spec.names.listKind", kind, "kind and listKind may not be the same"));
        }
        labels(names, "categories", errors);
    }

    private static void label(Json.Obj names, String field, List<FieldError> errors) {
        String value = Tree.text(names, field);
        List<String> problems = NameSyntax.label1035(value);
        if (!value.isEmpty() && !problems.isEmpty()) {
            errors.add(FieldError.invalid("spec.names." + field, value, String.join(",", problems)));
        }
    }

    private static void mixedCaseLabel(Json.Obj names, String field, List<FieldError> errors) {
        String value = Tree.text(names, field);
        List<String> problems = NameSyntax.label1035(value.toLowerCase(Locale.ROOT));
        if (!value.isEmpty() && !problems.isEmpty()) {
            String detail = "may have mixed case, but should otherwise match: " + String.join(",", problems);
            errors.add(FieldError.invalid("spec.names." + field, value, detail));
        }
    }

    private static void labels(Json.Obj names, String field, List<FieldError> errors) {
        List<String> values = Tree.strings(names, field);
        for (int i = 0; i < values.size(); i++) {
            List<String> problems = NameSyntax.label1035(values.get(i));
            if (!problems.isEmpty()) {
                String place = "spec.names." + field + "[" + i + "]";
                errors.add(FieldError.invalid(place, values.get(i), String.join(",", problems)));
            }
        }
    }

    private static void conversion(Json.Obj conversion, List<FieldError> errors) {
        if (conversion.fields().isEmpty()) {
            return;
        }
        String strategy = Tree.text(conversion, "strategy");
        oneOf("spec.conversion.strategy", strategy, List.of("None", "Webhook"), errors);
        boolean webhook = strategy.equals("Webhook");
        Json.Obj config = Tree.object(conversion, "webhook", "clientConfig");
        List<String> versions = Tree.strings(conversion, "webhook", "conversionReviewVersions");
        String place = "spec.conversion.webhookClientConfig";
        String versionsPlace = "spec.conversion.conversionReviewVersions";
        if (!webhook) {
            if (!config.fields().isEmpty()) {
                errors.add(FieldError.forbidden(place, NO_WEBHOOK));
            }
            if (!versions.isEmpty()) {
                errors.add(FieldError.forbidden(versionsPlace, NO_WEBHOOK));
            }
            return;
        }
        if (!Tree.has(conversion, "webhook", "clientConfig")) {
            errors.add(FieldError.required(place, "required when strategy is set to Webhook"));
        } else {
            WebhookClients.check(config, place, errors);
        }
        reviewVersions(versions, versionsPlace, errors);
    }

    private static void reviewVersions(List<String> versions, String place, List<FieldError> errors) {
        if (versions.isEmpty()) {
            errors.add(FieldError.required(place, ""));
            return;
        }
        for (int i = 0; i < versions.size(); i++) {
            String at = place + "[" + i + "]";
            String version = versions.get(i);
            if (versions.indexOf(version) < i) {
                errors.add(FieldError.invalid(at, version, "duplicate version"));
            } else {
                NameSyntax.label1035(version).forEach(problem -> errors.add(FieldError.invalid(at, version, problem)));
            }
        }
        if (!versions.contains("v1") && !versions.contains("v1beta1")) {
            errors.add(FieldError.invalid(place, Tree.arr(versions), "must include at least one of v1, v1beta1"));
        }
    }

    private static void storedVersions(Json.Obj definition, List<FieldError> errors) {
        String place = "status.storedVersions";
        List<String> stored = Tree.strings(definition, "status", "storedVersions");
        List<String> names = new ArrayList<>();
        if (stored.isEmpty()) {
            errors.add(FieldError.invalid(place, Json.Null.INSTANCE, "must have at least one stored version"));
            return;
        }
        for (Json.Obj version : Tree.objects(definition, "spec", "versions")) {
            String name = Tree.text(version, "name");
            names.add(name);
            if (Tree.flag(version, "storage") && !stored.contains(name)) {
                errors.add(FieldError.invalid(place, Tree.arr(stored), "must have the storage version " + name));
            }
        }
        for (int i = 0; i < stored.size(); i++) {
            String name = stored.get(i);
            if (!names.contains(name)) {
                errors.add(FieldError.invalid(
                        place + "[" + i + "]",
                        name,
                        "missing from spec.versions; " + name + " was previously a storage version, and must remain in"
                                + " spec.versions until a storage migration ensures no data remains persisted in "
                                + name
                                + " and removes " + name + " from status.storedVersions"));
            }
        }
    }

    /** The groups of Kubernetes itself are for those who have leave to use them, or say that they have not. */
    private static void approval(Json.Obj definition, Json.@Nullable Obj live, List<FieldError> errors) {
        String group = "." + Tree.text(definition, "spec", "group");
        String approval = Tree.text(definition, "metadata", "annotations", APPROVAL);
        boolean isProtected = group.endsWith(".k8s.io") || group.endsWith(".kubernetes.io");
        if (!isProtected || (live != null && approval.equals(Tree.text(live, "metadata", "annotations", APPROVAL)))) {
            return;
        }
        String place = "metadata.annotations[" + APPROVAL + "]";
        String rule = "protected groups must have approval annotation \"" + APPROVAL + "\"";
        String more = ", see https://github.com/kubernetes/enhancements/pull/1111";
        if (approval.isEmpty()) {
            errors.add(FieldError.required(place, rule + more));
        } else if (!approval.startsWith("unapproved") && !approval.matches("[a-zA-Z][a-zA-Z0-9+.-]*://[^/]+.*")) {
            errors.add(FieldError.invalid(
                    place, approval, rule + " with either a URL or a reason starting with \"unapproved\"" + more));
        }
    }
}
