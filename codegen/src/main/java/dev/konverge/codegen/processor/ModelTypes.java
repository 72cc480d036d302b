package dev.konverge.codegen.processor;

import dev.konverge.codegen.crd.Builtins;
import dev.konverge.codegen.source.HandWrittenSources;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.SchemaFile;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.Filer;
import javax.tools.StandardLocation;

/** The types of the model that records may have as components: {@code PodTemplateSpec}, {@code LabelSelector}, {@code Condition}. */
final class ModelTypes {
    private static final String PACKAGE = "dev.konverge.model";
    private static final String GO_DURATION = "^[-+]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";
    private static final String FILE = "kubernetes.schema";

    private final Schema schema;
    private final Map<String, String> typeOfJavaName;
    private final Set<String> kinds;

    private ModelTypes(Schema schema) {
        this.schema = schema;
        this.typeOfJavaName = HandWrittenSources.javaNames(schema);
        this.kinds = schema.kinds().stream().map(KindDef::type).collect(Collectors.toSet());
    }

    /** {@return the types of the model that the sources are compiled against} */
    static ModelTypes on(Filer filer) {
        for (String place : List.of(PACKAGE, PACKAGE + "/" + PACKAGE)) {
            StandardLocation location =
                    place.equals(PACKAGE) ? StandardLocation.CLASS_PATH : StandardLocation.MODULE_PATH;
            try (InputStream in = filer.getResource(location, place, FILE).openInputStream()) {
                return new ModelTypes(SchemaFile.read(in));
            } catch (IOException | IllegalArgumentException notThere) {
                // The other place may have it; without it, types of the model are described as anything.
            }
        }
        return new ModelTypes(Schema.of("unknown", List.of(), Builtins.types(), List.of()));
    }

    List<TypeDef> types() {
        List<TypeDef> types = new ArrayList<>(schema.types().values());
        Builtins.types().stream()
                .filter(type -> !schema.types().containsKey(type.name()))
                .forEach(types::add);
        return types;
    }

    /** {@return what a class of the model means, if it is one} */
    Optional<Value> find(String javaName) {
        return Optional.ofNullable(typeOfJavaName.get(javaName))
                .map(type -> Value.of(new Shape.Ref(type), schema(new Shape.Ref(type), Set.of())));
    }

    private Node schema(Shape shape, Set<String> around) {
        return switch (shape) {
            case Shape.ListOf(Shape element) -> Node.ofType("array").with("items", schema(element, around));
            case Shape.MapOf(Shape value) -> Node.ofType("object").with("additionalProperties", schema(value, around));
            case Shape.Scalar scalar -> scalar(scalar);
            case Shape.Ref(String type) -> reference(schema.type(type), around);
        };
    }

    static Node scalar(Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING -> Node.ofType("string");
            case BYTES -> Node.ofType("string", "byte");
            case INT32 -> Node.ofType("integer", "int32");
            case INT64 -> Node.ofType("integer", "int64");
            case DOUBLE -> Node.ofType("number", "double");
            case BOOL -> Node.ofType("boolean");
        };
    }

    static Node intOrString() {
        return new Node()
                .withNodes("anyOf", List.of(Node.ofType("integer"), Node.ofType("string")))
                .with("x-kubernetes-int-or-string", true);
    }

    /** The format alone takes more than Go does: days, and words for units. Nobody could read such an object. */
    static Node duration() {
        return Node.ofType("string", "duration").with("pattern", GO_DURATION);
    }

    static Node quantity() {
        return intOrString().with("pattern", Builtins.QUANTITY_PATTERN);
    }

    private Node reference(TypeDef type, Set<String> around) {
        return switch (type.form()) {
            case OBJECT -> object(type, around);
            case QUANTITY -> quantity();
            case INT_OR_STRING -> intOrString();
            case TIME, MICRO_TIME -> Node.ofType("string", "date-time");
            case DURATION -> duration();
            case RAW_EXTENSION, FIELDS_V1 -> Node.open().with("type", "object");
            case PATCH, JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY -> Node.open();
        };
    }

    /** Metadata inside an object, and what holds itself, cannot be written out; the server keeps it as it is. */
    private Node object(TypeDef type, Set<String> around) {
        boolean isMetadata = new Shape.Ref(type.name()).equals(Builtins.OBJECT_META);
        if (type.fields().isEmpty() || isMetadata || around.contains(type.name())) {
            return Node.open().with("type", "object");
        }
        Set<String> within = new HashSet<>(around);
        within.add(type.name());
        Node properties = kinds.contains(type.name()) ? Node.ofKind() : new Node();
        List<String> required = new ArrayList<>();
        for (FieldDef field : type.fields()) {
            properties.with(field.name(), field(field, within));
            if (field.required()) {
                required.add(field.name());
            }
        }
        return Node.ofType("object").with("properties", properties).withTexts("required", required);
    }

    private Node field(FieldDef field, Set<String> within) {
        Node node = schema(field.shape(), within);
        if (field.shape() == Shape.Scalar.STRING) {
            node.withTexts("enum", field.enumValues());
        }
        FieldDef.Merge merge = field.merge();
        if (merge.listType() == FieldDef.ListType.MAP && areRequired(field, merge.mapKeys())) {
            node.with("x-kubernetes-list-type", "map").withTexts("x-kubernetes-list-map-keys", merge.mapKeys());
        }
        return node;
    }

    /** The server takes only keys that every element has. */
    private boolean areRequired(FieldDef list, List<String> keys) {
        return list.shape() instanceof Shape.ListOf(Shape.Ref(String element))
                && keys.stream()
                        .allMatch(key -> schema.type(element)
                                .findField(key)
                                .filter(FieldDef::required)
                                .isPresent());
    }
}
