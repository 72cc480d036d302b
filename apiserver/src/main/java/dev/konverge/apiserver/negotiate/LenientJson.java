package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.Limits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON as Kubernetes does: a field that is there twice counts the second time and is remarked upon, and what is wrong is
 * told in the words of Go's decoder, which clients show to people.
 *
 * <p>Documents without anything to remark, nearly all of them, take the strict and fast reader of the model.
 */
final class LenientJson {
    private static final int MAX_DEPTH = Limits.STANDARD.maxDepth();

    private final byte[] in;
    private final NumberTexts numbers;
    private final List<String> duplicates = new ArrayList<>();
    private final StringBuilder path = new StringBuilder();
    private int pos;
    private int depth;

    private LenientJson(byte[] in, NumberTexts numbers) {
        this.in = in;
        this.numbers = numbers;
    }

    /**
     * A document.
     *
     * @param value what it holds
     * @param duplicates the paths of fields that were there before, in the order of the document
     */
    record Document(Json value, List<String> duplicates) {
        Document {
            duplicates = List.copyOf(duplicates);
        }
    }

    /**
     * {@return the document}
     *
     * @throws MalformedException if the bytes are none
     */
    static Document parse(byte[] bytes) {
        try {
            return new Document(Json.parse(bytes), List.of());
        } catch (DecodeException notPlain) {
            return new LenientJson(bytes, NumberTexts.NONE).document();
        }
    }

    /** {@return what the bytes hold, every number that is not written as a whole one being none} */
    static Json parse(byte[] bytes, NumberTexts numbers) {
        return new LenientJson(bytes, numbers).document().value();
    }

    private Document document() {
        Json value = value();
        skipSpace();
        if (pos < in.length) {
            throw invalid("after top-level value");
        }
        return new Document(value, duplicates.stream().distinct().toList());
    }

