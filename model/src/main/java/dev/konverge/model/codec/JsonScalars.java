package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import dev.konverge.model.Bytes;
import dev.konverge.model.TimeFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads texts, numbers and the like. Texts are scanned eight bytes at a time, and their hash is
 * made on the way, so that a text known before is found before it is made.
 */
abstract sealed class JsonScalars extends JsonCursor permits JsonSkips {
    static final long ONES = 0x0101010101010101L;
    static final long HIGHS = 0x8080808080808080L;
    static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long SPACES = ' ' * ONES;

    /** Rough heap cost of a string, list or map beyond its content, for {@link Limits#maxHeapBytes()}. */
    static final int OVERHEAD = 48;

    /** What values in {@link Sharing} that are not made by a codec belong to. */
    private static final Object TEXT = new Object();

    private static final Function<String, Instant> TIME = TimeFormat.TIME::parse;
    private static final Function<String, Instant> MICRO_TIME = TimeFormat.MICRO_TIME::parse;

    JsonScalars(byte[] buffer, Limits limits, @Nullable Sharing sharing) {
        super(buffer, limits, sharing);
    }

    /** {@return the text that comes next, or null if {@code null} does} */
    public @Nullable String readString() {
        return tryNull() ? null : readText();
    }

    /** {@return the text that comes next} */
    public String readText() {
        return java.util.Objects.requireNonNull((String) scanText(TEXT, null));
    }

    /** {@return the value that a function makes of the text that comes next; equal texts may share one value} */
    @SuppressWarnings("unchecked") // what an owner has in the memory, its function has made
    public <T> T readTextAs(Object owner, Function<String, T> make) {
        return (T) scanText(owner, make);
    }

    /** Finds the end of a text, eight bytes at a time, and its hash on the way. */
    private Object scanText(Object owner, @Nullable Function<String, ?> make) {
        if (peekByte() != '"') {
            throw mismatch("a string");
        }
        int from = pos + 1;
        int p = from;
        long hash = 0;
        while (p + 8 <= limit) {
            long word = (long) LONGS.get(buffer, p);
            long special = specials(word);
            if (special != 0) {
                int n = Long.numberOfTrailingZeros(special) >>> 3;
                if (n > 0) {
                    hash = Sharing.mix(hash, word & (-1L >>> (64 - 8 * n)));
                    p += n;
                }
                return buffer[p] == '"'
                        ? plainText(owner, make, from, p, hash)
                        : convert(make, from, unusualText(from, p));
            }
            hash = Sharing.mix(hash, word);
            p += 8;
        }
        return convert(make, from, unusualText(from, p));
    }

    private Object plainText(Object owner, @Nullable Function<String, ?> make, int from, int to, long hash) {
        pos = to + 1;
        if (from == to) {
            return convert(make, from, "");
        }
        if (sharing == null) {
            charge(OVERHEAD + to - from);
            return made(owner, make, from, to);
        }
        Part part = precedent.expectedAt(from - 1);
        boolean novel = part != null && part.isNovel();
        Object known = novel ? null : sharing.find(owner, Sharing.ONE, buffer, from, limit, to - from, hash);
        if (part != null && !novel) {
            part.wasKnown(known != null);
        }
        if (known != null) {
            return known;
        }
        charge(OVERHEAD + to - from);
        Object value = made(owner, make, from, to);
        Object kept = sharing.recent(hash, value);
        if (!novel) {
            sharing.offer(owner, Sharing.ONE, buffer, from, to, hash, kept);
        }
        return kept;
    }

    /** {@return what is made of a text that is all ASCII and has no escapes} */
    private Object made(Object owner, @Nullable Function<String, ?> make, int from, int to) {
        if (!(owner instanceof TimeFormat format)) {
            return convert(make, from, new String(buffer, from, to - from, StandardCharsets.ISO_8859_1));
        }
        try {
            return format.parse(buffer, from, to);
        } catch (IllegalArgumentException e) {
            throw malformed(from, e);
        }
    }

    private Object convert(@Nullable Function<String, ?> make, int from, String text) {
        if (make == null) {
            return text;
        }
        try {
            return make.apply(text);
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            throw malformed(from, e);
        }
    }

    private DecodeException malformed(int from, RuntimeException why) {
        pos = from - 1;
        return fail(String.valueOf(why.getMessage()));
    }

    /** Reads a text with escapes or characters beyond ASCII, or near the end of the bytes. */
    private String unusualText(int from, int at) {
        int end = textEnd(from, at);
        charge(OVERHEAD + 2L * (end - from));
        if (indexOfEscape(from, end) < 0) {
            return new String(buffer, from, end - from, StandardCharsets.UTF_8);
        }
        byte[] text = new byte[end - from];
        return new String(text, 0, escapes(from, end, text), StandardCharsets.UTF_8);
    }

    /** Finds the closing quote, checks the bytes before it and stands behind it. {@return where the quote is} */
    int textEnd(int from, int at) {
        int p = at;
        while (true) {
            if (p >= limit) {
                throw end();
            }
            byte b = buffer[p];
            if (b == '"') {
                break;
            }
            if (b >= 0 && b < ' ') {
                pos = p;
                throw fail("control character " + describe(b) + " in a string must be escaped");
            }
            p += b == '\\' ? 2 : 1;
        }
        int bad = Utf8.invalidAt(buffer, from, p);
        if (bad >= 0) {
            pos = bad;
            throw fail("invalid UTF-8 in a string");
        }
        pos = p + 1;
        return p;
    }

