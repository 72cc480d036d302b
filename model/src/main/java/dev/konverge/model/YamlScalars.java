package dev.konverge.model;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * What Kubernetes takes a plain scalar for.
 *
 * <p>It is the reading of YAML 1.1 with some of 1.2: {@code yes}, {@code on} and {@code y} are true, a leading zero or
 * {@code 0o} means octal, underscores in numbers are passed over; but {@code 1:30} and dates are strings.
 */
final class YamlScalars {
    /** What {@code !!} stands for. */
    static final String TAGS = "tag:yaml.org,2002:";

    private static final Map<String, Json> WORDS = words();

    /** Numbers to YAML that JSON does not have, in lower case. */
    private static final Set<String> NOT_FINITE = Set.of(".inf", "+.inf", "-.inf", ".nan");

    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

    /** A number of base 60 or a time to readers of YAML 1.1 other than Kubernetes. */
    private static final Pattern OTHERS_READ_AS_TIME =
            Pattern.compile("[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*");

    private YamlScalars() {}

    private static Map<String, Json> words() {
        Map<String, Json> words = new HashMap<>();
        words.put("", Json.Null.INSTANCE);
        words.put("~", Json.Null.INSTANCE);
        putInThreeCases(words, "null", Json.Null.INSTANCE);
        List.of("y", "yes", "on", "true").forEach(word -> putInThreeCases(words, word, Json.Bool.TRUE));
        List.of("n", "no", "off", "false").forEach(word -> putInThreeCases(words, word, Json.Bool.FALSE));
        return Map.copyOf(words);
    }

    private static void putInThreeCases(Map<String, Json> words, String word, Json value) {
        String upper = word.toUpperCase(Locale.ROOT);
        words.put(word, value);
        words.put(upper, value);
        words.put(upper.charAt(0) + word.substring(1), value);
    }

    /**
     * {@return the value of a scalar}
     *
     * @throws IllegalArgumentException if it has a tag that it does not fit or that is unknown, or has no form in JSON
     */
    static Json value(ScalarEvent event) {
        Json value = tagged(event);
        if (value instanceof Json.Str string && hasLoneSurrogate(string.value())) {
            throw new IllegalArgumentException("half of a character that takes two");
        }
        return value;
    }

    private static Json tagged(ScalarEvent event) {
        String value = event.getValue();
        String tag = event.getTag().orElse("");
        if (tag.isEmpty()) {
            return event.isPlain() ? resolve(value) : Json.of(value);
        }
        return switch (tag) {
            case "!", TAGS + "str", TAGS + "timestamp" -> Json.of(value);
            case TAGS + "int" -> require(resolve(value), "!!int");
            case TAGS + "float" -> require(resolve(value), "!!float");
            case TAGS + "bool" -> require(resolve(value), "!!bool");
            case TAGS + "null" -> require(resolve(value), "!!null");
            case TAGS + "binary" -> Json.of(Bytes.base64(value).toUtf8());
            default -> throw new IllegalArgumentException("a tag that Kubernetes does not know");
        };
    }

    private static Json require(Json value, String tag) {
        boolean fits = switch (value) {
            case Json.Int ignored -> tag.equals("!!int") || tag.equals("!!float");
            case Json.Dec ignored -> tag.equals("!!float");
            case Json.Bool ignored -> tag.equals("!!bool");
            case Json.Null ignored -> tag.equals("!!null");
            case Json.Str ignored -> false;
            case Json.Obj ignored -> false;
            case Json.Arr ignored -> false;
        };
        if (!fits) {
            throw new IllegalArgumentException("a value that is not " + tag);
        }
        return value;
    }

    private static boolean hasLoneSurrogate(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return the value of a plain scalar}
     *
     * @throws IllegalArgumentException if it is infinity or not a number, for which JSON has no form
     */
    static Json resolve(String text) {
        Json word = WORDS.get(text);
        if (word != null) {
            return word;
        }
        char first = text.charAt(0);
        if (first != '.' && first != '+' && first != '-' && !isDigit(first)) {
            return Json.of(text);
        }
        if (isNotFinite(text)) {
            throw new IllegalArgumentException("JSON has no number for infinity and not-a-number");
        }
        String digits = first == '.' ? text : text.replace("_", "");
        return findInteger(digits).or(() -> findFloat(digits)).orElse(Json.of(text));
    }

    private static boolean isNotFinite(String text) {
        // Only three ways to write the letters count; ".iNf" is a string.
        String letters = text.substring(text.indexOf('.') + 1);
        return NOT_FINITE.contains(text.toLowerCase(Locale.ROOT))
                && (letters.equals("NaN")
                        || letters.equals("Inf")
                        || letters.equals(letters.toLowerCase(Locale.ROOT))
                        || letters.equals(letters.toUpperCase(Locale.ROOT)));
    }

    private static Optional<Json> findInteger(String text) {
        boolean signed = text.charAt(0) == '+' || text.charAt(0) == '-';
        String magnitude = signed ? text.substring(1) : text;
        int radix = radix(magnitude);
        String digits = magnitude.substring(prefixLength(magnitude));
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c < 128 && Character.digit(c, radix) >= 0)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.of(Long.parseLong((text.charAt(0) == '-' ? "-" : "") + digits, radix)));
        } catch (NumberFormatException tooLarge) {
            return signed ? Optional.empty() : findUnsigned(digits, radix);
        }
    }

    /** A number of 64 bits without a sign is exact to Kubernetes, but becomes a floating-point number at the server. */
    private static Optional<Json> findUnsigned(String digits, int radix) {
        try {
            long bits = Long.parseUnsignedLong(digits, radix);
            return Optional.of(Json.of(Double.parseDouble(Long.toUnsignedString(bits))));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    private static int radix(String magnitude) {
        if (magnitude.length() < 2 || magnitude.charAt(0) != '0') {
            return 10;
        }
        return switch (magnitude.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 8;
        };
    }

    /** Of {@code 0x}, {@code 0b} and {@code 0o}; the zero of a plain octal number is a digit like any other. */
    private static int prefixLength(String magnitude) {
        return magnitude.length() > 1 && magnitude.charAt(0) == '0' && "xXbBoO".indexOf(magnitude.charAt(1)) >= 0
                ? 2
                : 0;
    }

    private static Optional<Json> findFloat(String text) {
        if (!FLOAT.matcher(text).matches()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(text);
        return Double.isFinite(value) ? Optional.of(Json.of(value)) : Optional.empty();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** {@return whether some reader of YAML may take a plain scalar for something other than the string it is} */
    static boolean isAmbiguous(String text) {
        try {
            return !(resolve(text) instanceof Json.Str)
                    || text.equals("<<")
                    || text.equals("=")
                    || OTHERS_READ_AS_TIME.matcher(text).matches();
        } catch (IllegalArgumentException notFinite) {
            return true;
        }
    }
}