    private Json value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Json.Str(string());
            case 't' -> literal("true", Json.Bool.TRUE);
            case 'f' -> literal("false", Json.Bool.FALSE);
            case 'n' -> literal("null", Json.Null.INSTANCE);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw invalid("looking for beginning of value");
        };
    }

    private Json object() {
        enter();
        Map<String, Json> fields = new LinkedHashMap<>();
        int outer = path.length();
        skipSpace();
        if (peek() != '}') {
            do {
                field(fields, outer);
                skipSpace();
            } while (more('}', "after object key:value pair"));
        } else {
            pos++;
        }
        depth--;
        return new Json.Obj(fields);
    }

    private void field(Map<String, Json> fields, int outer) {
        skipSpace();
        if (peek() != '"') {
            throw invalid("looking for beginning of object key string");
        }
        String name = string();
        skipSpace();
        if (peek() != ':') {
            throw invalid("after object key");
        }
        pos++;
        path.append(outer == 0 ? "" : ".").append(name);
        if (fields.containsKey(name)) {
            duplicates.add(path.toString());
        }
        fields.put(name, value());
        path.setLength(outer);
    }

    private Json array() {
        enter();
        List<Json> items = new ArrayList<>();
        int outer = path.length();
        skipSpace();
        if (peek() != ']') {
            do {
                path.append('[').append(items.size()).append(']');
                items.add(value());
                path.setLength(outer);
                skipSpace();
            } while (more(']', "after array element"));
        } else {
            pos++;
        }
        depth--;
        return new Json.Arr(items);
    }

    private void enter() {
        pos++;
        if (++depth > MAX_DEPTH) {
            throw new MalformedException("exceeded max depth");
        }
    }

    private boolean more(char end, String place) {
        byte next = peek();
        if (next != ',' && next != end) {
            throw invalid(place);
        }
        pos++;
        return next == ',';
    }

    private Json literal(String text, Json value) {
        for (int i = 0; i < text.length(); i++, pos++) {
            if (peek() != text.charAt(i)) {
                throw invalid("in literal " + text + " (expecting " + quoted(text.charAt(i)) + ")");
            }
        }
        return value;
    }

    private Json number() {
        int start = pos;
        if (peek() == '-') {
            pos++;
        }
        if (peek() == '0') {
            pos++;
        } else {
            digits();
        }
        boolean whole = true;
        if (pos < in.length && in[pos] == '.') {
            whole = false;
            pos++;
            digits();
        }
        if (pos < in.length && (in[pos] == 'e' || in[pos] == 'E')) {
            whole = false;
            pos++;
            if (peek() == '+' || peek() == '-') {
                pos++;
            }
            digits();
        }
        return number(new String(in, start, pos - start, StandardCharsets.US_ASCII), whole);
    }

    private void digits() {
        if (peek() < '0' || peek() > '9') {
            throw invalid("in numeric literal");
        }
        while (pos < in.length && in[pos] >= '0' && in[pos] <= '9') {
            pos++;
        }
    }

    private Json number(String text, boolean whole) {
        if (whole) {
            try {
                return Json.of(Long.parseLong(text));
            } catch (NumberFormatException tooLong) {
                // Read as a floating-point number below, as Go does.
            }
        }
        double value = Double.parseDouble(text);
        if (!Double.isFinite(value)) {
            throw new MalformedException("json: cannot unmarshal number " + text + " into Go value of type float64");
        }
        return numbers == NumberTexts.NONE ? Json.of(value) : numbers.noted(value, text);
    }

    private String string() {
        pos++;
        int start = pos;
        StringBuilder out = null;
        while (peek() != '"') {
            byte b = in[pos];
            if (b >= 0 && b < 0x20) {
                throw invalid("in string literal");
            }
            if (b != '\\') {
                pos++;
                continue;
            }
            out = out == null ? new StringBuilder() : out;
            out.append(new String(in, start, pos - start, StandardCharsets.UTF_8));
            escape(out);
            start = pos;
        }
        String rest = new String(in, start, pos - start, StandardCharsets.UTF_8);
        pos++;
        return out == null ? rest : out.append(rest).toString();
    }

    private void escape(StringBuilder out) {
        pos++;
        byte b = peek();
        int known = "\"\\/bfnrt".indexOf(b);
        if (known >= 0) {
            out.append("\"\\/\b\f\n\r\t".charAt(known));
            pos++;
        } else if (b == 'u') {
            pos++;
            unicode(out);
        } else {
            throw invalid("in string escape code");
        }
    }

    /** Half of a pair without the other half becomes the replacement character, as in Go. */
    private void unicode(StringBuilder out) {
        char first = hex();
        if (!Character.isSurrogate(first)) {
            out.append(first);
            return;
        }
        if (Character.isHighSurrogate(first) && pos + 5 < in.length && in[pos] == '\\' && in[pos + 1] == 'u') {
            int before = pos;
            pos += 2;
            char second = hex();
            if (Character.isLowSurrogate(second)) {
                out.append(first).append(second);
                return;
            }
            pos = before;
        }
        out.append('\uFFFD');
    }

    private char hex() {
        int value = 0;
        for (int i = 0; i < 4; i++, pos++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw invalid("in \\u hexadecimal character escape");
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private void skipSpace() {
        while (pos < in.length && (in[pos] == ' ' || in[pos] == '\n' || in[pos] == '\t' || in[pos] == '\r')) {
            pos++;
        }
    }

    private byte peek() {
        if (pos >= in.length) {
            throw new MalformedException("unexpected end of JSON input");
        }
        return in[pos];
    }

    private MalformedException invalid(String place) {
        return new MalformedException("invalid character " + quoted((char) (in[pos] & 0xFF)) + " " + place);
    }

    /** Go shows the byte as if it were a character. */
    private static String quoted(char c) {
        if (c == '\'') {
            return "'\\''";
        }
        if (c == '"') {
            return "'\"'";
        }
        String text = GoText.quote(String.valueOf(c));
        return "'" + text.substring(1, text.length() - 1) + "'";
    }
}
