package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the metadata of every object must be like. */
final class MetadataChecks {
    static final String IMMUTABLE = "field is immutable";

    private static final int MAX_ANNOTATIONS = 262144;
    private static final Set<String> STANDARD_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");

    private MetadataChecks() {}

    /**
     * {@return what is wrong with the metadata of a new object}
     *
     * @param standardFinalizers whether finalizers without a domain have to be standard ones
     */
    static List<FieldError> create(
            Json.Obj object, boolean namespaced, NameSyntax.Rule names, boolean standardFinalizers) {
        Json.Obj metadata = Tree.object(object, "metadata");
        List<FieldError> errors = new ArrayList<>(0);
        names(metadata, names, errors);
        namespace(metadata, namespaced, errors);
        if (Tree.number(metadata, "generation") < 0) {
            errors.add(FieldError.invalid(
                    "metadata.generation", metadata.get("generation"), "must be greater than or equal to 0"));
        }
        whole(metadata, standardFinalizers, errors);
        return errors;
    }

    /**
     * What is wrong with the new metadata of a stored object.
     *
     * @param common what is found of every kind, before its own checks
     * @param changes what the kind's own checks of changes find
     * @param wholes what the kind's own checks of whole objects find
     */
    record Found(List<FieldError> common, List<FieldError> changes, List<FieldError> wholes) {
        /** {@return all of it} */
        List<FieldError> all() {
            return Stream.of(common, changes, wholes).flatMap(List::stream).toList();
        }
    }

    /** {@return what is wrong with the new metadata of a stored object, as often as the rounds say} */
    static Found update(Json.Obj next, Json.Obj live, MetadataRounds rounds) {
        Json.Obj metadata = Tree.object(next, "metadata");
        Json.Obj before = Tree.object(live, "metadata");
        List<FieldError> wholes = new ArrayList<>(0);
        whole(metadata, false, wholes);
        List<FieldError> changes = changes(metadata, before);
        List<FieldError> standard = new ArrayList<>(0);
        if (rounds.standardFinalizers()) {
            standardFinalizers(metadata, standard);
        }
        List<FieldError> common = new ArrayList<>(wholes);
        common.addAll(changes);
        changes.addAll(standard);
        wholes.addAll(standard);
        return new Found(common, repeated(changes, rounds.changes()), repeated(wholes, rounds.wholes()));
    }

    private static List<FieldError> repeated(List<FieldError> errors, int times) {
        // Mostly there are none.
        return errors.isEmpty()
                ? List.of()
                : Collections.nCopies(times, errors).stream()
                        .flatMap(List::stream)
                        .toList();
    }

    private static void whole(Json.Obj metadata, boolean standardFinalizers, List<FieldError> errors) {
        labels(Tree.texts(metadata, "labels"), "metadata.labels", errors);
        annotations(Tree.texts(metadata, "annotations"), "metadata.annotations", errors);
        owners(metadata, errors);
        finalizers(metadata, errors);
        if (standardFinalizers) {
            standardFinalizers(metadata, errors);
        }
    }

    private static List<FieldError> changes(Json.Obj metadata, Json.Obj before) {
        List<FieldError> errors = new ArrayList<>(0);
        if (Tree.has(before, "deletionTimestamp")) {
            noNewFinalizers(metadata, before, errors);
        }
        for (String field : List.of("name", "namespace", "uid")) {
            if (!Objects.equals(Tree.text(metadata, field), Tree.text(before, field))) {
                errors.add(FieldError.invalid("metadata." + field, Json.of(Tree.text(metadata, field)), IMMUTABLE));
            }
        }
        for (String field : List.of("deletionTimestamp", "deletionGracePeriodSeconds")) {
            Json value = metadata.get(field);
            if (value != null && !value.equals(before.get(field))) {
                errors.add(FieldError.invalid("metadata." + field, value, IMMUTABLE));
            }
        }
        labels(Tree.texts(metadata, "labels"), "metadata.labels", errors);
        annotations(Tree.texts(metadata, "annotations"), "metadata.annotations", errors);
        owners(metadata, errors);
        return errors;
    }

    private static void names(Json.Obj metadata, NameSyntax.Rule rule, List<FieldError> errors) {
        String generateName = Tree.text(metadata, "generateName");
        if (!generateName.isEmpty()) {
            for (String problem : NameSyntax.prefix(generateName, rule)) {
                errors.add(FieldError.invalid("metadata.generateName", generateName, problem));
            }
        }
        String name = Tree.text(metadata, "name");
        if (name.isEmpty()) {
            errors.add(FieldError.required("metadata.name", "name or generateName is required"));
        } else {
            for (String problem : rule.problems(name)) {
                errors.add(FieldError.invalid("metadata.name", name, problem));
            }
        }
    }

