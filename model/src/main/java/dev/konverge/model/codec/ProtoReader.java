package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import dev.konverge.model.Bytes;
import dev.konverge.model.RawJson;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads protobuf messages from bytes, driven by a {@link ProtoCodec}. A codec asks for the next tag until there is none
 * and takes the value of each; what it does not know it skips.
 *
 * <p>Not safe for use by several threads.
 */
public final class ProtoReader {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int DELIMITED = 2;
    private static final int FIXED32 = 5;

    /** What values in {@link Sharing} that are not made by a codec belong to. */
    private static final Object TEXT = new Object();

    private static final Object TIME = new Object();

    /** Deeper than most messages are. */
    private static final int USUAL_DEPTH = 16;

    private static final int OVERHEAD = 48;

    private byte[] buffer;
    private int start;
    private int pos;

    /** Where the innermost message ends. */
    private int limit;

    private final Limits limits;
    private final boolean managedFields;
    private final @Nullable Sharing sharing;
    private int depth;
    private long heap;

    private final ValueStack values = new ValueStack();

    /** The fields that lead to the value at hand, for error messages. */
    private int[] path = new int[USUAL_DEPTH];

    /** Reads one message with the standard options. */
    public ProtoReader(byte[] message) {
        this(message, 0, message.length, DecodeOptions.STANDARD);
    }

    /** Reads the message in a part of an array. */
    public ProtoReader(byte[] buffer, int from, int to, DecodeOptions options) {
        this.buffer = buffer;
        this.limits = options.limits();
        this.managedFields = options.managedFields();
        this.sharing = options.sharing();
        reset(buffer, from, to);
    }

    /** Turns to another message, keeping the options and what was shared. */
    public void reset(byte[] buffer, int from, int to) {
        this.buffer = buffer;
        this.start = from;
        this.pos = from;
        this.limit = to;
        this.depth = 0;
        this.heap = 0;
        values.clear();
    }

    /** {@return whether {@code metadata.managedFields} is to be kept} */
    public boolean keepsManagedFields() {
        return managedFields;
    }

    // ---- structure -------------------------------------------------------------------------------------------------

    /** {@return the value whose fields come next, up to the end of the message} */
    <T> T readRecord(RecordCodec<T> codec, ProtoFields fields) {
        charge(codec.heapBytes);
        int at = values.reserve(codec.forms.length);
        readFields(codec, fields, at);
        return values.popRecord(codec, at);
    }

    private void readFields(RecordCodec<?> codec, ProtoFields fields, int at) {
        for (int tag = nextTag(); tag != 0; tag = nextTag()) {
            int place = fields.place(tag >>> 3);
            if (place >= 0) {
                Object reader = fields.reader(place, codec);
                values.set(at + place, fields.form(place).read(this, tag, values.at(at + place), reader));
            } else if (place == ProtoFields.UNKNOWN) {
                skip(tag);
            } else {
                int outer = enter(tag);
                readFields(codec, fields.group(place), at);
                exit(outer);
            }
        }
    }

    /** {@return the tag of the next field of the message, or 0 at its end} */
    public int nextTag() {
        if (pos >= limit) {
            return 0;
        }
        long tag = varint();
        if (tag < 8 || tag > Integer.MAX_VALUE) {
            throw fail("field number out of range");
        }
        path[depth] = (int) (tag >>> 3);
        return (int) tag;
    }

    /** Enters a message whose fields belong to the type at hand. {@return what {@link #exit} wants} */
    public int enter(int tag) {
        int length = length(tag);
        if (++depth > limits.maxDepth()) {
            throw fail("nested deeper than the limit of " + limits.maxDepth());
        }
        if (depth == path.length) {
            path = Arrays.copyOf(path, 2 * depth);
        }
        int outer = limit;
        limit = pos + length;
        return outer;
    }

    /** Leaves the message entered last. */
    public void exit(int outer) {
        pos = limit;
        limit = outer;
        depth--;
    }

