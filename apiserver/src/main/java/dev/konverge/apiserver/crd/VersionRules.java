package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.NameSyntax;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Checks what a definition says about its versions. */
final class VersionRules {
    private static final int MAX_SELECTABLE = 8;
    private static final int MAX_WARNING = 256;
    private static final List<String> COLUMN_TYPES = List.of("boolean", "date", "integer", "number", "string");
    private static final List<String> COLUMN_FORMATS =
            List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");

    private final List<Json.Obj> versions;
    private final List<FieldError> errors = new ArrayList<>();

    VersionRules(Json.Obj definition) {
        this.versions = Tree.objects(definition, "spec", "versions");
    }

    List<FieldError> check() {
        int storage = 0;
        Set<String> names = new HashSet<>();
        for (int i = 0; i < versions.size(); i++) {
            if (Tree.object(versions.get(i), "schema", "openAPIV3Schema")
                    .fields()
                    .isEmpty()) {
                errors.add(FieldError.required("spec.versions[" + i + "].schema.openAPIV3Schema", ""));
            }
        }
        for (int i = 0; i < versions.size(); i++) {
            Json.Obj version = versions.get(i);
            storage += Tree.flag(version, "storage") ? 1 : 0;
            names.add(Tree.text(version, "name"));
            version(version, i);
        }
        Json.Arr all = shown();
        if (names.size() != versions.size()) {
            errors.add(FieldError.invalid("spec.versions", all, "must contain unique version names"));
        }
        if (storage != 1) {
            errors.add(FieldError.invalid(
                    "spec.versions", all, "must have exactly one version marked as storage version"));
        }
        if (!versions.isEmpty()) {
            name(Tree.text(versions.getFirst(), "name"), "spec.version");
        }
        return errors;
    }

    /** {@return the versions as Kubernetes keeps them}: what they have in common is not in them. */
    private Json.Arr shown() {
        List<Json> all = new ArrayList<>();
        for (int i = 0; i < versions.size(); i++) {
            Json.Obj version = versions.get(i);
            all.add(Tree.of(
                    "Name",
                    Tree.text(version, "name"),
                    "Served",
                    Json.of(Tree.flag(version, "served")),
                    "Storage",
                    Json.of(Tree.flag(version, "storage")),
                    "Deprecated",
                    Json.of(Tree.flag(version, "deprecated")),
                    "DeprecationWarning",
                    own(i, "deprecationWarning"),
                    "Schema",
                    own(i, "schema"),
                    "Subresources",
                    own(i, "subresources"),
                    "AdditionalPrinterColumns",
                    own(i, "additionalPrinterColumns"),
                    "SelectableFields",
                    own(i, "selectableFields")));
        }
        return new Json.Arr(all);
    }

    private Json own(int index, String field) {
        Json value = Tree.at(versions.get(index), field);
        boolean common = !field.equals("deprecationWarning")
                && !place(index, field, field).startsWith("spec.versions[");
        return value == null || common ? Json.Null.INSTANCE : value;
    }

    /** What all versions have in common, Kubernetes keeps, checks and names as the definition's own. */
    private String place(int index, String field, String common) {
        Json first = Tree.at(versions.getFirst(), field);
        for (Json.Obj version : versions) {
            Json own = Tree.at(version, field);
            if (own == null || !own.equals(first)) {
                return "spec.versions[" + index + "]." + field;
            }
        }
        return index == 0 ? "spec." + common : "";
    }

    private void version(Json.Obj version, int index) {
        String name = Tree.text(version, "name");
        String place = "spec.versions[" + index + "]";
        name(name, place + ".name");
        deprecation(version, place + ".deprecationWarning");
        Json.Obj schema = Tree.object(version, "schema", "openAPIV3Schema");
        String schemaPlace = place(index, "schema", "validation");
        if (!schemaPlace.isEmpty() && !schema.fields().isEmpty()) {
            boolean status = Tree.has(version, "subresources", "status");
            errors.addAll(DefinitionSchema.check(schema, schemaPlace + ".openAPIV3Schema", status));
        }
        String subresources = place(index, "subresources", "subresources");
        if (!subresources.isEmpty() && Tree.has(version, "subresources", "scale")) {
            scale(Tree.object(version, "subresources", "scale"), subresources + ".scale.");
        }
        String columns = place(index, "additionalPrinterColumns", "additionalPrinterColumns");
        List<Json.Obj> columnList = Tree.objects(version, "additionalPrinterColumns");
        for (int i = 0; i < columnList.size() && !columns.isEmpty(); i++) {
            column(columnList.get(i), columns + "[" + i + "].");
        }
        String selectable = place(index, "selectableFields", "selectableFields");
        if (!selectable.isEmpty()) {
            selectable(Tree.objects(version, "selectableFields"), SchemaNode.of(schema), selectable);
        }
    }

