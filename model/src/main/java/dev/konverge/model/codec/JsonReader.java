package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON values from bytes, driven by a {@link Codec}. It stands in front of a value; each {@code read…} takes one
 * and stands behind it.
 *
 * <p>Strict where it protects (UTF-8, duplicate fields, numbers, depth, size), lenient where Kubernetes is: {@code null}
 * stands for an absent field, unknown fields are skipped. There are no tokens: field names are matched as bytes, and a
 * value whose bytes were decoded before is taken from {@link Sharing} without being decoded again.
 *
 * <p>Not safe for use by several threads.
 */
public final class JsonReader extends JsonSkips {
    private static final byte END_OF_LIST = ']';
    private static final byte END_OF_OBJECT = '}';

    private final boolean managedFields;

    /** The object at hand, where it is one that may have been read before. */
    private @Nullable Sighting sighting;

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
        super(buffer, options.limits(), options.sharing());
        this.managedFields = options.managedFields();
        reset(buffer, from, to);
    }

    /** Turns to another document, keeping the options and what was shared. */
    public void reset(byte[] buffer, int from, int to) {
        place(buffer, from, to, false, 0, "$");
        if (to - from > maxDocumentBytes()) {
            throw fail("document of " + (to - from) + " bytes is longer than the limit of " + maxDocumentBytes());
        }
    }

    /** {@return whether {@code metadata.managedFields} is to be kept} */
    public boolean keepsManagedFields() {
        return managedFields;
    }

    // ---- fields ----------------------------------------------------------------------------------------------------

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
        expectName();
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
            field = unusualName(names, from, p);
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
            throw twice(names.name(field));
        }
        return seen | 1L << field;
    }

    private DecodeException twice(String name) {
        return fail("field \"" + name + "\" appears twice");
    }

    /** A name with an escape, which may hide a quote, is made a text to be found; any other unknown one is skipped. */
    private int unusualName(FieldNames names, int from, int to) {
        if (indexOfEscape(from, to) >= 0) {
            return names.find(readText());
        }
        skipText();
        return FieldNames.UNKNOWN;
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

    // ---- records ---------------------------------------------------------------------------------------------------

    /**
     * {@return the object that comes next, a newer state of one that may have been read before} Where values are shared, those parts of it that stand
     * there byte for byte as they did then are not read again.
     *
     * @param isLast whether no state of it will follow
     */
    public <T> T readNewer(Codec<T> codec, boolean isLast) {
        if (sharing == null) {
            return codec.read(this);
        }
        Sighting seen = sighting == null ? new Sighting(sharing.imprints()) : sighting;
        sighting = seen;
        seen.begin(depth + 1, isLast);
        try {
            return codec.read(this);
        } finally {
            seen.end();
        }
    }

    /** {@return the object that comes next; one without fields if {@code null} does} */
    <T> T readRecord(RecordCodec<T> codec) {
        if (sharing == null || comparing) {
            return readRecordOnce(codec);
        }
        peekByte();
        int from = pos;
        precedent.begin(buffer, from, limit);
        comparing = true;
        T value = readRecordOnce(codec);
        comparing = false;
        precedent.end(buffer, from, pos);
        return value;
    }

    private <T> T readRecordOnce(RecordCodec<T> codec) {
        boolean there = beginObject(codec.heapBytes);
        Part whole = there ? precedent.open(pos - 1, codec, Sharing.ONE) : null;
        if (whole != null && renew(whole) == ALL) {
            return codec.make(whole.given(), 0);
        }
        int at = values.reserve(codec.forms.length);
        if (there) {
            boolean nulls = whole == null ? readFields(codec, at) : readParts(whole, codec, at);
            if (nulls) {
                values.absentFrom(at);
            }
            if (whole != null) {
                values.keep(at, whole);
            }
        }
        return values.popRecord(codec, at);
    }

    /** Reads the fields of the object just entered. {@return whether one of them was null} */
    private boolean readFields(RecordCodec<?> codec, int at) {
        FieldNames names = codec.names;
        boolean nulls = false;
        for (int f = firstField(names); f != FieldNames.END; f = nextField(names)) {
            if (f == FieldNames.UNKNOWN) {
                skipValue();
                continue;
            }
            checkOnce(codec, at, f);
            nulls |= set(at + f, codec.forms[f].read(this, codec, f));
        }
        return nulls;
    }

    /** Reads the fields behind those that have been read as parts. {@return whether one of all was null} */
    private boolean readParts(Part whole, RecordCodec<?> codec, int at) {
        FieldNames names = codec.names;
        boolean nulls = false;
        for (int i = 0; i < whole.size(); i++) {
            Part part = whole.renewed(i);
            nulls |= set(at + part.field, part.value);
        }
        int f = whole.size() == 0 ? firstField(names) : nextField(names);
        while (f != FieldNames.END) {
            if (f == FieldNames.UNKNOWN) {
                skipValue();
            } else {
                checkOnce(codec, at, f);
                nulls |= set(at + f, readPart(whole, codec, f));
            }
            f = nextField(names);
        }
        whole.close();
        return nulls;
    }

    private @Nullable Object readPart(Part whole, RecordCodec<?> codec, int f) {
        peekByte();
        Part part = precedent.expect(whole, f, buffer, pos, limit);
        if (part == null) {
            return codec.forms[f].read(this, codec, f);
        }
        Object given;
        if (precedent.isSame(part)) {
            given = part.value;
            pos += part.length();
        } else {
            given = codec.forms[f].read(this, codec, f);
        }
        precedent.learn(whole, part, buffer, pos, limit, given);
        return given;
    }

    @Override
    @Nullable
    Object readAgain(Part whole, int field) {
        peekByte();
        if (whole.reader() instanceof Codec<?> codec) {
            return switch (whole.form()) {
                case Sharing.LIST -> readValue(codec);
                case Sharing.MAP -> field % 2 == 0 ? readKey() : readValue(codec);
                default -> {
                    RecordCodec<?> record = (RecordCodec<?>) codec;
                    yield record.forms[field].read(this, record, field);
                }
            };
        }
        skipValue();
        return null;
    }

    private void checkOnce(RecordCodec<?> codec, int at, int f) {
        if (values.at(at + f) != null) {
            throw twice(codec.names.name(f));
        }
    }

    /** Notes the value of a field. {@return whether it is null} */
    private boolean set(int place, @Nullable Object given) {
        values.set(place, given == null ? ValueStack.ABSENT : given);
        return given == null;
    }

    // ---- objects, lists and maps
    // ----------------------------------------------------------------------------------------------------

    /** {@return the object that comes next, or null if {@code null} does} */
    public <T> @Nullable T readObject(Codec<T> codec) {
        return tryNull() ? null : readValue(codec);
    }

    @SuppressWarnings("unchecked") // what is made of a codec as one value, it has read
    private <T> T readValue(Codec<T> codec) {
        return buffer[pos] == '{' ? (T) shared(codec, Sharing.ONE) : codec.read(this);
    }

    /** {@return the list of objects that comes next, empty if {@code null} does} */
    @SuppressWarnings("unchecked") // what is made of a codec as a list is a list of what it reads
    public <T> List<T> readList(Codec<T> codec) {
        return tryNull() ? List.of() : (List<T>) shared(codec, Sharing.LIST);
    }

    /** {@return the map that comes next, sorted by key, empty if {@code null} comes} */
    @SuppressWarnings("unchecked") // what is made of a codec as a map is a map of what it reads
    public <V> Map<String, V> readMap(Codec<V> codec) {
        return tryNull() ? PackedMap.empty() : (Map<String, V>) shared(codec, Sharing.MAP);
    }

    /**
     * {@return what comes next, or what was made of equal bytes before} One method for all forms: what the compiler of the JVM
     * does not have to compile three times, a process that was just started gets the sooner.
     */
    private Object shared(Codec<?> codec, byte form) {
        int from = pos;
        if (sharing == null || from + Sharing.PREFIX > limit) {
            return readAs(form, codec);
        }
        Sighting seen = sighting;
        if (seen == null || !seen.hasParts(depth)) {
            return readShared(sharing, codec, form);
        }
        Object value = seen.find(codec, form, buffer, from, limit);
        if (value != null) {
            pos += seen.length();
            return value;
        }
        value = readShared(sharing, codec, form);
        seen.was(codec, form, buffer, from, pos, value);
        return value;
    }

    private Object readShared(Sharing sharing, Codec<?> codec, byte form) {
        int from = pos;
        Part part = precedent.expectedAt(from);
        if (part != null && part.isNovel()) {
            return readAs(form, codec);
        }
        long hash = Sharing.prefixHash(buffer, from);
        Object known = sharing.find(codec, form, buffer, from, limit, -1, hash);
        if (part != null) {
            part.wasKnown(known != null);
        }
        if (known != null) {
            pos += sharing.hitLength();
            return known;
        }
        Object value = readAs(form, codec);
        sharing.offer(codec, form, buffer, from, pos, hash, value);
        return value;
    }

    private Object readAs(byte form, Codec<?> codec) {
        return switch (form) {
            case Sharing.LIST -> readValues(codec);
            case Sharing.MAP -> readEntries(codec, true, "", null);
            default -> codec.read(this);
        };
    }

    /** {@return the elements of the list that comes next, each {@code null} as the codec reads it} */
    public <T> List<T> readValues(Codec<T> codec) {
        if (peekByte() != '[') {
            throw mismatch("a list");
        }
        int from = pos++;
        enter(OVERHEAD);
        if (closes(END_OF_LIST)) {
            depth--;
            return List.of();
        }
        int bottom = values.size();
        Part whole = precedent.open(from, codec, Sharing.LIST);
        int done = renew(whole);
        pushParts(whole);
        boolean more = done == 0 || (done > 0 && moreFollow(END_OF_LIST));
        while (more) {
            peekByte();
            push(whole == null ? readValue(codec) : readElement(whole, values.size() - bottom, codec));
            more = moreFollow(END_OF_LIST);
        }
        if (done != ALL) {
            close(whole);
        }
        return values.popList(bottom);
    }

    /** Pushes what was read of a value already. */
    private void pushParts(@Nullable Part whole) {
        for (int i = 0; whole != null && i < whole.size(); i++) {
            push(Objects.requireNonNull(whole.renewed(i).value));
        }
    }

    private void close(@Nullable Part whole) {
        depth--;
        if (whole != null) {
            whole.close();
        }
    }

    /** {@return the element that comes next, which may be as it was in the last document} */
    private Object readElement(Part whole, int i, Codec<?> codec) {
        Part part = precedent.expect(whole, i, buffer, pos, limit);
        if (part == null) {
            return readValue(codec);
        }
        Object known = precedent.isSame(part) ? part.value : null;
        if (known != null) {
            pos += part.length();
        }
        Object value = known == null ? readValue(codec) : known;
        precedent.learn(whole, part, buffer, pos, limit, value);
        return value;
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
        return !closes(END_OF_LIST);
    }

    /** Takes what stands behind an item. {@return whether another follows} */
    boolean moreItems() {
        return moreFollow(END_OF_LIST);
    }

    private void push(Object value) {
        charge(8);
        values.push(value);
    }

    /** {@return the map that comes next, in the order of the document} */
    public <V> Map<String, V> readOrderedMap(Codec<V> codec) {
        return readEntries(codec, false, "", null);
    }

    /**
     * {@return the map that comes next, in the order of the document, in which one field is special}
     *
     * @param name the name of that field
     * @param other what reads its value; null to leave it out
     */
    public <V> Map<String, V> readOrderedMap(Codec<V> codec, String name, @Nullable Codec<V> other) {
        return readEntries(codec, false, name, other);
    }

    private <V> Map<String, V> readEntries(Codec<V> codec, boolean sorted, String special, @Nullable Codec<V> other) {
        if (peekByte() != '{') {
            throw mismatch("an object");
        }
        int from = pos++;
        enter(OVERHEAD);
        if (closes(END_OF_OBJECT)) {
            depth--;
            return PackedMap.empty();
        }
        int bottom = values.size();
        Part whole = special.isEmpty() ? precedent.open(from, codec, Sharing.MAP) : null;
        int done = renew(whole);
        pushParts(whole);
        // What was read may end with a name.
        boolean more = done == 0 || (done > 0 && (done % 2 == 1 || moreFollow(END_OF_OBJECT)));
        while (more) {
            if (whole == null) {
                readEntry(codec, special, other);
            } else {
                readEntry(whole, values.size() - bottom, codec);
            }
            more = moreFollow(END_OF_OBJECT);
        }
        if (done != ALL) {
            close(whole);
        }
        return popMap(bottom, sorted, from);
    }

    /** Reads an entry, or the value of one whose name was read as a part already. */
    private void readEntry(Part whole, int i, Codec<?> codec) {
        int at = i;
        if (at % 2 == 0) {
            expectName();
            push(readElement(whole, at++, Scalars.STRING));
        }
        colon();
        peekByte();
        push(readElement(whole, at, codec));
    }

    private String readKey() {
        expectName();
        return readText();
    }

    private <V> void readEntry(Codec<V> codec, String special, @Nullable Codec<V> other) {
        String name = readKey();
        colon();
        peekByte();
        boolean usual = special.isEmpty() || !name.equals(special);
        if (!usual && other == null) {
            skipValue();
            return;
        }
        push(name);
        push(readValue(usual || other == null ? codec : other));
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
                    throw twice(ordered[i].toString());
                }
            }
        }
        return PackedMap.of(pairs, inOrder || sorted);
    }
}