    /** Notes roughly what the value at hand will take. */
    public void charge(long bytes) {
        heap += bytes;
        if (heap > limits.maxHeapBytes()) {
            throw fail("would take more memory than the limit of " + limits.maxHeapBytes() + " bytes");
        }
    }

    /** Leaves the value of a field behind. */
    public void skip(int tag) {
        switch (tag & 7) {
            case VARINT -> varint();
            case FIXED64 -> advance(8);
            case DELIMITED -> advance(length(tag));
            case FIXED32 -> advance(4);
            default -> throw fail("unknown wire type " + (tag & 7));
        }
    }

    private void advance(int n) {
        if (n > limit - pos) {
            throw fail("field ends behind its message");
        }
        pos += n;
    }

    // ---- messages, lists, maps
    // ----------------------------------------------------------------------------------------

    /** {@return the message of a field} */
    @SuppressWarnings("unchecked") // what a codec owns in the memory, it has made
    public <T> T message(int tag, ProtoCodec<T> codec) {
        int outer = enter(tag);
        int from = pos;
        int to = limit;
        T value;
        if (sharing == null || from == to) {
            value = codec.readProto(this);
        } else {
            long hash = hash(from, to);
            Object known = sharing.find(codec, Sharing.ONE, buffer, from, to, to - from, hash);
            if (known != null) {
                value = (T) known;
            } else {
                value = codec.readProto(this);
                sharing.offer(codec, Sharing.ONE, buffer, from, to, hash, value);
            }
        }
        exit(outer);
        return value;
    }

    /** {@return an item of a list: a message that is not looked for among shared ones and has limits of its own} */
    <T> T item(int tag, ProtoCodec<T> codec) {
        heap = 0;
        int outer = enter(tag);
        T value = codec.readProto(this);
        exit(outer);
        return value;
    }

    int position() {
        return pos;
    }

    /** A hash of the length, the first 24 and the last 8 bytes: enough to choose a place, equality is checked there. */
    private long hash(int from, int to) {
        int n = to - from;
        if (n < 8) {
            return Sharing.mix(n, word(from, n));
        }
        long h = Sharing.mix(n, (long) LONGS.get(buffer, to - 8));
        h = Sharing.mix(h, (long) LONGS.get(buffer, from));
        if (n >= 24) {
            h = Sharing.mix(h, (long) LONGS.get(buffer, from + 8));
            h = Sharing.mix(h, (long) LONGS.get(buffer, from + 16));
        }
        return h;
    }

    /** {@return up to eight bytes from a place on as a number} */
    private long word(int from, int n) {
        if (from + 8 <= buffer.length) {
            long word = (long) LONGS.get(buffer, from);
            return n >= 8 ? word : word & ((1L << (8 * n)) - 1);
        }
        long word = 0;
        for (int i = from + Math.min(n, 8) - 1; i >= from; i--) {
            word = word << 8 | (buffer[i] & 0xFF);
        }
        return word;
    }

    /** A hash of the first bytes of a run of elements whose end is not known yet. */
    private long runHash(int tag) {
        long h = tag;
        int end = Math.min(limit, pos + Sharing.PREFIX);
        for (int at = pos; at < end; at += 8) {
            h = Sharing.mix(h, word(at, end - at));
        }
        return h;
    }

    /** {@return what was made before of the elements of a field that come next, or null} Stands behind them if so. */
    private @Nullable Object knownRun(int tag, Object owner, byte form, long hash) {
        if (sharing == null) {
            return null;
        }
        int from = pos;
        Object known = sharing.find(owner, form, buffer, from, limit, -1, hash);
        if (known == null) {
            return null;
        }
        pos = from + sharing.hitLength();
        if (comes(tag)) {
            // The same elements, and more of them.
            pos = from;
            return null;
        }
        return known;
    }

