package dev.konverge.apiserver.failure;

import dev.konverge.model.Json;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with one field of an object, with the text Kubernetes has for it.
 *
 * @param type what is wrong
 * @param field the path of the field, such as {@code spec.containers[0].image}
 * @param badValue the value shown, null if none is shown; types that never show one ignore it
 * @param detail more, or empty
 */
public record FieldError(Type type, String field, @Nullable Json badValue, String detail) {
    /** What can be wrong with a field. */
    public enum Type {
        /** The value refers to nothing. */
        NOT_FOUND("FieldValueNotFound", "Not found", true),
        /** There is no value. */
        REQUIRED("FieldValueRequired", "Required value", false),
        /** The value is there already. */
        DUPLICATE("FieldValueDuplicate", "Duplicate value", true),
        /** The value breaks a rule. */
        INVALID("FieldValueInvalid", "Invalid value", true),
        /** The value is not one of those known. */
        NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value", true),
        /** The value may not be given here. */
        FORBIDDEN("FieldValueForbidden", "Forbidden", false),
        /** The value is too long. */
        TOO_LONG("FieldValueTooLong", "Too long", false),
        /** The value is too short. */
        TOO_SHORT("FieldValueTooShort", "Too short", false),
        /** There are too many values. */
        TOO_MANY("FieldValueTooMany", "Too many", true),
        /** There are too few values. */
        TOO_FEW("FieldValueTooFew", "Too few", true),
        /** The check itself failed. */
        INTERNAL("InternalError", "Internal error", false),
        /** The value is of the wrong type. */
        TYPE_INVALID("FieldValueTypeInvalid", "Invalid value", true);

        private final String reason;
        private final String text;
        private final boolean showsValue;

        Type(String reason, String text, boolean showsValue) {
            this.reason = reason;
            this.text = text;
            this.showsValue = showsValue;
        }

        /** {@return the machine-readable name in a Status' cause} */
        public String reason() {
            return reason;
        }
    }

    /** {@return that a value is missing} */
    public static FieldError required(String field, String detail) {
        return new FieldError(Type.REQUIRED, field, null, detail);
    }

    /** {@return that a value breaks a rule} */
    public static FieldError invalid(String field, @Nullable Json value, String detail) {
        return new FieldError(Type.INVALID, field, value, detail);
    }

    /** {@return that a text breaks a rule} */
    public static FieldError invalid(String field, String value, String detail) {
        return new FieldError(Type.INVALID, field, Json.of(value), detail);
    }

    /** {@return that a value is of the wrong type} */
    public static FieldError typeInvalid(String field, @Nullable Json value, String detail) {
        return new FieldError(Type.TYPE_INVALID, field, value, detail);
    }

    /** {@return that a value may not be given here} */
    public static FieldError forbidden(String field, String detail) {
        return new FieldError(Type.FORBIDDEN, field, null, detail);
    }

    /** {@return that a value is there already} */
    public static FieldError duplicate(String field, Json value) {
        return new FieldError(Type.DUPLICATE, field, value, "");
    }

    /** {@return that a value refers to nothing} */
    public static FieldError notFound(String field, Json value) {
        return new FieldError(Type.NOT_FOUND, field, value, "");
    }

    /** {@return that a value is none of those supported, which are listed in the order given} */
    public static FieldError notSupported(String field, Json value, Collection<String> supported) {
        String detail = supported.isEmpty()
                ? ""
                : "supported values: " + supported.stream().map(GoText::quote).collect(Collectors.joining(", "));
        return new FieldError(Type.NOT_SUPPORTED, field, value, detail);
    }

    /** {@return that a text has more bytes than allowed} */
    public static FieldError tooLong(String field, int maxBytes) {
        String unit = maxBytes == 1 ? " byte" : " bytes";
        return new FieldError(Type.TOO_LONG, field, null, "may not be more than " + maxBytes + unit);
    }

    /** {@return that a list has more items than allowed} */
    public static FieldError tooMany(String field, int actual, int max) {
        String unit = max == 1 ? " item" : " items";
        return new FieldError(Type.TOO_MANY, field, Json.of((long) actual), "must have at most " + max + unit);
    }

    /** {@return the text without the field: what a Status' cause says} */
    public String body() {
        StringBuilder out = new StringBuilder(type.text);
        if (type.showsValue && badValue != null) {
            out.append(": ").append(shown(badValue));
        }
        if (!detail.isEmpty()) {
            out.append(": ").append(detail);
        }
        return out.toString();
    }

    /** {@return the whole text, such as {@code spec.replicas: Invalid value: -1: must be greater than or equal to 0}} */
    public String message() {
        return field + ": " + body();
    }

    @Override
    public String toString() {
        return message();
    }

    /** {@return the errors as one text: the one message, or all in brackets with repetitions left out} */
    public static String summary(List<FieldError> errors) {
        List<String> messages =
                errors.stream().map(FieldError::message).distinct().toList();
        return messages.size() == 1 ? messages.get(0) : "[" + String.join(", ", messages) + "]";
    }

    private static String shown(Json value) {
        return switch (value) {
            case Json.Str text -> GoText.quote(text.value());
            case Json.Dec number -> GoText.number(number.value());
            case Json.Int number -> Long.toString(number.value());
            case Json.Bool flag -> Boolean.toString(flag.value());
            case Json.Obj object -> escaped(object.toString());
            case Json.Arr array -> escaped(array.toString());
            case Json.Null ignored -> "null";
        };
    }

    /** What would be markup in a page does not stand in JSON that Go writes. */
    private static String escaped(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
}
