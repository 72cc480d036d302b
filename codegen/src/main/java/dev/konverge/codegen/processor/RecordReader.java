package dev.konverge.codegen.processor;

import dev.konverge.codegen.crd.Builtins;
import dev.konverge.codegen.source.HandWritten;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/** Takes records apart: what each component is in Java, on the wire and in the definition. */
final class RecordReader {
    private static final String TYPES = "String, boolean, int, long, double and their boxes, Instant, Bytes, Quantity,"
            + " IntOrString, RawJson, enums, records, types of the model, List<…> and Map<String, …>";

    private final Elements elements;
    private final ModelTypes model;
    private final Map<String, TypeDef> types = new LinkedHashMap<>();
    private final Map<String, HandWritten> written = new LinkedHashMap<>();
    private final Map<String, Node> schemas = new LinkedHashMap<>();
    private final Map<String, TypeElement> sources = new LinkedHashMap<>();

    /** The records that are being read, from the outermost to the one inside of all. */
    private final Deque<String> around = new ArrayDeque<>();

    RecordReader(Elements elements, ModelTypes model) {
        this.elements = elements;
        this.model = model;
    }

    Map<String, TypeDef> types() {
        return types;
    }

    Map<String, HandWritten> written() {
        return written;
    }

    /** {@return the source of each type} */
    Map<String, TypeElement> sources() {
        return sources;
    }

    /** {@return the schema of a record, which is read if it was not before} */
    Node read(TypeElement record) {
        String name = record.getQualifiedName().toString();
        Node known = schemas.get(name);
        if (known != null) {
            return known;
        }
        requireUsable(record);
        if (around.contains(name)) {
            throw new Complaint(
                    record,
                    "record " + record.getSimpleName()
                            + " holds itself, which a definition cannot express; use RawJson where it does");
        }
        around.push(name);
        try {
            return readComponents(record, name);
        } finally {
            around.pop();
        }
    }

    private void requireUsable(TypeElement type) {
        if (!type.getTypeParameters().isEmpty()) {
            throw new Complaint(type, type.getSimpleName() + " has type parameters, which no kind has");
        }
        if (elements.getPackageOf(type).isUnnamed()) {
            throw new Complaint(type, type.getSimpleName() + " must be in a package");
        }
        if (around(type).stream().anyMatch(at -> at.getModifiers().contains(Modifier.PRIVATE))) {
            throw new Complaint(type, type.getSimpleName() + " must not be private, so that its codec can see it");
        }
    }

    /** {@return a type and the types around it} */
    private static List<TypeElement> around(TypeElement type) {
        List<TypeElement> all = new ArrayList<>();
        for (Element at = type; at instanceof TypeElement outer; at = at.getEnclosingElement()) {
            all.add(outer);
        }
        return all;
    }

    private Node readComponents(TypeElement record, String name) {
        Node properties = new Node();
        List<String> required = new ArrayList<>();
        List<FieldDef> fields = new ArrayList<>();
        Map<String, String> components = new LinkedHashMap<>();
        Map<String, String> zeroes = new LinkedHashMap<>();
        for (RecordComponentElement component : record.getRecordComponents()) {
            String identifier = component.getSimpleName().toString();
            String json = jsonName(component, identifier);
            if (components.put(json, identifier) != null) {
                throw new Complaint(
                        component, "two components of " + record.getSimpleName() + " are \"" + json + "\" in JSON");
            }
            Value value = value(component.asType(), component);
            value.zero().ifPresent(zero -> zeroes.put(identifier, zero));
            new Constraints(component, value.schema(), elements).apply();
            Comments.ofComponent(component, record, elements)
                    .ifPresent(text -> value.schema().with("description", text));
            boolean demanded = isRequired(component, value);
            fields.add(field(json, value, demanded));
            properties.with(json, value.schema());
            if (demanded) {
                required.add(json);
            }
        }
        types.put(name, new TypeDef(name, TypeDef.Form.OBJECT, false, fields));
        written.put(name, handWritten(record, components, zeroes, Map.of()));
        sources.put(name, record);
        return remember(
                record,
                name,
                Node.ofType("object").with("properties", properties).withTexts("required", required));
    }

