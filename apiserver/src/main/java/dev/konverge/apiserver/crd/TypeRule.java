package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;

/** Checks the type of a value. */
final class TypeRule {
    private TypeRule() {}

    static void check(Json value, SchemaNode schema, String path, CheckResult result) {
        String format = schema.rules().format();
        String expected = schema.intOrString() ? "integer,string" : schema.type();
        if (expected.isEmpty() && format.isEmpty()) {
            return;
        }
        String actual = typeOf(value);
        boolean fits = fits(value, schema, actual);
        boolean textual = value instanceof Json.Str || value instanceof Json.Arr;
        if (value instanceof Json.Null) {
            if (!expected.isEmpty() && !schema.nullable()) {
                wrong(path, expected, actual, result);
            }
        } else if (!textual && !format.isEmpty() && !fits) {
            wrong(path, format, goFormat(value), result);
        } else if (isOfTexts(schema) && !format.isEmpty() && textual) {
            // The format is checked on its own, and says more than the type.
            result.match();
        } else if (!fits) {
            wrong(path, expected, actual, result);
        } else {
            result.match();
        }
        result.match();
    }

    private static void wrong(String path, String expected, String actual, CheckResult result) {
        result.add(FieldError.typeInvalid(
                SchemaCheck.field(path),
                Json.of(actual),
                path + " in body must be of type " + expected + ": " + GoText.quote(actual)));
    }

    private static boolean isOfTexts(SchemaNode schema) {
        return !schema.intOrString()
                && !schema.type().equals("integer")
                && !schema.type().equals("number");
    }

    private static boolean fits(Json value, SchemaNode schema, String actual) {
        if (schema.intOrString()) {
            return actual.equals("integer") || actual.equals("string") || isWhole(value);
        }
        return schema.type().equals(actual)
                || (schema.type().equals("number") && actual.equals("integer"))
                || (schema.type().equals("integer") && isWhole(value));
    }

    private static boolean isWhole(Json value) {
        return value instanceof Json.Dec number && number.value() == Math.rint(number.value());
    }

    private static String typeOf(Json value) {
        return switch (value) {
            case Json.Obj ignored -> "object";
            case Json.Arr ignored -> "array";
            case Json.Str ignored -> "string";
            case Json.Int ignored -> "integer";
            case Json.Dec ignored -> "number";
            case Json.Bool ignored -> "boolean";
            case Json.Null ignored -> "null";
        };
    }

    /** {@return the format that Go's type of the value has} */
    private static String goFormat(Json value) {
        return value instanceof Json.Int ? "int64" : value instanceof Json.Dec ? "float64" : "";
    }
}
