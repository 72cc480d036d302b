package dev.konverge.codegen.processor;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Where the marks of a kind lead: its columns, its scale and its selectable fields.
 *
 * @param record the record of the kind
 * @param columns what kubectl shows
 * @param scale what {@code kubectl scale} changes, if there is something
 * @param selectable what field selectors can ask for
 */
record KindPaths(TypeElement record, List<Mark> columns, Optional<Mark> scale, List<Mark> selectable) {
    private static final Set<String> COLUMN_TYPES = Set.of("string", "integer", "number", "boolean", "date");
    private static final Set<String> COLUMN_FORMATS =
            Set.of("", "byte", "date", "date-time", "double", "float", "int32", "int64", "password");

    private static final Set<String> SELECTABLE_TYPES = Set.of("string", "boolean", "integer");
    private static final int MOST_SELECTABLE = 8;

    /** Looks at what can be said of them without knowing what the record is made of. */
    void check() {
        columns.forEach(this::checkColumn);
        scale.ifPresent(this::checkScale);
        if (selectable.size() > MOST_SELECTABLE) {
            throw complaint("a kind has at most " + MOST_SELECTABLE + " selectable fields, not " + selectable.size());
        }
        Set<String> paths = new HashSet<>();
        for (Mark field : selectable) {
            String path = field.text("jsonPath");
            if (!paths.add(path)) {
                throw complaint("the selectable field " + path + " is there twice");
            }
            if (path.equals(".metadata") || path.startsWith(".metadata.")) {
                throw complaint("a selectable field cannot be in the metadata, as " + path + " is: the name and the"
                        + " namespace can be selected anyway, labels have selectors of their own");
            }
        }
    }

    private void checkColumn(Mark column) {
        if (!column.text("jsonPath").startsWith(".")) {
            throw complaint("the jsonPath of column \"" + column.text("name")
                    + "\" must begin with a dot, such as .spec.replicas");
        }
        if (!COLUMN_TYPES.contains(column.text("type"))) {
            throw complaint("the type of column \"" + column.text("name")
                    + "\" must be string, integer, number, boolean or date, not \"" + column.text("type") + "\"");
        }
        if (!COLUMN_FORMATS.contains(column.text("format"))) {
            throw complaint("the format of column \"" + column.text("name") + "\" is \"" + column.text("format")
                    + "\", which no column has");
        }
    }

    private void checkScale(Mark scale) {
        String selector = scale.text("labelSelectorPath");
        if (!selector.isEmpty() && !selector.startsWith(".spec.") && !selector.startsWith(".status.")) {
            throw complaint("the labelSelectorPath of a @Scale must begin with .spec. or .status.");
        }
        if (!scale.text("specReplicasPath").startsWith(".spec.")
                || !scale.text("statusReplicasPath").startsWith(".status.")) {
            throw complaint("the paths of a @Scale must begin with .spec. and .status.");
        }
    }

    /**
     * Follows the paths.
     *
     * @throws Complaint if one leads nowhere: the server would take it, and show nothing there, or refuse it
     */
    void follow(Node schema) {
        for (Mark column : columns) {
            follow("column \"" + column.text("name") + "\"", column.text("jsonPath"), schema);
        }
        scale.ifPresent(mark -> List.of("specReplicasPath", "statusReplicasPath", "labelSelectorPath")
                .forEach(path -> follow("@Scale", mark.text(path), schema)));
        selectable.forEach(field -> select(field.text("jsonPath"), schema));
    }

    private void follow(String of, String path, Node schema) {
        SchemaPath.dead(path, schema).ifPresent(end -> {
            throw complaint("the path " + path + " of " + of + " leads nowhere: there is no " + end);
        });
    }

    /** The server looks selectable fields up in objects of all ages, so it must know them, and what is there must be one value. */
    private void select(String path, Node schema) {
        if (!SchemaPath.isOfNames(path)) {
            throw complaint("the path of a selectable field is made of names only, such as .spec.color, not " + path);
        }
        @Nullable Object at = schema.tree();
        for (String name : path.substring(1).split("\\.", -1)) {
            at = at instanceof Map<?, ?> object && object.get("properties") instanceof Map<?, ?> properties
                    ? properties.get(name)
                    : null;
        }
        if (!(at instanceof Map<?, ?> field)) {
            throw complaint(
                    "the selectable field " + path + " is none of the definition: the path must lead from record to"
                            + " record, and not into a map or what is open");
        }
        if (!(field.get("type") instanceof String type) || !SELECTABLE_TYPES.contains(type)) {
            throw complaint("the selectable field " + path + " must be a text, a whole number or a boolean");
        }
    }

    private Complaint complaint(String message) {
        return new Complaint(record, message);
    }
}