    private void rememberRun(Object owner, byte form, int from, long hash, Object value) {
        if (sharing != null) {
            sharing.offer(owner, form, buffer, from, pos, hash, value);
        }
    }

    /** {@return the list with the messages of a field behind those already read; takes all that follow at once} */
    public <T> List<T> messages(int tag, List<T> before, ProtoCodec<T> codec) {
        return run(tag, before, codec, t -> message(t, codec));
    }

    /** {@return the list with the texts of a field behind those already read} */
    public List<String> strings(int tag, List<String> before) {
        return run(tag, before, TEXT, this::string);
    }

    /** Reads elements that follow each other, as a list that was made of the same bytes before if there is one. */
    @SuppressWarnings("unchecked") // what is kept as a list under an owner is a list of what it makes
    private <T> List<T> run(int tag, List<T> before, Object owner, Element<T> element) {
        if (sharing == null || !before.isEmpty()) {
            return repeated(tag, before, element);
        }
        int from = pos;
        long hash = runHash(tag);
        Object known = knownRun(tag, owner, Sharing.LIST, hash);
        if (known != null) {
            return (List<T>) known;
        }
        List<T> list = repeated(tag, before, element);
        rememberRun(owner, Sharing.LIST, from, hash, list);
        return list;
    }

    /** {@return the list with the octets of a field behind those already read} */
    public List<Bytes> allBytes(int tag, List<Bytes> before) {
        return repeated(tag, before, this::bytes);
    }

    /** {@return the list with the numbers of a field, packed or not, behind those already read} */
    public List<Integer> int32s(int tag, List<Integer> before) {
        return (tag & 7) == DELIMITED ? packed(tag, before, v -> (int) (long) v) : repeated(tag, before, this::int32);
    }

    /** {@return the list with the numbers of a field, packed or not, behind those already read} */
    public List<Long> int64s(int tag, List<Long> before) {
        return (tag & 7) == DELIMITED ? packed(tag, before, v -> v) : repeated(tag, before, this::int64);
    }

    /** {@return the list with the booleans of a field, packed or not, behind those already read} */
    public List<Boolean> bools(int tag, List<Boolean> before) {
        return (tag & 7) == DELIMITED ? packed(tag, before, v -> v != 0) : repeated(tag, before, this::bool);
    }

    private <T> List<T> packed(int tag, List<T> before, Function<Long, T> make) {
        int bottom = values.size();
        values.pushAll(before);
        int outer = enter(tag);
        while (pos < limit) {
            charge(24);
            values.push(make.apply(varint()));
        }
        exit(outer);
        return values.popList(bottom);
    }

    /** Reads one element from a tag. */
    private interface Element<T> {
        T read(int tag);
    }

    private <T> List<T> repeated(int tag, List<T> before, Element<T> element) {
        charge(OVERHEAD);
        int bottom = values.size();
        values.pushAll(before);
        values.push(element.read(tag));
        while (comes(tag)) {
            charge(8);
            values.push(element.read(tag));
        }
        return values.popList(bottom);
    }

    /** Takes the tag that comes next if it is this one. */
    private boolean comes(int tag) {
        int at = pos;
        if (at < limit && nextTag() == tag) {
            return true;
        }
        pos = at;
        return false;
    }

    /** {@return the map with the entries of a field besides those already read; takes all that follow at once} */
    @SuppressWarnings("unchecked") // what is kept as a map under an owner is a map of what it reads
    public <V> Map<String, V> entries(int tag, Map<String, V> before, ProtoValue<V> value) {
        if (sharing == null || !before.isEmpty()) {
            return allEntries(tag, before, value);
        }
        int from = pos;
        long hash = runHash(tag);
        Object known = knownRun(tag, value.owner(), Sharing.MAP, hash);
        if (known != null) {
            return (Map<String, V>) known;
        }
        Map<String, V> map = allEntries(tag, before, value);
        rememberRun(value.owner(), Sharing.MAP, from, hash, map);
        return map;
    }

