package dev.konverge.apiserver.negotiate;

import dev.konverge.model.Json;
import java.util.IdentityHashMap;
import java.util.stream.Collectors;

/**
 * How the numbers of a document are written, where that matters: Go reads {@code 1.0} and {@code 1e2} into no whole number,
 * whatever their values.
 */
public final class NumberTexts {
    /** Nothing is known; numbers are shown by their values. */
    public static final NumberTexts NONE = new NumberTexts();

    private final IdentityHashMap<Json, String> texts = new IdentityHashMap<>();

    /** {@return whether JSON has a number with a point, an exponent, or more digits than a long} */
    static boolean areOddIn(byte[] json) {
        int digits = 0;
        for (int i = 0; i < json.length; i++) {
            byte b = json[i];
            if (b == '"') {
                i = endOfString(json, i + 1);
                digits = 0;
            } else if (b >= '0' && b <= '9') {
                digits++;
            } else if (digits > 18 || (digits > 0 && (b == '.' || b == 'e' || b == 'E'))) {
                return true;
            } else {
                digits = 0;
            }
        }
        return digits > 18;
    }

    private static int endOfString(byte[] json, int from) {
        for (int i = from; i < json.length; i++) {
            if (json[i] == '\\') {
                i++;
            } else if (json[i] == '"') {
                return i;
            }
        }
        return json.length;
    }

    /** {@return the number, remembering how it is written} */
    Json noted(double value, String text) {
        Json number = new Json.Dec(value);
        texts.put(number, text);
        return number;
    }

    /** {@return how a number is written} */
    String of(Json number) {
        String text = texts.get(number);
        return text == null ? number.toString() : text;
    }

    /** {@return a value as JSON, with its numbers as they are written} */
    public String json(Json value) {
        return switch (value) {
            case Json.Obj object ->
                object.fields().entrySet().stream()
                        .map(field -> Json.of(field.getKey()) + ":" + json(field.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case Json.Arr array -> array.items().stream().map(this::json).collect(Collectors.joining(",", "[", "]"));
            default -> of(value);
        };
    }
}