    private static void namespace(Json.Obj metadata, boolean namespaced, List<FieldError> errors) {
        String namespace = Tree.text(metadata, "namespace");
        if (!namespaced) {
            if (!namespace.isEmpty()) {
                errors.add(FieldError.forbidden("metadata.namespace", "not allowed on this type"));
            }
        } else if (namespace.isEmpty()) {
            errors.add(FieldError.required("metadata.namespace", ""));
        } else {
            for (String problem : NameSyntax.label(namespace)) {
                errors.add(FieldError.invalid("metadata.namespace", namespace, problem));
            }
        }
    }

    /** Checks labels, or whatever looks like them. */
    static void labels(Map<String, String> labels, String path, List<FieldError> errors) {
        labels.forEach((key, value) -> {
            for (String problem : NameSyntax.qualified(key)) {
                errors.add(FieldError.invalid(path, key, problem));
            }
            for (String problem : NameSyntax.labelValue(value)) {
                errors.add(FieldError.invalid(path, value, problem));
            }
        });
    }

    /** Checks annotations. */
    static void annotations(Map<String, String> annotations, String path, List<FieldError> errors) {
        long size = 0;
        for (Map.Entry<String, String> entry : annotations.entrySet()) {
            for (String problem : NameSyntax.qualified(entry.getKey().toLowerCase(Locale.ROOT))) {
                errors.add(FieldError.invalid(path, entry.getKey(), problem));
            }
            size += utf8(entry.getKey()) + utf8(entry.getValue());
        }
        if (size > MAX_ANNOTATIONS) {
            errors.add(FieldError.tooLong(path, MAX_ANNOTATIONS));
        }
    }

    private static long utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void owners(Json.Obj metadata, List<FieldError> errors) {
        String path = "metadata.ownerReferences";
        String controller = null;
        for (Json.Obj owner : Tree.objects(metadata, "ownerReferences")) {
            owner(owner, path, errors);
            if (Tree.flag(owner, "controller")) {
                controller = controller(owner, controller, metadata, errors);
            }
        }
    }

    private static void owner(Json.Obj owner, String path, List<FieldError> errors) {
        String apiVersion = Tree.text(owner, "apiVersion");
        String kind = Tree.text(owner, "kind");
        if (apiVersion.substring(apiVersion.indexOf('/') + 1).isEmpty()) {
            errors.add(FieldError.invalid(path + ".apiVersion", apiVersion, "version must not be empty"));
        }
        for (String field : List.of("kind", "name", "uid")) {
            if (Tree.text(owner, field).isEmpty()) {
                errors.add(FieldError.invalid(path + "." + field, "", "must not be empty"));
            }
        }
        if (apiVersion.equals("v1") && kind.equals("Event")) {
            errors.add(FieldError.invalid(path, owner, "/v1, Kind=Event is disallowed from being an owner"));
        }
    }

    private static String controller(
            Json.Obj owner, @Nullable String first, Json.Obj metadata, List<FieldError> errors) {
        String name = Tree.text(owner, "kind") + "/" + Tree.text(owner, "name");
        if (first == null) {
            return name;
        }
        errors.add(FieldError.invalid(
                "metadata.ownerReferences",
                metadata.get("ownerReferences"),
                "Only one reference can have Controller set to true. Found \"true\" in references for " + first
                        + " and " + name));
        return first;
    }

    private static void finalizers(Json.Obj metadata, List<FieldError> errors) {
        String path = "metadata.finalizers";
        List<String> finalizers = Tree.strings(metadata, "finalizers");
        for (String finalizer : finalizers) {
            for (String problem : NameSyntax.qualified(finalizer)) {
                errors.add(FieldError.invalid(path, finalizer, problem));
            }
        }
        if (finalizers.contains("orphan") && finalizers.contains("foregroundDeletion")) {
            errors.add(FieldError.invalid(
                    path, metadata.get("finalizers"), "finalizer orphan and foregroundDeletion cannot be both set"));
        }
    }

    /** {@return whether a finalizer is one that Kubernetes knows, or that says whose it is} */
    static boolean isStandardFinalizer(String finalizer) {
        return finalizer.contains("/") || STANDARD_FINALIZERS.contains(finalizer);
    }

    private static void standardFinalizers(Json.Obj metadata, List<FieldError> errors) {
        List<String> finalizers = Tree.strings(metadata, "finalizers");
        for (int i = 0; i < finalizers.size(); i++) {
            String finalizer = finalizers.get(i);
            if (!isStandardFinalizer(finalizer)) {
                errors.add(FieldError.invalid(
                        "metadata.finalizers[" + i + "]",
                        finalizer,
                        "name is neither a standard finalizer name nor is it fully qualified"));
            }
        }
    }

    private static void noNewFinalizers(Json.Obj metadata, Json.Obj before, List<FieldError> errors) {
        Set<String> extra = new TreeSet<>(Tree.strings(metadata, "finalizers"));
        Tree.strings(before, "finalizers").forEach(extra::remove);
        if (!extra.isEmpty()) {
            errors.add(FieldError.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers "
                            + GoText.strings(List.copyOf(extra))));
        }
    }
}
