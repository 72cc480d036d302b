package dev.konverge.model.codec;

import dev.konverge.model.Bytes;
import dev.konverge.model.RawJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes protobuf messages from their end to their beginning: when the length of a message is wanted, its content is
 * already there, so nothing is measured before it is written. Codecs therefore write their last field first.
 *
 * <p>Nothing is written for an absent value. Not safe for use by several threads.
 */
public final class ProtoWriter {
    private byte[] buffer;

    /** The first byte written so far. */
    private int pos;

    /** A writer with a small buffer. */
    public ProtoWriter() {
        this(512);
    }

    /** A writer whose buffer holds so many bytes before it grows. */
    public ProtoWriter(int capacity) {
        this.buffer = new byte[Math.max(16, capacity)];
        this.pos = buffer.length;
    }

    /** Forgets what was written and keeps the buffer. */
    public void clear() {
        pos = buffer.length;
    }

    /** {@return how many bytes were written} */
    public int size() {
        return buffer.length - pos;
    }

    /** {@return a copy of what was written} */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(buffer, pos, buffer.length);
    }

    /** Ends a message that began at a {@link #size}: writes its length and the field's number before it. */
    public void endMessage(int number, int sizeBefore) {
        varint(size() - sizeBefore);
        tag(number, 2);
    }

    /** Writes a field with a message. */
    public <T> void message(int number, @Nullable T value, ProtoCodec<T> codec) {
        if (value != null) {
            int before = size();
            codec.writeProto(value, this);
            endMessage(number, before);
        }
    }

    /** Writes a field with a list of messages. */
    public <T> void messages(int number, List<T> values, ProtoCodec<T> codec) {
        for (int i = values.size() - 1; i >= 0; i--) {
            message(number, values.get(i), codec);
        }
    }

    /** Writes a field with a list of texts. */
    public void strings(int number, List<String> values) {
        for (int i = values.size() - 1; i >= 0; i--) {
            string(number, values.get(i));
        }
    }

    /** Writes a field with a list of octets. */
    public void allBytes(int number, List<Bytes> values) {
        for (int i = values.size() - 1; i >= 0; i--) {
            bytes(number, values.get(i));
        }
    }

    /** Writes a field with a list of numbers. */
    public void int32s(int number, List<Integer> values) {
        for (int i = values.size() - 1; i >= 0; i--) {
            int32(number, values.get(i));
        }
    }

    /** Writes a field with a list of numbers. */
    public void int64s(int number, List<Long> values) {
        for (int i = values.size() - 1; i >= 0; i--) {
            int64(number, values.get(i));
        }
    }

    /** Writes a field with a list of booleans. */
    public void bools(int number, List<Boolean> values) {
        for (int i = values.size() - 1; i >= 0; i--) {
            bool(number, values.get(i));
        }
    }

    /** Writes a field with a map. */
    public <V> void map(int number, Map<String, V> values, ProtoValue<V> value) {
        List<Map.Entry<String, V>> entries = new ArrayList<>(values.entrySet());
        for (int i = entries.size() - 1; i >= 0; i--) {
            int before = size();
            value.write(this, 2, entries.get(i).getValue());
            string(1, entries.get(i).getKey());
            endMessage(number, before);
        }
    }

    /** Writes a field with a text. */
    public void string(int number, @Nullable String value) {
        if (value == null) {
            return;
        }
        int before = size();
        int i = value.length();
        ensure(i);
        while (i > 0) {
            char c = value.charAt(i - 1);
            if (c >= 128) {
                break;
            }
            buffer[--pos] = (byte) c;
            i--;
        }
        if (i > 0) {
            unusual(value, i);
        }
        varint(size() - before);
        tag(number, 2);
    }

    private void unusual(String value, int to) {
        ensure(3 * to);
        int i = to;
        while (i > 0) {
            char c = value.charAt(--i);
            if (c < 128) {
                buffer[--pos] = (byte) c;
            } else if (c < 0x800) {
                buffer[--pos] = (byte) (0x80 | (c & 0x3F));
                buffer[--pos] = (byte) (0xC0 | (c >> 6));
            } else if (!Character.isSurrogate(c)) {
                buffer[--pos] = (byte) (0x80 | (c & 0x3F));
                buffer[--pos] = (byte) (0x80 | ((c >> 6) & 0x3F));
                buffer[--pos] = (byte) (0xE0 | (c >> 12));
            } else {
                i = pair(value, i, c);
            }
        }
    }

    private int pair(String value, int at, char low) {
        char high = at > 0 ? value.charAt(at - 1) : 0;
        if (!Character.isSurrogatePair(high, low)) {
            throw new IllegalArgumentException("a string holds a lone surrogate, which protobuf cannot carry");
        }
        int c = Character.toCodePoint(high, low);
        buffer[--pos] = (byte) (0x80 | (c & 0x3F));
        buffer[--pos] = (byte) (0x80 | ((c >> 6) & 0x3F));
        buffer[--pos] = (byte) (0x80 | ((c >> 12) & 0x3F));
        buffer[--pos] = (byte) (0xF0 | (c >> 18));
        return at - 1;
    }

    /** Writes a field with octets. */
    public void bytes(int number, @Nullable Bytes value) {
        if (value != null) {
            ensure(value.length());
            pos -= value.length();
            value.copyTo(buffer, pos);
            varint(value.length());
            tag(number, 2);
        }
    }

    /** Writes a field with a JSON value. */
    public void json(int number, @Nullable RawJson value) {
        if (value != null) {
            ensure(value.length());
            pos -= value.length();
            value.copyTo(buffer, pos);
            varint(value.length());
            tag(number, 2);
        }
    }

    /** Writes a field with octets that the caller encoded. */
    public void raw(int number, byte[] value) {
        ensure(value.length);
        pos -= value.length;
        System.arraycopy(value, 0, buffer, pos, value.length);
        varint(value.length);
        tag(number, 2);
    }

    /** Writes a field with a number. */
    public void int32(int number, @Nullable Integer value) {
        if (value != null) {
            varint(value.longValue());
            tag(number, 0);
        }
    }

    /** Writes a field with a number. */
    public void int64(int number, @Nullable Long value) {
        if (value != null) {
            varint(value);
            tag(number, 0);
        }
    }

    /** Writes a field with a boolean. */
    public void bool(int number, @Nullable Boolean value) {
        if (value != null) {
            varint(value ? 1 : 0);
            tag(number, 0);
        }
    }

    /** Writes a field with a number. */
    public void float64(int number, @Nullable Double value) {
        if (value != null) {
            ensure(8);
            pos -= 8;
            Sharing.LONGS.set(buffer, pos, Double.doubleToRawLongBits(value));
            tag(number, 1);
        }
    }

    /** Writes a field with a point in time. */
    public void time(int number, @Nullable Instant value) {
        if (value != null) {
            int before = size();
            time(value);
            endMessage(number, before);
        }
    }

    /** Writes the fields of a point in time. */
    void time(Instant value) {
        int32(2, value.getNano());
        int64(1, value.getEpochSecond());
    }

    /** Writes bytes as they are before all that was written. */
    void prepend(byte[] bytes) {
        ensure(bytes.length);
        pos -= bytes.length;
        System.arraycopy(bytes, 0, buffer, pos, bytes.length);
    }

    private void tag(int number, int wireType) {
        varint(((long) number << 3) | wireType);
    }

    private void varint(long value) {
        int n = Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
        ensure(n);
        pos -= n;
        long rest = value;
        for (int i = pos; i < pos + n - 1; i++) {
            buffer[i] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        buffer[pos + n - 1] = (byte) rest;
    }

    private void ensure(int more) {
        if (pos < more) {
            int size = size();
            byte[] larger = new byte[Math.max(buffer.length * 2, size + more)];
            System.arraycopy(buffer, pos, larger, larger.length - size, size);
            pos = larger.length - size;
            buffer = larger;
        }
    }
}
