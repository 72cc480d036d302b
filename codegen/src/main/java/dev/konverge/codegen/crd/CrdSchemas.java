package dev.konverge.codegen.crd;

import dev.konverge.codegen.source.Descriptions;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which Java types the versions of definitions in one package become.
 *
 * <ul>
 *   <li>An object with properties is a record, named after the way to it: {@code FooSpecTemplate}. One that keeps unknown fields
 *       besides is one too; {@code edit} and {@code apply} leave the unknown ones alone.
 *   <li>Anything that may be anything is a {@code RawJson}: an embedded resource, an object without properties, a value without a
 *       type, whatever depth it has. So is an object with more properties than a record can have components.
 *   <li>A union is an object with all fields of all its cases; which go together the server checks.
 *   <li>A list of conditions is one of the model's, a quantity too.
 * </ul>
 */
final class CrdSchemas {
    /** What a server can do with every custom resource. */
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    /** A constructor takes 255 arguments, and the object that it makes is one of them. */
    private static final int MOST_COMPONENTS = 254;

    private final String packageName;
    private final TypeNames names = new TypeNames();
    private final List<TypeDef> types = new ArrayList<>();
    private final List<KindDef> kinds = new ArrayList<>();
    private final Descriptions descriptions;

    /** @param descriptions takes down what is said about types and fields */
    CrdSchemas(String packageName, Descriptions descriptions) {
        this.packageName = packageName;
        this.descriptions = descriptions;
    }

    List<TypeDef> types() {
        return types;
    }

    List<KindDef> kinds() {
        return kinds;
    }

    /** Takes in one version of each of these definitions. */
    void add(Map<Crd, Crd.Version> versions) {
        Map<String, Runnable> byTypeName = new LinkedHashMap<>();
        versions.forEach((crd, version) -> {
            String typeName = names.kind(TypeNames.capitalized(crd.kind()));
            byTypeName.put(typeName, () -> add(crd, version, typeName));
        });
        byTypeName.values().forEach(Runnable::run);
    }

    private void add(Crd crd, Crd.Version version, String simpleName) {
        String type = packageName + "." + simpleName;
        kinds.add(new KindDef(crd.group(), version.name(), crd.kind(), type, resource(crd, version)));
        List<FieldDef> fields = new ArrayList<>();
        fields.add(field("metadata", Builtins.OBJECT_META, true, List.of()));
        Map<String, Tree> properties = version.schema().at("properties").members();
        if (properties.keySet().stream().allMatch(Set.of("apiVersion", "kind", "metadata")::contains)) {
            // Objects of which the definition says nothing still have the parts that all of them have.
            fields.add(field("spec", Builtins.JSON, false, List.of()));
            fields.add(field("status", Builtins.JSON, false, List.of()));
        }
        properties.forEach((name, schema) -> {
            if (!Set.of("apiVersion", "kind", "metadata").contains(name)) {
                fields.add(field(name, schema, simpleName, version.schema().texts("required")));
            }
        });
        types.add(new TypeDef(type, TypeDef.Form.OBJECT, false, inOrder(fields)));
        describe(type, version.schema());
    }

    /** Spec before status before the rest: as people write them. */
    private static List<FieldDef> inOrder(List<FieldDef> fields) {
        List<String> first = List.of("metadata", "spec", "status");
        List<FieldDef> sorted = new ArrayList<>(fields);
        sorted.sort((a, b) -> Integer.compare(rank(first, a), rank(first, b)));
        return sorted;
    }

    private static int rank(List<String> first, FieldDef field) {
        int index = first.indexOf(field.name());
        return index < 0 ? first.size() : index;
    }

    private static KindDef.ResourceDef resource(Crd crd, Crd.Version version) {
        List<KindDef.SubresourceDef> subresources = new ArrayList<>();
        List<String> verbs = List.of("get", "patch", "update");
        if (version.scale()) {
            subresources.add(new KindDef.SubresourceDef("scale", "autoscaling", "v1", "Scale", verbs));
        }
        if (version.status()) {
            subresources.add(new KindDef.SubresourceDef("status", crd.group(), version.name(), crd.kind(), verbs));
        }
        return new KindDef.ResourceDef(
                crd.plural(),
                crd.singular(),
                crd.shortNames(),
                crd.categories(),
                crd.namespaced(),
                VERBS,
                subresources);
    }

    // ---- types of fields

    private FieldDef field(String name, Tree schema, String owner, List<String> required) {
        Shape shape = shape(schema, owner, name);
        boolean demanded = required.contains(name);
        boolean mayBeEmpty = atLeastNone(schema.text("minItems")) && atLeastNone(schema.text("minProperties"));
        return field(name, shape, demanded && mayBeEmpty, enumValues(name, schema, owner), demanded);
    }

    private static boolean atLeastNone(String minimum) {
        return minimum.isEmpty() || minimum.equals("0");
    }

    private static FieldDef field(String name, Shape shape, boolean required, List<String> enumValues) {
        return field(name, shape, required, enumValues, required);
    }