    private Node remember(TypeElement record, String name, Node schema) {
        Comments.of(record, elements).ifPresent(text -> schema.with("description", text));
        if (Mark.find(record, "PreserveUnknownFields", elements).isPresent()) {
            schema.with("x-kubernetes-preserve-unknown-fields", true);
        }
        Constraints.rules(record, schema, elements, false);
        schemas.put(name, schema);
        return schema;
    }

    private String jsonName(Element element, String otherwise) {
        return Mark.find(element, "JsonName", elements)
                .map(mark -> mark.text("value"))
                .orElse(otherwise);
    }

    private boolean isRequired(RecordComponentElement component, Value value) {
        if (Mark.find(component, "Required", elements).isPresent()) {
            return true;
        }
        boolean hasDefault = Mark.find(component, "Default", elements).isPresent();
        return !isNullable(component) && !value.isCollection() && !hasDefault;
    }

    static boolean isNullable(RecordComponentElement component) {
        return java.util.stream.Stream.concat(
                        component.asType().getAnnotationMirrors().stream(), component.getAnnotationMirrors().stream())
                .anyMatch(mirror ->
                        mirror.getAnnotationType().asElement().getSimpleName().contentEquals("Nullable"));
    }

    private static FieldDef field(String json, Value value, boolean required) {
        boolean always =
                required && !value.schema().has("minItems") && !value.schema().has("minProperties");
        Presence presence =
                !value.isCollection() ? Presence.EXPLICIT : always ? Presence.ALWAYS : Presence.ZERO_IS_ABSENT;
        return new FieldDef(
                json, value.shape(), required, presence, List.of(), FieldDef.Merge.UNSTATED, null, List.of());
    }

    private HandWritten handWritten(
            TypeElement type,
            Map<String, String> components,
            Map<String, String> zeroes,
            Map<String, String> constants) {
        String packageName = elements.getPackageOf(type).getQualifiedName().toString();
        String name = type.getQualifiedName().toString().substring(packageName.length() + 1);
        boolean isPublic =
                around(type).stream().allMatch(at -> at.getModifiers().contains(Modifier.PUBLIC));
        return new HandWritten(packageName, name, isPublic, components, zeroes, constants);
    }

    // ---- types of components

    private Value value(TypeMirror type, Element at) {
        return switch (type.getKind()) {
            case BOOLEAN -> primitive(Shape.Scalar.BOOL, "false");
            case INT -> primitive(Shape.Scalar.INT32, "0");
            case LONG -> primitive(Shape.Scalar.INT64, "0L");
            case DOUBLE -> primitive(Shape.Scalar.DOUBLE, "0.0");
            case DECLARED -> declared((DeclaredType) type, at);
            case ERROR -> throw new UnresolvedType();
            default -> throw unusable(type, at);
        };
    }

    private static Value primitive(Shape.Scalar scalar, String zero) {
        return new Value(scalar, ModelTypes.scalar(scalar), Optional.of(zero));
    }

    private static Value scalar(Shape.Scalar scalar) {
        return Value.of(scalar, ModelTypes.scalar(scalar));
    }

