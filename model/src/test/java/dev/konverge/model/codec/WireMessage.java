package dev.konverge.model.codec;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A protobuf message as tags and values, whatever they mean: what may be a message is one, although it may be a text. It can be
 * changed and written again, with lengths that are right.
 */
record WireMessage(List<Field> fields) {
    /** A tag and what stands behind it: octets of any wire type, or a message. */
    sealed interface Field {
        long tag();
    }

    /** Octets: behind the tag, and behind their length where the wire type has one. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Octets(long tag, byte[] bytes) implements Field {}

    /** A message. */
    record Nested(long tag, WireMessage message) implements Field {}

    static WireMessage parse(byte[] bytes) {
        return find(bytes).orElseThrow();
    }

    private static Optional<WireMessage> find(byte[] bytes) {
        List<Field> fields = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int behindTag = behindNumber(bytes, at);
            if (behindTag < 0) {
                return Optional.empty();
            }
            long tag = number(bytes, at, behindTag);
            int from = (tag & 7) == 2 ? behindNumber(bytes, behindTag) : behindTag;
            long length = switch ((int) (tag & 7)) {
                case 0 -> behindNumber(bytes, behindTag) - behindTag;
                case 1 -> 8;
                case 2 -> from < 0 ? -1 : number(bytes, behindTag, from);
                case 5 -> 4;
                default -> -1;
            };
            if (tag < 8 || tag > Integer.MAX_VALUE || length < 0 || length > bytes.length - from) {
                return Optional.empty();
            }
            at = from + (int) length;
            fields.add(field(tag, Arrays.copyOfRange(bytes, from, at)));
        }
        return Optional.of(new WireMessage(fields));
    }

    private static Field field(long tag, byte[] value) {
        Optional<WireMessage> nested = (tag & 7) == 2 && value.length > 0 ? find(value) : Optional.empty();
        return nested.isPresent() ? new Nested(tag, nested.get()) : new Octets(tag, value);
    }

    private static int behindNumber(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && at < from + 9 && bytes[at] < 0) {
            at++;
        }
        return at < bytes.length && bytes[at] >= 0 ? at + 1 : -1;
    }

    private static long number(byte[] bytes, int from, int to) {
        long value = 0;
        for (int i = to - 1; i >= from; i--) {
            value = value << 7 | (bytes[i] & 0x7F);
        }
        return value;
    }

    byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Field field : fields) {
            write(out, field.tag());
            byte[] value = switch (field) {
                case Octets octets -> octets.bytes();
                case Nested nested -> nested.message().bytes();
            };
            if ((field.tag() & 7) == 2) {
                write(out, value.length);
            }
            out.writeBytes(value);
        }
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, long number) {
        long rest = number;
        while (rest >= 0x80) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    /** {@return the message with one place in it changed} */
    WireMessage changed(RandomGenerator random) {
        List<Field> changed = new ArrayList<>(fields);
        if (fields.isEmpty()) {
            return random.nextBoolean() ? this : new WireMessage(List.of(unknown(random)));
        }
        int at = random.nextInt(fields.size());
        Field field = fields.get(at);
        switch (random.nextInt(20)) {
            case 0 -> changed.remove(at);
            case 1 -> changed.add(at, field);
            // Often behind others: a run in two pieces, a value given twice.
            case 2 -> changed.add(random.nextInt(fields.size() + 1), field);
            case 3 -> changed.add(random.nextInt(fields.size()), changed.remove(at));
            case 4 -> changed.add(at, unknown(random));
            case 5 -> changed.add(changed(field, random));
            default -> changed.set(at, changed(field, random));
        }
        return new WireMessage(changed);
    }

    private static Field unknown(RandomGenerator random) {
        long number = random.nextBoolean() ? 1 + random.nextInt(40) : 1000L + random.nextInt(3);
        return switch (random.nextInt(3)) {
            case 0 -> new Octets(number << 3, new byte[] {(byte) random.nextInt(128)});
            case 1 -> new Octets(number << 3 | 1, new byte[8]);
            default -> new Octets(number << 3 | 2, new byte[random.nextInt(4)]);
        };
    }

    private static Field changed(Field field, RandomGenerator random) {
        return switch (field) {
            case Nested nested -> new Nested(nested.tag(), nested.message().changed(random));
            case Octets octets -> new Octets(octets.tag(), changed(octets, random));
        };
    }

    private static byte[] changed(Octets octets, RandomGenerator random) {
        byte[] bytes = octets.bytes();
        if ((octets.tag() & 7) == 2 && random.nextBoolean()) {
            // Some grow beyond what one byte says the length of.
            int length = random.nextInt(6) == 0 ? random.nextInt(200) : bytes.length + random.nextInt(3) - 1;
            byte[] other = Arrays.copyOf(bytes, Math.max(0, length));
            for (int i = bytes.length; i < other.length; i++) {
                other[i] = (byte) ('a' + random.nextInt(3));
            }
            return other;
        }
        byte[] other = bytes.clone();
        if (bytes.length > 0) {
            other[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(7));
        }
        return other;
    }
}