    private <V> Map<String, V> allEntries(int tag, Map<String, V> before, ProtoValue<V> value) {
        int bottom = values.size();
        before.forEach((k, v) -> {
            values.push(k);
            values.push(v);
        });
        do {
            entry(tag, value);
        } while (comes(tag));
        return values.popMap(bottom);
    }

    private <V> void entry(int tag, ProtoValue<V> value) {
        charge(OVERHEAD);
        int outer = enter(tag);
        String key = "";
        V read = null;
        for (int t = nextTag(); t != 0; t = nextTag()) {
            switch (t >>> 3) {
                case 1 -> key = string(t);
                case 2 -> read = value.read(this, t);
                default -> skip(t);
            }
        }
        exit(outer);
        values.push(key);
        values.push(read == null ? value.zero() : read);
    }

    // ---- scalars ---------------------------------------------------------------------------------------------------

    /** {@return the text of a field} */
    public String string(int tag) {
        int n = length(tag);
        int from = pos;
        pos += n;
        if (n == 0) {
            return "";
        }
        if (sharing == null) {
            return text(from, n);
        }
        long hash = hash(from, pos);
        Object known = sharing.find(TEXT, Sharing.ONE, buffer, from, pos, n, hash);
        if (known != null) {
            return (String) known;
        }
        return sharing.offerScalar(TEXT, buffer, from, pos, hash, text(from, n));
    }

    private String text(int from, int n) {
        charge(OVERHEAD + n);
        if (Utf8.isAscii(buffer, from, from + n)) {
            return new String(buffer, from, n, StandardCharsets.ISO_8859_1);
        }
        int bad = Utf8.invalidAt(buffer, from, from + n);
        if (bad >= 0) {
            pos = bad;
            throw fail("invalid UTF-8 in a string");
        }
        return new String(buffer, from, n, StandardCharsets.UTF_8);
    }

    /** {@return the text of a field, or null if it is empty} */
    public @Nullable String stringOrNull(int tag) {
        String value = string(tag);
        return value.isEmpty() ? null : value;
    }

    /** {@return the number of a field, or null if it is zero} */
    public @Nullable Integer int32OrNull(int tag) {
        int value = int32(tag);
        return value == 0 ? null : Integer.valueOf(value);
    }

    /** {@return the number of a field, or null if it is zero} */
    public @Nullable Long int64OrNull(int tag) {
        long value = int64(tag);
        return value == 0 ? null : Long.valueOf(value);
    }

    /** {@return the number of a field, or null if it is zero} */
    public @Nullable Double float64OrNull(int tag) {
        double value = float64(tag);
        return value == 0 ? null : Double.valueOf(value);
    }

    /** {@return the boolean of a field, or null if it is false} */
    public @Nullable Boolean boolOrNull(int tag) {
        return bool(tag) ? Boolean.TRUE : null;
    }

    /** {@return the octets of a field, or null if there are none} */
    public @Nullable Bytes bytesOrNull(int tag) {
        Bytes value = bytes(tag);
        return value.length() == 0 ? null : value;
    }

    /** {@return the value that a function makes of the text of a field} */
    public <T> T stringAs(int tag, Function<String, T> make) {
        String text = string(tag);
        try {
            return make.apply(text);
        } catch (IllegalArgumentException e) {
            throw fail(String.valueOf(e.getMessage()));
        }
    }

    /** {@return the envelope in the octets of a field; they are not copied} */
    public ProtoEnvelope envelope(int tag) {
        int n = length(tag);
        int from = pos;
        pos += n;
        return ProtoEnvelope.open(buffer, from, from + n);
    }

    /** {@return the octets of a field} */
    public Bytes bytes(int tag) {
        int n = length(tag);
        charge(OVERHEAD + n);
        Bytes value = Bytes.of(buffer, pos, pos + n);
        pos += n;
        return value;
    }

