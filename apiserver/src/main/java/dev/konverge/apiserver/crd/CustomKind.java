package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Columns;
import dev.konverge.apiserver.kind.CustomRules;
import dev.konverge.apiserver.kind.KindRules;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.structure.CustomStructure;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.apiserver.structure.UnknownFields;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A custom resource in one version: what its definition says about the objects. Immutable, and pure. */
public final class CustomKind {
    private static final String UNCHECKED =
            "some validation rules were not checked because the object was invalid; correct the existing errors to complete"
                    + " validation";

    private final String apiVersion;
    private final String kind;
    private final CustomVersion version;
    private final String deprecation;
    private final SchemaNode schema;
    private final Struct objectMeta;
    private final Struct structure;
    private final KindRules rules;
    private final boolean hasExpressions;
    private final Conversion conversion;

    /** Made when first asked for. Several threads may do so; all make the same. */
    private volatile @Nullable RuleTree expressions;

    CustomKind(
            CustomVersion version,
            String group,
            String kind,
            boolean namespaced,
            String deprecation,
            Structures structures,
            Conversion conversion) {
        this.conversion = conversion;
        this.apiVersion = group + "/" + version.name();
        this.kind = kind;
        this.version = version;
        this.deprecation = deprecation;
        this.schema = SchemaNode.of(version.schema());
        this.hasExpressions = Rule.existsIn(schema);
        this.objectMeta = structures.objectMeta();
        this.structure = CustomStructure.of(version.schema(), structures);
        Columns columns = CustomColumns.of(version.columns());
        this.rules =
                new CustomRules(kind + "." + group, namespaced, version.status(), version.selectablePaths(), columns);
    }

    /** {@return the group and version, such as {@code example.com/v1}} */
    public String apiVersion() {
        return apiVersion;
    }

    /** {@return the name of the kind} */
    public String kind() {
        return kind;
    }

    /** {@return what server-side apply knows about the objects} */
    public Struct structure() {
        return structure;
    }

    /** {@return how the objects behave} */
    public KindRules rules() {
        return rules;
    }

    /** {@return the {@code openAPIV3Schema}, empty if there is none} */
    public Json.Obj schema() {
        return version.schema();
    }

    /** {@return where the numbers of the scale subresource are, if it has one} */
    public Optional<ScalePaths> scale() {
        return version.scale();
    }

    /** {@return what a client that uses this version is warned of, if anything} */
    public Optional<String> deprecation() {
        return deprecation.isEmpty() ? Optional.empty() : Optional.of(deprecation);
    }

    /** {@return an object without the fields that the schema does not know, and the paths of those, sorted} */
    public UnknownFields.Dropped pruned(Json.Obj object) {
        return Pruning.prune(object, schema, objectMeta);
    }

    /** {@return an object with its defaults and without nulls that mean nothing; the same instance if nothing changed} */
    public Json.Obj defaulted(Json.Obj object) {
        return Defaulting.apply(object, schema, Defaulting.Nulls.DROPPED);
    }

    /** {@return the same of what an applied configuration has made}: a null that has no default in its place stays. */
    public Json.Obj defaultedWithNulls(Json.Obj object) {
        return Defaulting.apply(object, schema, Defaulting.Nulls.KEPT);
    }

    /**
     * {@return what is wrong with an object by its schema} Metadata are not looked at. What was wrong already in the state that it
     * replaces is let pass.
     *
     * @param object the new state
     * @param old the state it replaces, null if it is created
     * @param warnings takes what is wrong and let pass because it was so before
     */
    public List<FieldError> validate(Json.Obj object, Json.@Nullable Obj old, Consumer<String> warnings) {
        return validate(object, old, EmbeddedObjects.check(object, schema), warnings);
    }

    /** {@return what is wrong with an object of which only the status is new} Objects within it are not looked at. */
    public List<FieldError> validateStatus(Json.Obj object, Json.Obj old, Consumer<String> warnings) {
        return validate(object, old, List.of(), warnings);
    }

    private List<FieldError> validate(
            Json.Obj object, Json.@Nullable Obj old, List<FieldError> embedded, Consumer<String> warnings) {
        List<FieldError> errors = new ArrayList<>();
        typeMeta(object, "kind", kind, errors);
        typeMeta(object, "apiVersion", apiVersion, errors);
        errors.addAll(SchemaCheck.check(object, old, schema));
        version.scale().ifPresent(paths -> errors.addAll(paths.check(object)));
        errors.addAll(embedded);
        if (old == null || Uniqueness.check(old, schema).isEmpty()) {
            errors.addAll(Uniqueness.check(object, schema));
        }
        if (hasExpressions) {
            errors.addAll(
                    errors.stream().anyMatch(CustomKind::blocks)
                            ? List.of(FieldError.invalid("<nil>", Json.Null.INSTANCE, UNCHECKED))
                            : expressionErrors(object, old, warnings));
        }
        return errors;
    }

    /** What is not even what the schema says, no expression could make sense of. */
    private static boolean blocks(FieldError error) {
        return switch (error.type()) {
            case NOT_SUPPORTED, REQUIRED, TOO_LONG, TOO_MANY, TYPE_INVALID -> true;
            default -> false;
        };
    }

    private List<FieldError> expressionErrors(Json.Obj object, Json.@Nullable Obj old, Consumer<String> warnings) {
        RuleTree tree = expressions;
        if (tree == null) {
            tree = RuleTree.of(schema, true);
            expressions = tree;
        }
        return tree == null ? List.of() : RuleRun.check(object, old, tree, warnings);
    }

    private static void typeMeta(Json.Obj object, String field, String expected, List<FieldError> errors) {
        String actual = Tree.text(object, field);
        if (!actual.equals(expected)) {
            errors.add(FieldError.invalid(field, actual, "must be " + expected));
        }
    }

    /** {@return an object of another version of the same resource in this one} Only what the schema of this one knows is left. */
    public Json.Obj convert(Json.Obj object) {
        if (Tree.text(object, "apiVersion").equals(apiVersion)) {
            return object;
        }
        return defaulted(pruned(conversion.convert(object, apiVersion)).object());
    }
}