    private Value declared(DeclaredType type, Element at) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        return switch (name) {
            case "java.lang.String" -> scalar(Shape.Scalar.STRING);
            case "java.lang.Boolean" -> scalar(Shape.Scalar.BOOL);
            case "java.lang.Integer" -> scalar(Shape.Scalar.INT32);
            case "java.lang.Long" -> scalar(Shape.Scalar.INT64);
            case "java.lang.Double" -> scalar(Shape.Scalar.DOUBLE);
            case "java.time.Instant" -> Value.of(Builtins.TIME, Node.ofType("string", "date-time"));
            case "dev.konverge.model.Bytes" -> scalar(Shape.Scalar.BYTES);
            case "dev.konverge.model.Quantity" -> Value.of(Builtins.QUANTITY, ModelTypes.quantity());
            case "dev.konverge.model.IntOrString" -> Value.of(Builtins.INT_OR_STRING, ModelTypes.intOrString());
            case "dev.konverge.model.RawJson" -> Value.of(Builtins.JSON, Node.open());
            case "dev.konverge.model.ObjectMeta" -> metadata();
            case "java.util.List" -> list(type, at);
            case "java.util.Map" -> map(type, at);
            default -> model.find(name).or(() -> own(element)).orElseThrow(() -> unusable(type, at));
        };
    }

    private static Value metadata() {
        return new Value(
                Builtins.OBJECT_META, Node.ofType("object"), Optional.of("dev.konverge.model.ObjectMeta.EMPTY"));
    }

    private Value list(DeclaredType type, Element at) {
        Value element = value(argument(type, 0, at), at);
        if (element.shape() instanceof Shape.Ref(String name)
                && written.get(name) != null
                && !written.get(name).constants().isEmpty()) {
            throw new Complaint(
                    at,
                    "'" + at.getSimpleName() + "' is a list of an enum, and an element that is not known"
                            + " yet would have to be dropped; use List<String> with @OneOf");
        }
        return Value.of(new Shape.ListOf(element.shape()), Node.ofType("array").with("items", element.schema()));
    }

    private Value map(DeclaredType type, Element at) {
        if (!(argument(type, 0, at) instanceof DeclaredType key)
                || !((TypeElement) key.asElement()).getQualifiedName().contentEquals("java.lang.String")) {
            throw new Complaint(
                    at, "the keys of '" + at.getSimpleName() + "' must be of type String, as those of JSON are");
        }
        Value value = value(argument(type, 1, at), at);
        return Value.of(
                new Shape.MapOf(value.shape()), Node.ofType("object").with("additionalProperties", value.schema()));
    }

    private static TypeMirror argument(DeclaredType type, int index, Element at) {
        if (type.getTypeArguments().size() <= index
                || type.getTypeArguments().get(index).getKind() == TypeKind.WILDCARD) {
            throw new Complaint(
                    at,
                    "'" + at.getSimpleName() + "' must say what "
                            + type.asElement().getSimpleName() + " it is, without wildcards");
        }
        return type.getTypeArguments().get(index);
    }

    /** {@return what a type of the same program means, if it is a record or an enum} */
    private Optional<Value> own(TypeElement element) {
        String name = element.getQualifiedName().toString();
        if (element.getKind() == ElementKind.ENUM) {
            return Optional.of(Value.of(new Shape.Ref(name), enumeration(element, name)));
        }
        if (element.getKind() != ElementKind.RECORD) {
            return Optional.empty();
        }
        return Optional.of(Value.of(new Shape.Ref(name), copy(read(element))));
    }

    private Node enumeration(TypeElement element, String name) {
        requireUsable(element);
        Map<String, String> constants = new LinkedHashMap<>();
        element.getEnclosedElements().stream()
                .filter(constant -> constant.getKind() == ElementKind.ENUM_CONSTANT)
                .forEach(constant -> {
                    String identifier = constant.getSimpleName().toString();
                    if (constants.put(jsonName(constant, identifier), identifier) != null) {
                        throw new Complaint(
                                constant, "two constants of " + element.getSimpleName() + " have the same JSON");
                    }
                });
        types.put(name, new TypeDef(name, TypeDef.Form.OBJECT, false, List.of()));
        written.put(name, handWritten(element, Map.of(), Map.of(), constants));
        sources.put(name, element);
        return Node.ofType("string").with("enum", List.copyOf(constants.keySet()));
    }

    /** Components of the same type may be constrained in different ways. */
    private static Node copy(Node node) {
        Node copy = new Node();
        node.tree().forEach(copy::with);
        return copy;
    }

    private static Complaint unusable(TypeMirror type, Element at) {
        String name = type instanceof ArrayType ? "an array" : "of type " + type;
        return new Complaint(at, "'" + at.getSimpleName() + "' is " + name + "; a component can be: " + TYPES);
    }
}
