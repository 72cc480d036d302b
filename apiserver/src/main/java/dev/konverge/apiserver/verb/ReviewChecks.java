package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a question about access must be like. Pure. */
final class ReviewChecks {
    private static final String RESOURCE = "resourceAttributes";
    private static final String PATH = "nonResourceAttributes";
    private static final String REQUIREMENTS = "requirements";

    /** The fields of metadata in the order in which messages show them. */
    private static final List<String> METADATA = List.of(
            "name",
            "generateName",
            "namespace",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");

    private ReviewChecks() {}

    /** {@return what is wrong with the question of somebody about themselves} */
    static List<FieldError> ofSelf(Json.Obj review) {
        List<FieldError> errors = new ArrayList<>();
        attributes(review, errors);
        selectors(review, errors);
        metadata(review, Set.of("managedFields"), "must be empty", errors);
        return errors;
    }

    /** {@return what is wrong with a question about somebody} */
    static List<FieldError> ofSubject(Json.Obj review) {
        List<FieldError> errors = new ArrayList<>();
        subject(review, errors);
        metadata(review, Set.of("managedFields"), "must be empty", errors);
        return errors;
    }

    /** {@return what is wrong with a question about somebody in one namespace} */
    static List<FieldError> ofSubjectIn(String namespace, Json.Obj review) {
        List<FieldError> errors = new ArrayList<>();
        subject(review, errors);
        metadata(review, Set.of("managedFields", "namespace"), "must be empty except for namespace", errors);
        Json.Obj spec = Tree.object(review, "spec");
        String about = Tree.text(spec, RESOURCE, "namespace");
        if (Tree.has(spec, RESOURCE) && !about.equals(namespace)) {
            errors.add(FieldError.invalid("spec.resourceAttributes.namespace", about, "must match metadata.namespace"));
        }
        if (Tree.has(spec, PATH)) {
            errors.add(FieldError.invalid(
                    "spec.nonResourceAttributes", shownPath(spec), "disallowed on this kind of request"));
        }
        return errors;
    }

    private static void subject(Json.Obj review, List<FieldError> errors) {
        attributes(review, errors);
        Json.Obj spec = Tree.object(review, "spec");
        if (Tree.text(spec, "user").isEmpty() && Tree.strings(spec, "groups").isEmpty()) {
            errors.add(FieldError.invalid("spec.user", "", "at least one of user or group must be specified"));
        }
        selectors(review, errors);
    }

    private static void attributes(Json.Obj review, List<FieldError> errors) {
        Json.Obj spec = Tree.object(review, "spec");
        boolean resource = Tree.has(spec, RESOURCE);
        boolean path = Tree.has(spec, PATH);
        if (resource && path) {
            errors.add(FieldError.invalid(
                    "spec.nonResourceAttributes",
                    shownPath(spec),
                    "cannot be specified in combination with resourceAttributes"));
        }
        if (!resource && !path) {
            errors.add(FieldError.invalid(
                    "spec.resourceAttributes",
                    Json.Null.INSTANCE,
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
        }
    }

    /** The fields under the names they have inside of Kubernetes, as its messages show them. */
    private static Json shownPath(Json.Obj spec) {
        Json.Obj path = Tree.object(spec, PATH);
        return Tree.of("Path", Tree.text(path, "path"), "Verb", Tree.text(path, "verb"));
    }

    private static void selectors(Json.Obj review, List<FieldError> errors) {
        Json.Obj attributes = Tree.object(review, "spec", RESOURCE);
        for (String field : List.of("fieldSelector", "labelSelector")) {
            if (Tree.has(attributes, field)) {
                selector("spec.resourceAttributes." + field, Tree.object(attributes, field), errors);
            }
        }
    }

    private static void selector(String at, Json.Obj selector, List<FieldError> errors) {
        String raw = Tree.text(selector, "rawSelector");
        List<Json.Obj> requirements = Tree.objects(selector, REQUIREMENTS);
        if (!raw.isEmpty() && !requirements.isEmpty()) {
            errors.add(
                    FieldError.invalid(at + ".rawSelector", raw, "may not specified at the same time as requirements"));
        }
        if (raw.isEmpty() && requirements.isEmpty()) {
            errors.add(FieldError.required(
                    at + "." + REQUIREMENTS, "when " + at + " is specified, requirements or rawSelector is required"));
        }
        for (int i = 0; i < requirements.size(); i++) {
            requirement(at + "." + REQUIREMENTS + "[" + i + "]", requirements.get(i), errors);
        }
    }

    /** An operator that is not known may be one that newer clients know. */
    private static void requirement(String at, Json.Obj requirement, List<FieldError> errors) {
        boolean values = !Tree.list(requirement, "values").isEmpty();
        switch (Tree.text(requirement, "operator")) {
            case "In", "NotIn" -> {
                if (!values) {
                    errors.add(FieldError.required(
                            at + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (values) {
                    errors.add(FieldError.forbidden(
                            at + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
                }
            }
            default -> {}
        }
    }

    private static void metadata(Json.Obj review, Set<String> allowed, String why, List<FieldError> errors) {
        Json.Obj metadata = Tree.object(review, "metadata");
        if (!allowed.containsAll(metadata.fields().keySet())) {
            Map<String, Json> shown = new LinkedHashMap<>();
            METADATA.forEach(field -> {
                Json value = metadata.get(field);
                if (value != null) {
                    shown.put(field, value);
                }
            });
            errors.add(FieldError.invalid("metadata", new Json.Obj(shown), why));
        }
    }
}