    private void name(String name, String place) {
        List<String> problems = NameSyntax.label1035(name);
        if (!problems.isEmpty()) {
            errors.add(FieldError.invalid(place, name, String.join(",", problems)));
        }
    }

    private void deprecation(Json.Obj version, String place) {
        Json warning = Tree.at(version, "deprecationWarning");
        if (!(warning instanceof Json.Str text)) {
            return;
        }
        if (!Tree.flag(version, "deprecated")) {
            errors.add(FieldError.invalid(place, text, "can only be set for deprecated versions"));
        } else if (text.value().length() > MAX_WARNING) {
            errors.add(FieldError.invalid(place, text, "must be <= 256 characters long"));
        } else if (text.value().isEmpty()) {
            errors.add(FieldError.invalid(place, text, "must not be an empty string"));
        }
    }

    private void scale(Json.Obj scale, String place) {
        replicasPath(scale, "specReplicasPath", ".spec", place);
        replicasPath(scale, "statusReplicasPath", ".status", place);
        String selector = Tree.text(scale, "labelSelectorPath");
        if (!selector.isEmpty()
                && simplePath(selector, place + "labelSelectorPath")
                && !selector.startsWith(".spec.")
                && !selector.startsWith(".status.")) {
            errors.add(FieldError.invalid(
                    place + "labelSelectorPath", selector, "should be a json path under either .spec or .status"));
        }
    }

    private void replicasPath(Json.Obj scale, String field, String root, String place) {
        String path = Tree.text(scale, field);
        if (path.isEmpty()) {
            errors.add(FieldError.required(place + field, ""));
        } else if (simplePath(path, place + field) && !path.startsWith(root + ".")) {
            errors.add(FieldError.invalid(place + field, path, "should be a json path under " + root));
        }
    }

    private boolean simplePath(String path, String place) {
        if (path.startsWith(".")) {
            return true;
        }
        errors.add(FieldError.invalid(place, path, "must be a simple json path starting with ."));
        return false;
    }

    private void column(Json.Obj column, String place) {
        String type = Tree.text(column, "type");
        String format = Tree.text(column, "format");
        String path = Tree.text(column, "jsonPath");
        String types = "must be one of " + String.join(",", COLUMN_TYPES);
        if (Tree.text(column, "name").isEmpty()) {
            errors.add(FieldError.required(place + "name", ""));
        }
        if (type.isEmpty()) {
            errors.add(FieldError.required(place + "type", types));
        } else if (!COLUMN_TYPES.contains(type)) {
            errors.add(FieldError.invalid(place + "type", type, types));
        }
        if (!format.isEmpty() && !COLUMN_FORMATS.contains(format)) {
            errors.add(
                    FieldError.invalid(place + "format", format, "must be one of " + String.join(",", COLUMN_FORMATS)));
        }
        if (path.isEmpty()) {
            errors.add(FieldError.required(place + "JSONPath", ""));
        } else {
            simplePath(path, place + "JSONPath");
        }
    }

    private void selectable(List<Json.Obj> fields, SchemaNode schema, String place) {
        Set<String> seen = new LinkedHashSet<>();
        for (int i = 0; i < fields.size(); i++) {
            String path = Tree.text(fields.get(i), "jsonPath");
            String field = place + "[" + i + "].jsonPath";
            if (path.isEmpty()) {
                errors.add(FieldError.required(field, ""));
                continue;
            }
            selectable(path, schema, field);
            if (!seen.add(path)) {
                errors.add(FieldError.duplicate(field, Json.of(path)));
            }
        }
        if (seen.size() > MAX_SELECTABLE) {
            errors.add(FieldError.tooMany(place, seen.size(), MAX_SELECTABLE));
        }
    }

    private void selectable(String path, SchemaNode schema, String field) {
        SchemaNode found = schema;
        String[] names = path.startsWith(".") ? path.substring(1).split("\\.", -1) : new String[] {path};
        for (String name : names) {
            found = found == null ? null : found.properties().get(name);
        }
        if (found == null) {
            errors.add(FieldError.invalid(field, path, "is an invalid path: does not refer to a valid field"));
        } else if (names[0].equals("metadata")) {
            errors.add(FieldError.invalid(field, path, "must not point to fields in metadata"));
        } else if (!List.of("string", "boolean", "integer").contains(found.type())) {
            errors.add(FieldError.invalid(
                    field,
                    path,
                    "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are"
                            + " allowed."));
        }
    }
}
