package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import dev.konverge.model.Bytes;
import dev.konverge.model.RawJson;
import dev.konverge.model.TimeFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON values from bytes, driven by a {@link Codec}. It stands in front of a value; each {@code read…} takes one
 * and stands behind it.
 *
 * <p>Strict where it protects (UTF-8, duplicate fields, numbers, depth, size), lenient where Kubernetes is: {@code null}
 * stands for an absent field, unknown fields are skipped. Strings are scanned eight bytes at a time and field names are
 * never turned into strings; that is what makes it faster than a tokenizer, and why it is written out rather than
 * layered.
 *
 * <p>Not safe for use by several threads.
 */
public final class JsonReader {
    /** What kind of value comes next. */
    public enum Kind {
        /** An object. */
        OBJECT,
        /** A list. */
        ARRAY,
        /** A text. */
        STRING,
        /** A number. */
        NUMBER,
        /** True or false. */
        BOOLEAN,
        /** Null. */
        NULL
    }

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long SPACES = ' ' * ONES;

    /** What values in {@link Sharing} that are not made by a codec belong to. */
    private static final Object TEXT = new Object();

    private static final Object TIME = new Object();
    private static final Object MICRO_TIME = new Object();

    /** Rough heap cost of a string, list or map beyond its content, for {@link Limits#maxHeapBytes()}. */
    private static final int OVERHEAD = 48;

    private byte[] buffer;
    private int start;
    private int pos;
    private int limit;

    /** Whether more bytes may follow those at hand, so that their end is not the end of the document. */
    private boolean partial;

    private String root = "$";
    private long offset;

    private final Limits limits;
    private final boolean managedFields;
    private final @Nullable Sharing sharing;
    private int depth;
    private long heap;

    private final ValueStack values = new ValueStack();

    /** Reads one document with the standard options. */
    public JsonReader(byte[] document) {
        this(document, 0, document.length, DecodeOptions.STANDARD);
    }

    /** Reads one document with the given options. */
    public JsonReader(byte[] document, DecodeOptions options) {
        this(document, 0, document.length, options);
    }

    /** Reads the document in a part of an array. */
    public JsonReader(byte[] buffer, int from, int to, DecodeOptions options) {
        this.buffer = buffer;
        this.limits = options.limits();
        this.managedFields = options.managedFields();
        this.sharing = options.sharing();
        reset(buffer, from, to);
    }

    /** Turns to another document, keeping the options and what was shared. */
    public void reset(byte[] buffer, int from, int to) {
        place(buffer, from, to, false, 0, "$");
        if (to - from > limits.maxDocumentBytes()) {
            throw fail(
                    "document of " + (to - from) + " bytes is longer than the limit of " + limits.maxDocumentBytes());
        }
    }

    /** Turns to a part of a longer document; if {@code partial}, running out of bytes throws {@link Underflow}. */
    void place(byte[] buffer, int from, int to, boolean partial, long offset, String root) {
        this.buffer = buffer;
        this.start = from;
        this.pos = from;
        this.limit = to;
        this.partial = partial;
        this.offset = offset;
        this.root = root;
        this.depth = 0;
        this.heap = 0;
        values.clear();
    }

    int position() {
        return pos;
    }

    // ---- structure -------------------------------------------------------------------------------------------------