    int indexOfEscape(int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\\') {
                return i;
            }
        }
        return -1;
    }

    int escapes(int from, int to, byte @Nullable [] out) {
        try {
            return Escapes.scan(buffer, from, to, out);
        } catch (IllegalArgumentException e) {
            throw malformed(from, e);
        }
    }

    /** {@return the whole number of 32 bits that comes next, or null if {@code null} does} */
    public @Nullable Integer readInteger() {
        if (tryNull()) {
            return null;
        }
        int from = pos;
        long value = readWhole();
        if (value != (int) value) {
            pos = from;
            throw fail("number does not fit into 32 bits");
        }
        return (int) value;
    }

    /** {@return the whole number of 64 bits that comes next, or null if {@code null} does} */
    public @Nullable Long readLong() {
        return tryNull() ? null : readWhole();
    }

    private long readWhole() {
        int from = pos;
        byte b = peekByte();
        if (b != '-' && (b < '0' || b > '9')) {
            throw mismatch("a whole number");
        }
        Number number = readNumber();
        if (number instanceof Long whole) {
            return whole;
        }
        pos = from;
        throw fail("expected a whole number of 64 bits");
    }

    /** {@return the number that comes next, or null if {@code null} does} */
    public @Nullable Double readDouble() {
        return tryNull() ? null : Double.valueOf(readNumber().doubleValue());
    }

    /** {@return the number that comes next: a Long if it is written as a whole number and fits, else a Double} */
    public Number readNumber() {
        byte first = peekByte();
        if (first != '-' && (first < '0' || first > '9')) {
            throw mismatch("a number");
        }
        int from = pos;
        int p = first == '-' ? from + 1 : from;
        int digits = p;
        long value = 0;
        while (p < limit && isDigit(buffer[p])) {
            value = value * 10 + (buffer[p] - '0');
            p++;
        }
        if (mayGoOn(p)) {
            throw end();
        }
        int n = p - digits;
        if (n == 0 || (n > 1 && buffer[digits] == '0')) {
            throw fail("malformed number");
        }
        boolean whole = p == limit || (buffer[p] != '.' && buffer[p] != 'e' && buffer[p] != 'E');
        if (whole && n <= 18) {
            pos = p;
            return first == '-' ? -value : value;
        }
        return longNumber(from, whole, p);
    }

    /** Reads a number with a fraction, an exponent or many digits. */
    private Number longNumber(int from, boolean whole, int at) {
        int p = at;
        if (!whole) {
            p = fraction(p);
        }
        if (p - from > 400) {
            throw fail("number of " + (p - from) + " characters");
        }
        String text = new String(buffer, from, p - from, StandardCharsets.ISO_8859_1);
        pos = p;
        if (whole) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException tooLarge) {
                // More than 64 bits: as a floating-point number, like any decoder of Kubernetes' API does.
            }
        }
        double value = Double.parseDouble(text);
        if (!Double.isFinite(value)) {
            pos = from;
            throw fail("number is too large");
        }
        return value;
    }

    int fraction(int at) {
        int p = at;
        if (buffer[p] == '.') {
            p = digits(p + 1);
        }
        if (p < limit && (buffer[p] == 'e' || buffer[p] == 'E')) {
            p++;
            if (p < limit && (buffer[p] == '+' || buffer[p] == '-')) {
                p++;
            }
            p = digits(p);
        }
        return p;
    }

    int digits(int from) {
        int p = from;
        while (p < limit && isDigit(buffer[p])) {
            p++;
        }
        if (mayGoOn(p)) {
            throw end();
        }
        if (p == from) {
            throw p == limit ? end() : fail("malformed number");
        }
        return p;
    }

    /** {@return the boolean that comes next, or null if {@code null} does} */
    public @Nullable Boolean readBoolean() {
        return tryNull() ? null : Boolean.valueOf(readFlag());
    }

    /** {@return the boolean that comes next} */
    public boolean readFlag() {
        byte b = peekByte();
        if (b == 't') {
            literal("true");
            return true;
        }
        if (b == 'f') {
            literal("false");
            return false;
        }
        throw mismatch("true or false");
    }

    /** {@return the octets whose base64 form comes next, or null if {@code null} does} */
    public @Nullable Bytes readBytes() {
        if (tryNull()) {
            return null;
        }
        int from = pos;
        String text = readText();
        try {
            return Bytes.of(Base64.getDecoder().decode(text.replace("\n", "").replace("\r", "")));
        } catch (IllegalArgumentException e) {
            pos = from;
            throw fail("malformed base64");
        }
    }

    /** {@return the point in time that comes next, or null if {@code null} or an empty text does} */
    public @Nullable Instant readTime() {
        if (tryNull()) {
            return null;
        }
        if (pos + 1 < limit && buffer[pos] == '"' && buffer[pos + 1] == '"') {
            pos += 2;
            return null;
        }
        return readTextAs(TimeFormat.TIME, TIME);
    }

    /** {@return the point in time with microseconds that comes next, or null if {@code null} does} */
    public @Nullable Instant readMicroTime() {
        return tryNull() ? null : readTextAs(TimeFormat.MICRO_TIME, MICRO_TIME);
    }

    /** Takes a text that is known before. */
    public void expectText(String expected) {
        peekByte();
        int from = pos;
        String found = readText();
        if (!found.equals(expected)) {
            pos = from;
            throw fail("expected \"" + expected + "\" but found another value");
        }
    }

    // ---- words ----------------------------------------------------------------------------------------------------

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static long zeroes(long word) {
        return (word - ONES) & ~word & HIGHS;
    }

    /** Marks the bytes that end a run of plain text: quote, backslash, control characters, anything beyond ASCII. */
    static long specials(long word) {
        long quote = word ^ QUOTES;
        long backslash = word ^ BACKSLASHES;
        return (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((word - SPACES) & ~word) | word)
                & HIGHS;
    }
}
