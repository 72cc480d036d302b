package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.model.Json;
import dev.konverge.schema.Shape;

/** What Kubernetes' converter says of a value of another type; it makes objects of what a strategic merge patch has merged. */
final class ConverterWords {
    private ConverterWords() {}

    /**
     * {@return why a value does not fit}
     *
     * @param named the name of the type that is wanted
     */
    static String of(Json value, Shape wanted, String named) {
        String kind = switch (value) {
            case Json.Obj ignored -> "map";
            case Json.Arr ignored -> "slice";
            default -> GoFormat.typeName(value);
        };
        return switch (wanted) {
            case Shape.Scalar scalar -> scalar(value, scalar, kind, named);
            case Shape.ListOf ignored -> "cannot restore slice from " + kind;
            case Shape.MapOf ignored -> "cannot restore map from " + kind;
            case Shape.Ref ignored -> "cannot restore struct from: " + kind;
        };
    }

    private static String scalar(Json value, Shape.Scalar wanted, String kind, String named) {
        if (wanted == Shape.Scalar.BYTES) {
            return "cannot restore slice from " + kind;
        }
        // Go could make a character of a number, which is not what is meant.
        boolean convertible = (wanted == Shape.Scalar.STRING && value instanceof Json.Int)
                || (TypeCheck.isNumeric(wanted) && (value instanceof Json.Int || value instanceof Json.Dec));
        return convertible
                ? "cannot convert " + kind + " to " + named
                : "unrecognized type: " + TypeCheck.goType(wanted);
    }
}