    /** {@return what kind of value comes next} */
    public Kind peek() {
        byte b = peekByte();
        return switch (b) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            case 't', 'f' -> Kind.BOOLEAN;
            case 'n' -> Kind.NULL;
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Kind.NUMBER;
            default -> throw fail("expected a value but found " + describe(b));
        };
    }

    /** Takes a {@code null} if it comes next. {@return whether it did} */
    public boolean tryNull() {
        if (peekByte() != 'n') {
            return false;
        }
        literal("null");
        return true;
    }

    /** Takes a {@code null}. */
    public void readNull() {
        if (!tryNull()) {
            throw mismatch("null");
        }
    }

    /** Checks that nothing but white space follows. */
    public void expectEnd() {
        while (pos < limit) {
            byte b = buffer[pos];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                throw fail("expected the end of the document but found " + describe(b));
            }
            pos++;
        }
    }

    /**
     * Enters an object. {@return whether it has fields to look at: false if a {@code null} stood in its place}
     *
     * @param heapBytes roughly what the value will take
     */
    public boolean beginObject(int heapBytes) {
        byte b = peekByte();
        if (b != '{') {
            if (b == 'n') {
                literal("null");
                return false;
            }
            throw mismatch("an object");
        }
        pos++;
        enter(heapBytes);
        return true;
    }

    /** {@return the first field of the object just entered, or END or UNKNOWN} */
    public int firstField(FieldNames names) {
        if (peekByte() == '}') {
            pos++;
            depth--;
            return FieldNames.END;
        }
        return fieldName(names);
    }

    /** {@return the next field of the object, its last value having been read, or END or UNKNOWN} */
    public int nextField(FieldNames names) {
        byte b = peekByte();
        if (b == ',') {
            pos++;
            return fieldName(names);
        }
        if (b == '}') {
            pos++;
            depth--;
            return FieldNames.END;
        }
        throw fail("expected ',' or '}' but found " + describe(b));
    }

    private int fieldName(FieldNames names) {
        if (peekByte() != '"') {
            throw fail("expected a field name but found " + describe(buffer[pos]));
        }
        int from = pos + 1;
        int p = from;
        long word = 0;
        if (from + 8 <= limit) {
            word = (long) LONGS.get(buffer, from);
            long quote = zeroes(word ^ QUOTES);
            if (quote != 0) {
                int n = Long.numberOfTrailingZeros(quote) >>> 3;
                word = n == 0 ? 0 : word & (-1L >>> (64 - 8 * n));
                p = from + n;
            } else {
                p = quoteFrom(from + 8);
            }
        } else {
            p = quoteFrom(from);
            for (int i = Math.min(p, from + 8) - 1; i >= from; i--) {
                word = word << 8 | (buffer[i] & 0xFF);
            }
        }
        int field = names.find(buffer, from, p, word);
        if (field == FieldNames.UNKNOWN) {
            field = names.find(readText());
        } else {
            pos = p + 1;
        }
        colon();
        return field;
    }

    /**
     * {@return the fields seen, with one more}
     *
     * @throws DecodeException if it was seen before
     */
    public long once(FieldNames names, int field, long seen) {
        if ((seen & 1L << field) != 0) {
            throw fail("field \"" + names.name(field) + "\" appears twice");
        }
        return seen | 1L << field;
    }

    /** Takes a text that is known before. */
    public void expectText(String expected) {
        int from = pos;
        String found = readText();
        if (!found.equals(expected)) {
            pos = from;
            throw fail("expected \"" + expected + "\" but found another value");
        }
    }

    private int quoteFrom(int from) {
        int p = from;
        while (p + 8 <= limit) {
            long quote = zeroes((long) LONGS.get(buffer, p) ^ QUOTES);
            if (quote != 0) {
                return p + (Long.numberOfTrailingZeros(quote) >>> 3);
            }
            p += 8;
        }
        while (p < limit) {
            if (buffer[p] == '"') {
                return p;
            }
            p++;
        }
        throw end();
    }

    private void colon() {
        if (pos < limit && buffer[pos] == ':') {
            pos++;
            return;
        }
        byte b = peekByte();
        if (b != ':') {
            throw fail("expected ':' but found " + describe(b));
        }
        pos++;
    }

    private void enter(int heapBytes) {
        if (++depth > limits.maxDepth()) {
            throw fail("nested deeper than the limit of " + limits.maxDepth());
        }
        charge(heapBytes);
    }

    private void charge(long bytes) {
        heap += bytes;
        if (heap > limits.maxHeapBytes()) {
            throw fail("would take more memory than the limit of " + limits.maxHeapBytes() + " bytes");
        }
    }

    // ---- objects, lists and maps -----------------------------------------------------------------------------------

    /** {@return the object that comes next, or null if {@code null} does} */
    public <T> @Nullable T readObject(Codec<T> codec) {
        return tryNull() ? null : readValue(codec);
    }

    @SuppressWarnings("unchecked") // what a codec owns in the memory, it has made
    private <T> T readValue(Codec<T> codec) {
        int from = pos;
        if (sharing == null || buffer[from] != '{' || from + Sharing.PREFIX > limit) {
            return codec.read(this);
        }
        long hash = Sharing.prefixHash(buffer, from);
        Object known = sharing.find(codec, Sharing.ONE, buffer, from, limit, -1, hash);
        if (known != null) {
            pos += sharing.hitLength();
            return (T) known;
        }
        T value = codec.read(this);
        sharing.offer(codec, Sharing.ONE, buffer, from, pos, hash, value);
        return value;
    }

    /** {@return the list of objects that comes next, empty if {@code null} does} */
    @SuppressWarnings("unchecked") // what is kept as a list under a codec is a list of what it reads
    public <T> List<T> readList(Codec<T> codec) {
        if (tryNull()) {
            return List.of();
        }
        int from = pos;
        if (sharing == null || from + Sharing.PREFIX > limit) {
            return readValues(codec);
        }
        long hash = Sharing.prefixHash(buffer, from);
        Object known = sharing.find(codec, Sharing.LIST, buffer, from, limit, -1, hash);
        if (known != null) {
            pos += sharing.hitLength();
            return (List<T>) known;
        }
        List<T> list = readValues(codec);
        if (!list.isEmpty()) {
            sharing.offer(codec, Sharing.LIST, buffer, from, pos, hash, list);
        }
        return list;
    }

    /** {@return the elements of the list that comes next, each {@code null} as the codec reads it} */
    public <T> List<T> readValues(Codec<T> codec) {
        if (peekByte() != '[') {
            throw mismatch("a list");
        }
        pos++;
        enter(OVERHEAD);
        int bottom = values.size();
        if (peekByte() == ']') {
            pos++;
            depth--;
            return List.of();
        }
        while (true) {
            peekByte();
            push(readValue(codec));
            byte b = peekByte();
            pos++;
            if (b == ']') {
                break;
            }
            if (b != ',') {
                pos--;
                throw fail("expected ',' or ']' but found " + describe(b));
            }
        }
        depth--;
        return values.popList(bottom);
    }

    /** Enters a list whose items are read one by one. {@return whether there is one} */
    boolean beginItems() {
        if (tryNull()) {
            return false;
        }
        if (peekByte() != '[') {
            throw mismatch("a list");
        }
        pos++;
        if (peekByte() == ']') {
            pos++;
            return false;
        }
        return true;
    }

    /** Takes what stands behind an item. {@return whether another follows} */
    boolean moreItems() {
        byte b = peekByte();
        if (b != ',' && b != ']') {
            throw fail("expected ',' or ']' but found " + describe(b));
        }
        pos++;
        return b == ',';
    }

    private void push(Object value) {
        charge(8);
        values.push(value);
    }

    /** {@return the map that comes next, sorted by key, empty if {@code null} comes} */
    @SuppressWarnings("unchecked") // what is kept as a map under a codec is a map of what it reads
    public <V> Map<String, V> readMap(Codec<V> codec) {
        if (tryNull()) {
            return PackedMap.empty();
        }
        int from = pos;
        if (sharing == null || from + Sharing.PREFIX > limit) {
            return readEntries(codec, true);
        }
        long hash = Sharing.prefixHash(buffer, from);
        Object known = sharing.find(codec, Sharing.MAP, buffer, from, limit, -1, hash);
        if (known != null) {
            pos += sharing.hitLength();
            return (Map<String, V>) known;
        }
        Map<String, V> map = readEntries(codec, true);
        if (!map.isEmpty()) {
            sharing.offer(codec, Sharing.MAP, buffer, from, pos, hash, map);
        }
        return map;
    }

    /** {@return the map that comes next, in the order of the document} */
    public <V> Map<String, V> readOrderedMap(Codec<V> codec) {
        return readEntries(codec, false);
    }

    private <V> Map<String, V> readEntries(Codec<V> codec, boolean sorted) {
        if (peekByte() != '{') {
            throw mismatch("an object");
        }
        int from = pos++;
        enter(OVERHEAD);
        if (peekByte() == '}') {
            pos++;
            depth--;
            return PackedMap.empty();
        }
        int bottom = values.size();
        while (true) {
            if (peekByte() != '"') {
                throw fail("expected a field name but found " + describe(buffer[pos]));
            }
            push(readText());
            colon();
            peekByte();
            push(readValue(codec));
            byte b = peekByte();
            pos++;
            if (b == '}') {
                break;
            }
            if (b != ',') {
                pos--;
                throw fail("expected ',' or '}' but found " + describe(b));
            }
        }
        depth--;
        return popMap(bottom, sorted, from);
    }

    private <V> Map<String, V> popMap(int bottom, boolean sorted, int from) {
        Object[] pairs = values.popPairs(bottom);
        boolean inOrder = PackedMap.isSorted(pairs);
        if (!inOrder) {
            Object[] ordered = sorted ? pairs : pairs.clone();
            PackedMap.sort(ordered);
            for (int i = 2; i < ordered.length; i += 2) {
                if (ordered[i].equals(ordered[i - 2])) {
                    pos = from;
                    throw fail("field \"" + ordered[i] + "\" appears twice");
                }
            }
        }
        return PackedMap.of(pairs, inOrder || sorted);
    }

    // ---- scalars ---------------------------------------------------------------------------------------------------

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
            return convert(make, from, new String(buffer, from, to - from, StandardCharsets.ISO_8859_1));
        }
        Object known = sharing.find(owner, Sharing.ONE, buffer, from, limit, to - from, hash);
        if (known != null) {
            return known;
        }
        charge(OVERHEAD + to - from);
        Object value = convert(make, from, new String(buffer, from, to - from, StandardCharsets.ISO_8859_1));
        sharing.offer(owner, Sharing.ONE, buffer, from, to, hash, value);
        return value;
    }

    private Object convert(@Nullable Function<String, ?> make, int from, String text) {
        if (make == null) {
            return text;
        }
        try {
            return make.apply(text);
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            pos = from - 1;
            throw fail(String.valueOf(e.getMessage()));
        }
    }

    /** Reads a text with escapes or characters beyond ASCII, or near the end of the bytes. */
    private String unusualText(int from, int at) {
        int end = textEnd(from, at);
        charge(OVERHEAD + 2L * (end - from));
        if (indexOfEscape(from, end) < 0) {
            return new String(buffer, from, end - from, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(end - from);
        escapes(from, end, text);
        return text.toString();
    }

    /** Finds the closing quote, checks the bytes before it and stands behind it. {@return where the quote is} */
    private int textEnd(int from, int at) {
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

    private int indexOfEscape(int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\\') {
                return i;
            }
        }
        return -1;
    }

    private void escapes(int from, int to, @Nullable StringBuilder out) {
        try {
            Escapes.scan(buffer, from, to, out);
        } catch (IllegalArgumentException e) {
            pos = from - 1;
            throw fail(String.valueOf(e.getMessage()));
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
        if (p == limit && partial) {
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

    private int fraction(int at) {
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

    private int digits(int from) {
        int p = from;
        while (p < limit && isDigit(buffer[p])) {
            p++;
        }
        if (p == limit && partial) {
            throw end();
        }
        if (p == from) {
            throw p == limit ? end() : fail("malformed number");
        }
        return p;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
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

    private void literal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (pos + i >= limit) {
                throw end();
            }
            if (buffer[pos + i] != text.charAt(i)) {
                throw fail("expected " + text);
            }
        }
        pos += text.length();
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
        return readTextAs(TIME, TimeFormat.TIME::parse);
    }

    /** {@return the point in time with microseconds that comes next, or null if {@code null} does} */
    public @Nullable Instant readMicroTime() {
        return tryNull() ? null : readTextAs(MICRO_TIME, TimeFormat.MICRO_TIME::parse);
    }

    /** {@return whether {@code metadata.managedFields} is to be kept} */
    public boolean keepsManagedFields() {
        return managedFields;
    }

    // ---- skipping --------------------------------------------------------------------------------------------------

    /** {@return the value that comes next, as its bytes} */
    public RawJson readRaw() {
        peekByte();
        int from = pos;
        skipValue();
        charge(OVERHEAD + pos - from);
        return RawJson.ofChecked(buffer, from, pos);
    }

    /** Leaves the value that comes next behind, whatever it is. */
    public void skipValue() {
        byte b = peekByte();
        switch (b) {
            case '"' -> skipText();
            case '{' -> skipObject();
            case '[' -> skipArray();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> {
                if (b != '-' && !isDigit(b)) {
                    throw fail("expected a value but found " + describe(b));
                }
                skipNumber();
            }
        }
    }

    private void skipNumber() {
        int p = buffer[pos] == '-' ? pos + 1 : pos;
        int first = p;
        p = digits(p);
        if (buffer[first] == '0' && p > first + 1) {
            throw fail("malformed number");
        }
        pos = p < limit ? fraction(p) : p;
    }

    private void skipText() {
        int p = pos + 1;
        while (p + 8 <= limit) {
            long special = specials((long) LONGS.get(buffer, p));
            if (special != 0) {
                p += Long.numberOfTrailingZeros(special) >>> 3;
                if (buffer[p] == '"') {
                    pos = p + 1;
                    return;
                }
                break;
            }
            p += 8;
        }
        // Escapes, characters beyond ASCII or the end of the bytes: checked as if they were kept.
        int from = pos + 1;
        escapes(from, textEnd(from, p), null);
    }

    private void skipObject() {
        pos++;
        enter(0);
        if (peekByte() == '}') {
            pos++;
            depth--;
            return;
        }
        while (true) {
            if (peekByte() != '"') {
                throw fail("expected a field name but found " + describe(buffer[pos]));
            }
            skipText();
            colon();
            skipValue();
            byte b = peekByte();
            if (b != ',' && b != '}') {
                throw fail("expected ',' or '}' but found " + describe(b));
            }
            pos++;
            if (b == '}') {
                depth--;
                return;
            }
        }
    }

    private void skipArray() {
        pos++;
        enter(0);
        if (peekByte() == ']') {
            pos++;
            depth--;
            return;
        }
        while (true) {
            skipValue();
            byte b = peekByte();
            if (b != ',' && b != ']') {
                throw fail("expected ',' or ']' but found " + describe(b));
            }
            pos++;
            if (b == ']') {
                depth--;
                return;
            }
        }
    }

    // ---- bytes and failures ----------------------------------------------------------------------------------------

    private byte peekByte() {
        if (pos < limit) {
            byte b = buffer[pos];
            if (b > ' ') {
                return b;
            }
        }
        return peekBehindSpace();
    }

    private byte peekBehindSpace() {
        while (pos < limit) {
            byte b = buffer[pos];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b;
            }
            pos++;
        }
        throw end();
    }

    private static long zeroes(long word) {
        return (word - ONES) & ~word & HIGHS;
    }

    /** Marks the bytes that end a run of plain text: quote, backslash, control characters, anything beyond ASCII. */
    private static long specials(long word) {
        long quote = word ^ QUOTES;
        long backslash = word ^ BACKSLASHES;
        return (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((word - SPACES) & ~word) | word)
                & HIGHS;
    }

    private RuntimeException end() {
        if (partial) {
            return new Underflow();
        }
        pos = limit;
        return fail("unexpected end of input");
    }

    private DecodeException mismatch(String expected) {
        String found = switch (peek()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL -> "null";
        };
        return fail("expected " + expected + " but found " + found);
    }

    /** {@return an exception that says what is wrong with the value at hand, and where it stands} */
    public DecodeException fail(String reason) {
        return new DecodeException(reason, JsonPath.locate(root, buffer, start, pos), offset + pos - start);
    }

    private static String describe(byte b) {
        return b > ' ' && b < 127 ? "'" + (char) b + "'" : String.format("byte 0x%02x", b);
    }
}
