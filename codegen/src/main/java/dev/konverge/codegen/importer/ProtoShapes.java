package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoFields.GoField;
import dev.konverge.codegen.importer.ProtoFile.Label;
import dev.konverge.schema.Shape;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks that protobuf carries a field in the shape that OpenAPI gives it. */
final class ProtoShapes {
    private final GoModules modules;

    ProtoShapes(GoModules modules) {
        this.modules = modules;
    }

    /** {@return the numbers that lead to the value of {@code field}; empty if protobuf does not carry it} */
    List<Integer> path(GoField field, Shape shape, String where) {
        ProtoFile.Field proto = field.proto();
        if (proto == null) {
            return List.of();
        }
        Label label = switch (shape) {
            case Shape.ListOf list -> Label.REPEATED;
            case Shape.MapOf map -> Label.MAP;
            case Shape.Scalar scalar -> Label.SINGLE;
            case Shape.Ref ref -> Label.SINGLE;
        };
        Shape carried = switch (shape) {
            case Shape.ListOf(Shape element) -> element;
            case Shape.MapOf(Shape value) -> value;
            default -> shape;
        };
        if (proto.label() == label && carries(proto.type(), carried)) {
            return field.protoPath();
        }
        if (proto.label() == Label.SINGLE && shape instanceof Shape.ListOf && carries(proto.type(), shape)) {
            return Stream.concat(field.protoPath().stream(), Stream.of(1)).toList();
        }
        throw new ImportException(
                "protobuf carries " + where + " as " + proto.label().name().toLowerCase(Locale.ROOT) + " "
                        + proto.type() + ", which does not fit the shape that OpenAPI gives it: " + shape);
    }

    private boolean carries(String protoType, Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar -> protoType.equals(scalar.name().toLowerCase(Locale.ROOT));
            case Shape.Ref(String type) -> protoType.equals(protoName(type));
            case Shape.ListOf(Shape element) -> {
                // A list that is not a field of its own is a message whose only field repeats the elements.
                yield modules.findMessage(protoType)
                        .filter(wrapper -> wrapper.fields().size() == 1)
                        .map(wrapper -> wrapper.fields().get(1))
                        .filter(items -> items.label() == Label.REPEATED && carries(items.type(), element))
                        .isPresent();
            }
            case Shape.MapOf map -> false;
        };
    }

    private @Nullable String protoName(String type) {
        int dot = type.lastIndexOf('.');
        return modules.findByTypePrefix(type.substring(0, dot))
                .map(owner -> GoModules.protoPackage(owner.path()) + type.substring(dot))
                .orElse(null);
    }
}
