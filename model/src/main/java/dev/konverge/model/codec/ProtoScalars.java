package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import dev.konverge.model.Bytes;
import dev.konverge.model.RawJson;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads texts, numbers, times and the like, and lists of numbers. */
abstract sealed class ProtoScalars extends ProtoCursor permits ProtoReader {
    /** What values in {@link Sharing} that are not made by a codec belong to. */
    static final Object TEXT = new Object();

    private static final Object TIME = new Object();

    static final int OVERHEAD = 48;

    final @Nullable Sharing sharing;

    /** The last message, where values are shared. */
    final Precedent precedent = new Precedent();

    final ValueStack values = new ValueStack();

    private @Nullable JsonReader embedded;

    ProtoScalars(byte[] buffer, Limits limits, @Nullable Sharing sharing) {
        super(buffer, limits);
        this.sharing = sharing;
    }

    /** {@return the text of a field} */
    public String string(int tag) {
        Part part = precedent.expectedAt(pos);
        int n = length(tag);
        int from = pos;
        pos += n;
        if (n == 0) {
            return "";
        }
        return sharing == null ? text(from, n) : sharedText(sharing, part, from, n);
    }

    private String sharedText(Sharing memory, @Nullable Part part, int from, int n) {
        long hash = hash(from, pos);
        boolean novel = part != null && part.isNovel();
        Object known = novel ? null : memory.find(TEXT, Sharing.ONE, buffer, from, pos, n, hash);
        if (part != null && !novel) {
            part.wasKnown(known != null);
        }
        if (known != null) {
            return (String) known;
        }
        String text = text(from, n);
        return novel ? memory.recent(hash, text) : memory.offerScalar(TEXT, buffer, from, pos, hash, text);
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
        JsonReader in = embedded(from, from + n);
        try {
            in.skipDocument();
        } catch (DecodeException e) {
            pos = from;
            throw fail("embedded JSON is broken: " + e.reason());
        }
        return RawJson.ofChecked(buffer, from, from + n);
    }

    /** Lets go of bytes that embedded JSON was read from. */
    final void leaveEmbedded() {
        if (embedded != null) {
            embedded.reset(buffer, pos, pos);
        }
    }

    /** {@return a reader of embedded JSON} What stands in one place of many messages differs little, so one reader looks at all of it. */
    private JsonReader embedded(int from, int to) {
        JsonReader in = embedded;
        if (in == null) {
            in = new JsonReader(buffer, from, to, new DecodeOptions(limits, true, null));
            embedded = in;
        } else {
            in.reset(buffer, from, to);
        }
        return in;
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
        Part part = precedent.expectedAt(pos);
        int outer = enter(tag);
        Instant time = sharing == null || pos == limit ? time() : sharedTime(sharing, part);
        exit(outer);
        return time;
    }

    private @Nullable Instant sharedTime(Sharing memory, @Nullable Part part) {
        int from = pos;
        long hash = hash(from, limit);
        boolean novel = part != null && part.isNovel();
        Object known = novel ? null : memory.find(TIME, Sharing.ONE, buffer, from, limit, limit - from, hash);
        if (part != null && !novel) {
            part.wasKnown(known != null);
        }
        if (known != null) {
            return (Instant) known;
        }
        Instant time = time();
        if (time == null || novel) {
            return time == null ? null : memory.recent(hash, time);
        }
        return memory.offerScalar(TIME, buffer, from, limit, hash, time);
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

    // ---- lists of scalars

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

    // ---- hashes

    /** A hash of the length, the first 24 and the last 8 bytes: enough to choose a place, equality is checked there. */
    final long hash(int from, int to) {
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
    final long word(int from, int n) {
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
}