    /** {@return the JSON value in the octets of a field} */
    public RawJson json(int tag) {
        int n = length(tag);
        charge(OVERHEAD + n);
        int from = pos;
        pos += n;
        JsonReader in = new JsonReader(buffer, from, from + n, new DecodeOptions(limits, true, null));
        try {
            in.skipValue();
            in.expectEnd();
        } catch (DecodeException e) {
            pos = from;
            throw fail("embedded JSON is broken: " + e.reason());
        }
        return RawJson.ofChecked(buffer, from, from + n);
    }

    /** {@return the JSON value in the message of a field, or null if the message is empty} */
    public @Nullable RawJson raw(int tag) {
        int outer = enter(tag);
        RawJson value = raw();
        exit(outer);
        return value;
    }

    /** {@return the JSON value in the message that was entered, or null if it is empty} */
    @Nullable
    RawJson raw() {
        RawJson value = null;
        for (int t = nextTag(); t != 0; t = nextTag()) {
            if (t >>> 3 == 1) {
                value = json(t);
            } else {
                skip(t);
            }
        }
        return value;
    }

    /** {@return the number of a field} */
    public int int32(int tag) {
        return (int) int64(tag);
    }

    /** {@return the number of a field} */
    public long int64(int tag) {
        wire(tag, VARINT);
        return varint();
    }

    /** {@return the boolean of a field} */
    public boolean bool(int tag) {
        return int64(tag) != 0;
    }

    /** {@return the number of a field} */
    public double float64(int tag) {
        wire(tag, FIXED64);
        int from = pos;
        advance(8);
        return Double.longBitsToDouble((long) LONGS.get(buffer, from));
    }

    /** {@return the point in time of a field, or null for the zero time, which is an empty message} */
    public @Nullable Instant time(int tag) {
        int outer = enter(tag);
        Instant time = sharing == null || pos == limit ? time() : sharedTime(sharing);
        exit(outer);
        return time;
    }

    private @Nullable Instant sharedTime(Sharing memory) {
        int from = pos;
        long hash = hash(from, limit);
        Object known = memory.find(TIME, Sharing.ONE, buffer, from, limit, limit - from, hash);
        if (known != null) {
            return (Instant) known;
        }
        Instant time = time();
        return time == null ? null : memory.offerScalar(TIME, buffer, from, limit, hash, time);
    }

    /** {@return the point in time whose message was entered, or null for the zero time} */
    @Nullable
    Instant time() {
        boolean empty = pos == limit;
        long seconds = 0;
        int nanos = 0;
        for (int t = nextTag(); t != 0; t = nextTag()) {
            switch (t >>> 3) {
                case 1 -> seconds = int64(t);
                case 2 -> nanos = int32(t);
                default -> skip(t);
            }
        }
        if (empty) {
            return null;
        }
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException | ArithmeticException e) {
            throw fail("time out of range");
        }
    }

    // ---- bytes and failures ----------------------------------------------------------------------------------------

    private void wire(int tag, int type) {
        if ((tag & 7) != type) {
            throw fail("wire type " + (tag & 7) + " where " + type + " is expected");
        }
    }

    private int length(int tag) {
        wire(tag, DELIMITED);
        long n = varint();
        if (n < 0 || n > limit - pos) {
            throw fail("field ends behind its message");
        }
        return (int) n;
    }

    private long varint() {
        if (pos < limit) {
            byte b = buffer[pos];
            if (b >= 0) {
                pos++;
                return b;
            }
        }
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (pos >= limit) {
                throw fail("unexpected end of input");
            }
            byte b = buffer[pos++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw fail("number longer than ten bytes");
    }

    /** {@return an exception that says what is wrong with the value at hand, and where it stands} */
    public DecodeException fail(String reason) {
        StringBuilder where = new StringBuilder("$");
        int to = Math.min(depth, path.length - 1);
        for (int i = 0; i <= to; i++) {
            where.append('.').append(path[i]);
        }
        return new DecodeException(reason, where.toString(), pos - start);
    }
}
