package dev.konverge.model.codec;

import dev.konverge.model.Bytes;
import dev.konverge.model.RawJson;
import dev.konverge.model.TimeFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes compact JSON into a growing buffer, byte for byte as kube-apiserver does: the same escapes, the same numbers.
 *
 * <p>The methods that take a field write nothing at all for an absent value, an empty list or an empty map. Not safe for
 * use by several threads; {@link #clear} makes it ready for another document.
 */
public final class JsonWriter {
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

    /** Which ASCII characters a string may hold as they are. Go escapes the three that HTML treats specially, too. */
    private static final boolean[] PLAIN = new boolean[128];

    static {
        Arrays.fill(PLAIN, ' ', 128, true);
        for (char c : "\"\\<>&".toCharArray()) {
            PLAIN[c] = false;
        }
    }

    private byte[] buffer;
    private int pos;

    /** A writer with a small buffer. */
    public JsonWriter() {
        this(512);
    }

    /** A writer whose buffer holds so many bytes before it grows. */
    public JsonWriter(int capacity) {
        this.buffer = new byte[Math.max(16, capacity)];
    }

    /** {@return the form in which {@link #field} wants a name} */
    public static byte[] encodedName(String name) {
        JsonWriter out = new JsonWriter(name.length() + 3);
        out.string(name);
        out.put((byte) ':');
        return out.toByteArray();
    }

    /** Forgets what was written and keeps the buffer. */
    public void clear() {
        pos = 0;
    }

    /** {@return how many bytes were written} */
    public int size() {
        return pos;
    }

    /** {@return a copy of what was written} */
    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, pos);
    }

    /** Writes to a stream what was written here. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(buffer, 0, pos);
    }

    // ---- structure -------------------------------------------------------------------------------------------------

    /** Begins an object. */
    public void beginObject() {
        put((byte) '{');
    }

    /** Ends an object. */
    public void endObject() {
        put((byte) '}');
    }

    /** Begins a list. */
    public void beginArray() {
        put((byte) '[');
    }

    /** Ends a list. */
    public void endArray() {
        put((byte) ']');
    }

    /** Announces the next element of a list. */
    public void element() {
        // A complete value never ends with an opening bracket, so the last byte tells whether this is the first.
        if (buffer[pos - 1] != '[') {
            put((byte) ',');
        }
    }

    /** Announces a field, its name as {@link #encodedName} gives it. */
    public void field(byte[] encodedName) {
        ensure(encodedName.length + 1);
        if (buffer[pos - 1] != '{') {
            buffer[pos++] = ',';
        }
        System.arraycopy(encodedName, 0, buffer, pos, encodedName.length);
        pos += encodedName.length;
    }

    /** Announces a field. */
    public void name(String name) {
        if (buffer[pos - 1] != '{') {
            put((byte) ',');
        }
        string(name);
        put((byte) ':');
    }

    // ---- fields: nothing is written for what is absent
    // ---------------------------------------------------------------

    /** Writes a field with a text. */
    public void string(byte[] field, @Nullable String value) {
        if (value != null) {
            field(field);
            string(value);
        }
    }

    /** Writes a field with a whole number. */
    public void integer(byte[] field, @Nullable Integer value) {
        if (value != null) {
            field(field);
            number(value.longValue());
        }
    }

    /** Writes a field with a whole number. */
    public void integer(byte[] field, @Nullable Long value) {
        if (value != null) {
            field(field);
            number(value.longValue());
        }
    }

    /** Writes a field with a number. */
    public void number(byte[] field, @Nullable Double value) {
        if (value != null) {
            field(field);
            number(value.doubleValue());
        }
    }

    /** Writes a field with a boolean. */
    public void bool(byte[] field, @Nullable Boolean value) {
        if (value != null) {
            field(field);
            bool(value.booleanValue());
        }
    }

    /** Writes a field with octets. */
    public void bytes(byte[] field, @Nullable Bytes value) {
        if (value != null) {
            field(field);
            string(value.toBase64());
        }
    }

    /** Writes a field with a point in time, to the second. */
    public void time(byte[] field, @Nullable Instant value) {
        if (value != null) {
            field(field);
            time(TimeFormat.TIME, value);
        }
    }

    /** Writes a field with a point in time, to the microsecond. */
    public void microTime(byte[] field, @Nullable Instant value) {
        if (value != null) {
            field(field);
            time(TimeFormat.MICRO_TIME, value);
        }
    }

    /** Writes a field with an object. */
    public <T> void object(byte[] field, @Nullable T value, Codec<T> codec) {
        if (value != null) {
            field(field);
            codec.write(value, this);
        }
    }

    /** Writes a field with a list. */
    public <T> void list(byte[] field, List<T> values, Codec<T> codec) {
        if (!values.isEmpty()) {
            field(field);
            list(values, codec);
        }
    }

    /** Writes a field with a map. */
    public <V> void map(byte[] field, Map<String, V> values, Codec<V> codec) {
        if (!values.isEmpty()) {
            field(field);
            map(values, codec);
        }
    }

    // ---- values ----------------------------------------------------------------------------------------------------

    /** Writes a list. */
    public <T> void list(List<T> values, Codec<T> codec) {
        beginArray();
        for (int i = 0; i < values.size(); i++) {
            element();
            codec.write(values.get(i), this);
        }
        endArray();
    }

    /** Writes a map, in its order. */
    public <V> void map(Map<String, V> values, Codec<V> codec) {
        beginObject();
        if (values instanceof PackedMap<V> packed) {
            for (int i = 0; i < packed.size(); i++) {
                name(packed.keyAt(i));
                codec.write(packed.valueAt(i), this);
            }
        } else {
            for (Map.Entry<String, V> entry : values.entrySet()) {
                name(entry.getKey());
                codec.write(entry.getValue(), this);
            }
        }
        endObject();
    }

    /** Writes a text. */
    public void string(String value) {
        int n = value.length();
        ensure(n + 2);
        byte[] buffer = this.buffer;
        int p = pos;
        buffer[p++] = '"';
        int i = 0;
        while (i < n) {
            char c = value.charAt(i);
            if (c >= 128 || !PLAIN[c]) {
                break;
            }
            buffer[p++] = (byte) c;
            i++;
        }
        pos = p;
        if (i < n) {
            unusual(value, i);
        }
        put((byte) '"');
    }

    private void unusual(String value, int from) {
        int n = value.length();
        int i = from;
        while (i < n) {
            char c = value.charAt(i++);
            ensure(12);
            if (c < 128) {
                ascii(c);
            } else if (c < 0x800) {
                two(0xC0 | (c >> 6), 0x80 | (c & 0x3F));
            } else if (c == 0x2028 || c == 0x2029) {
                // Go escapes the two line separators that JavaScript does not allow in strings.
                escape(c);
            } else if (!Character.isSurrogate(c)) {
                buffer[pos++] = (byte) (0xE0 | (c >> 12));
                two(0x80 | ((c >> 6) & 0x3F), 0x80 | (c & 0x3F));
            } else {
                i = pair(value, i, c);
            }
        }
    }

    private int pair(String value, int next, char high) {
        char low = next < value.length() ? value.charAt(next) : 0;
        if (!Character.isSurrogatePair(high, low)) {
            throw new IllegalArgumentException("a string holds a lone surrogate, which JSON cannot carry");
        }
        int c = Character.toCodePoint(high, low);
        two(0xF0 | (c >> 18), 0x80 | ((c >> 12) & 0x3F));
        two(0x80 | ((c >> 6) & 0x3F), 0x80 | (c & 0x3F));
        return next + 1;
    }

    private void two(int first, int second) {
        buffer[pos++] = (byte) first;
        buffer[pos++] = (byte) second;
    }

    private void ascii(char c) {
        if (PLAIN[c]) {
            buffer[pos++] = (byte) c;
            return;
        }
        switch (c) {
            case '"', '\\' -> two('\\', c);
            case '\b' -> two('\\', 'b');
            case '\f' -> two('\\', 'f');
            case '\n' -> two('\\', 'n');
            case '\r' -> two('\\', 'r');
            case '\t' -> two('\\', 't');
            default -> escape(c);
        }
    }

    private void escape(char c) {
        two('\\', 'u');
        two(HEX[c >> 12], HEX[(c >> 8) & 15]);
        two(HEX[(c >> 4) & 15], HEX[c & 15]);
    }

    /** Writes a point in time. */
    public void time(TimeFormat format, Instant value) {
        ensure(format.length() + 2);
        buffer[pos++] = '"';
        format.write(value, buffer, pos);
        pos += format.length();
        buffer[pos++] = '"';
    }

    /** Writes a whole number. */
    public void number(long value) {
        ensure(20);
        if (value < 0 || value > 9999) {
            ascii(Long.toString(value));
            return;
        }
        int v = (int) value;
        int digits = v < 10 ? 1 : v < 100 ? 2 : v < 1000 ? 3 : 4;
        for (int i = pos + digits - 1; i >= pos; i--) {
            buffer[i] = (byte) ('0' + v % 10);
            v /= 10;
        }
        pos += digits;
    }

    /**
     * Writes a number.
     *
     * @throws IllegalArgumentException if it is not finite
     */
    public void number(double value) {
        ascii(Decimals.format(value));
    }

    private void ascii(String text) {
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            buffer[pos++] = (byte) text.charAt(i);
        }
    }

    /** Writes a boolean. */
    public void bool(boolean value) {
        raw(value ? TRUE : FALSE);
    }

    /** Writes {@code null}. */
    public void nul() {
        raw(NULL);
    }

    /** Writes bytes that are a JSON value. */
    public void raw(byte[] json) {
        ensure(json.length);
        System.arraycopy(json, 0, buffer, pos, json.length);
        pos += json.length;
    }

    /** Writes a JSON value that is kept as bytes. */
    public void raw(RawJson json) {
        ensure(json.length());
        json.copyTo(buffer, pos);
        pos += json.length();
    }

    private void put(byte b) {
        ensure(1);
        buffer[pos++] = b;
    }

    private void ensure(int more) {
        if (buffer.length - pos < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, pos + more));
        }
    }
}