    private static FieldDef field(String name, Shape shape, boolean always, List<String> enumValues, boolean required) {
        boolean collection = shape instanceof Shape.ListOf || shape instanceof Shape.MapOf;
        Presence presence = !collection ? Presence.EXPLICIT : always ? Presence.ALWAYS : Presence.ZERO_IS_ABSENT;
        return new FieldDef(name, shape, required, presence, List.of(), FieldDef.Merge.UNSTATED, null, enumValues);
    }

    private Shape shape(Tree schema, String owner, String field) {
        if (schema.isTrue("x-kubernetes-int-or-string")) {
            return Builtins.isQuantity(schema) ? Builtins.QUANTITY : Builtins.INT_OR_STRING;
        }
        if (schema.isTrue("x-kubernetes-embedded-resource")) {
            return Builtins.JSON;
        }
        String type = schema.text("type");
        return switch (type) {
            case "object" -> objectShape(schema, owner, field);
            case "array" ->
                new Shape.ListOf(schema.find("items")
                        .map(items -> shape(items, owner, singular(field)))
                        .orElse(Builtins.JSON));
            case "string" ->
                switch (schema.text("format")) {
                    case "date-time" -> Builtins.TIME;
                    case "byte" -> Shape.Scalar.BYTES;
                    default -> Shape.Scalar.STRING;
                };
            case "integer" -> isInt(schema) ? Shape.Scalar.INT32 : Shape.Scalar.INT64;
            case "number" -> Shape.Scalar.DOUBLE;
            case "boolean" -> Shape.Scalar.BOOL;
            case "" -> schema.at("properties").members().isEmpty() ? Builtins.JSON : objectShape(schema, owner, field);
            default -> throw schema.problem("has the type \"" + type + "\", which no JSON schema has");
        };
    }

    /** {@return whether a number has 32 bits} Servers before 1.36 hold it to its bounds, and not to its format. */
    private static boolean isInt(Tree schema) {
        return schema.text("format").equals("int32")
                && fitsInt(schema.at("minimum").value())
                && fitsInt(schema.at("maximum").value());
    }

    private static boolean fitsInt(@Nullable Object bound) {
        return !(bound instanceof Number number)
                || (number.doubleValue() >= Integer.MIN_VALUE && number.doubleValue() <= Integer.MAX_VALUE);
    }

    private Shape objectShape(Tree schema, String owner, String field) {
        int properties = schema.at("properties").members().size();
        if (properties > MOST_COMPONENTS) {
            return Builtins.JSON;
        }
        if (properties > 0) {
            return Builtins.isCondition(schema) ? Builtins.CONDITION : record(schema, owner, field);
        }
        return schema.find("additionalProperties")
                .filter(Tree::isObject)
                .<Shape>map(values -> new Shape.MapOf(shape(values, owner, singular(field))))
                .orElse(Builtins.JSON);
    }

    private Shape record(Tree schema, String owner, String field) {
        String simpleName = names.part(owner, field);
        List<FieldDef> fields = new ArrayList<>();
        schema.at("properties")
                .members()
                .forEach((name, property) -> fields.add(field(name, property, simpleName, schema.texts("required"))));
        String type = packageName + "." + simpleName;
        describe(type, schema);
        types.add(new TypeDef(
                type, TypeDef.Form.OBJECT, schema.text("x-kubernetes-map-type").equals("atomic"), fields));
        return new Shape.Ref(type);
    }

    private void describe(String type, Tree schema) {
        descriptions.ofType(type, schema.text("description"));
        schema.at("properties")
                .members()
                .forEach((name, property) -> descriptions.ofField(type, name, property.text("description")));
    }

    /** {@return the name for one of many: not the right word always, but always the same one} */
    private static String singular(String field) {
        if (field.endsWith("ies") && field.length() > 4) {
            return field.substring(0, field.length() - 3) + "y";
        }
        boolean plural = field.endsWith("s") && !field.endsWith("ss") && !field.endsWith("us") && field.length() > 2;
        return plural ? field.substring(0, field.length() - 1) : field;
    }

    /** {@return whether a class of that name could hide the owner itself, its codec or one of its parts} */
    private static boolean hidesPart(String nested, String owner) {
        return nested.startsWith(owner)
                && (nested.length() == owner.length() || !Character.isLowerCase(nested.charAt(owner.length())));
    }

    /** {@return the values that texts may have; none where a class for them would hide another} */
    private List<String> enumValues(String name, Tree schema, String owner) {
        Tree of = schema.text("type").equals("array") ? schema.at("items") : schema;
        String nested = TypeNames.capitalized(name);
        if (!of.text("type").equals("string") || hidesPart(nested, owner) || TypeNames.isTaken(nested)) {
            return List.of();
        }
        // Null is no constant: it says that there may be none.
        return of.list("enum").stream()
                .filter(value -> value.value() != null)
                .map(Tree::text)
                .distinct()
                .sorted()
                .toList();
    }
}
