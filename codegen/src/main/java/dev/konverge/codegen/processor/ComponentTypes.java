package dev.konverge.codegen.processor;

import dev.konverge.codegen.crd.Builtins;
import dev.konverge.schema.Shape;
import java.util.Locale;
import java.util.Optional;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Tells what the Java type of a component means on the wire and in the definition. */
final class ComponentTypes {
    private static final String TYPES =
            "String, boolean, int, long, double and their boxes, Instant, Duration, Bytes, Quantity,"
                    + " IntOrString, RawJson, enums, records, types of the model, List<…> and Map<String, …>";

    private final RecordReader records;
    private final ModelTypes model;

    /** @param records reads the records and enums that components are made of */
    ComponentTypes(RecordReader records, ModelTypes model) {
        this.records = records;
        this.model = model;
    }

    /**
     * {@return what a type means}
     *
     * @throws Complaint if it cannot be the type of a component
     */
    Value value(TypeMirror type, Marked at) {
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

    private Value declared(DeclaredType type, Marked at) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        return switch (name) {
            case "java.lang.String" -> scalar(Shape.Scalar.STRING);
            case "java.lang.Boolean" -> scalar(Shape.Scalar.BOOL);
            case "java.lang.Integer" -> scalar(Shape.Scalar.INT32);
            case "java.lang.Long" -> scalar(Shape.Scalar.INT64);
            case "java.lang.Double" -> scalar(Shape.Scalar.DOUBLE);
            case "java.time.Instant" -> Value.of(Builtins.TIME, Node.ofType("string", "date-time"));
            case "java.time.Duration" -> Value.of(Builtins.DURATION, ModelTypes.duration());
            case "dev.konverge.model.Bytes" -> scalar(Shape.Scalar.BYTES);
            case "dev.konverge.model.Quantity" -> Value.of(Builtins.QUANTITY, ModelTypes.quantity());
            case "dev.konverge.model.IntOrString" -> Value.of(Builtins.INT_OR_STRING, ModelTypes.intOrString());
            case "dev.konverge.model.RawJson" -> Value.of(Builtins.JSON, Node.open());
            case "dev.konverge.model.ObjectMeta" -> metadata(metadataInside());
            case "java.util.List" -> list(type, at);
            case "java.util.Map" -> map(type, at);
            default -> model.find(name).or(() -> own(element, at)).orElseThrow(() -> unusable(type, at));
        };
    }

    /** {@return the metadata of a kind} The server knows what belongs there; elsewhere it keeps only what it is told to keep. */
    static Value metadataOfKind() {
        return metadata(Node.ofType("object"));
    }

    /** {@return the schema of metadata inside an object} */
    static Node metadataInside() {
        return Node.open().with("type", "object");
    }

    private static Value metadata(Node schema) {
        return new Value(Builtins.OBJECT_META, schema, Optional.of("dev.konverge.model.ObjectMeta.EMPTY"));
    }

    private Value list(DeclaredType type, Marked at) {
        Value element = part(argument(type, 0, at), "an element", at);
        if (isEnum(element)) {
            throw complaint(
                    at,
                    at.name() + " is a list of an enum, and an element that is not known"
                            + " yet would have to be dropped; use List<String> with @OneOf");
        }
        return Value.of(new Shape.ListOf(element.shape()), Node.ofType("array").with("items", element.schema()));
    }

    /** What is marked within a type is held to its marks there; the component itself gets its own from who reads it. */
    private Value part(TypeMirror type, String part, Marked whole) {
        Marked at = whole.within(type, part);
        Value value = value(type, at);
        new Constraints(at, value.schema()).apply();
        return value;
    }

    private Value map(DeclaredType type, Marked at) {
        if (!(argument(type, 0, at) instanceof DeclaredType key)
                || !((TypeElement) key.asElement()).getQualifiedName().contentEquals("java.lang.String")) {
            throw complaint(at, "the keys of " + at.name() + " must be of type String, as those of JSON are");
        }
        Mark.first(key).ifPresent(mark -> {
            throw complaint(
                    at,
                    "the keys of " + at.name() + " take no @" + mark + ": definitions say nothing of keys;"
                            + " a @Rule can, such as self.all(key, key.size() <= 63)");
        });
        Value value = part(argument(type, 1, at), "a value", at);
        if (isEnum(value)) {
            throw complaint(
                    at,
                    at.name() + " is a map to an enum, and a value that is not known"
                            + " yet would have to be dropped; use Map<String, String>");
        }
        return Value.of(
                new Shape.MapOf(value.shape()), Node.ofType("object").with("additionalProperties", value.schema()));
    }

    private boolean isEnum(Value value) {
        return value.shape() instanceof Shape.Ref(String name) && records.isEnum(name);
    }

    private static TypeMirror argument(DeclaredType type, int index, Marked at) {
        if (type.getTypeArguments().size() <= index
                || type.getTypeArguments().get(index).getKind() == TypeKind.WILDCARD) {
            throw complaint(
                    at, at.name() + " must say what " + type.asElement().getSimpleName() + " it is, without wildcards");
        }
        return type.getTypeArguments().get(index);
    }

    /** {@return what a type of the same program means, if it is a record or an enum} */
    private Optional<Value> own(TypeElement element, Marked at) {
        if (element.getKind() != ElementKind.ENUM && element.getKind() != ElementKind.RECORD) {
            return Optional.empty();
        }
        records.requireSameModule(element, at.element());
        String name = element.getQualifiedName().toString();
        if (element.getKind() == ElementKind.ENUM) {
            return Optional.of(Value.of(new Shape.Ref(name), records.readEnum(element)));
        }
        return Optional.of(Value.of(new Shape.Ref(name), records.readInside(element)));
    }

    private static Complaint complaint(Marked at, String message) {
        return new Complaint(at.element(), message);
    }

    private static Complaint unusable(TypeMirror type, Marked at) {
        String name = switch (type) {
            case ArrayType array -> "an array";
            // In itself it would come with all its marks.
            case DeclaredType declared -> "of type " + ((TypeElement) declared.asElement()).getQualifiedName();
            default -> "of type " + type.getKind().name().toLowerCase(Locale.ROOT);
        };
        return complaint(at, at.name() + " is " + name + "; a component can be: " + TYPES);
    }
}
