package dev.konverge.client.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.konverge.client.http.HeaderTable.Field;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Writes header fields for HTTP/2 (RFC 7541). For one thread at a time. */
final class HpackEncoder {
    /** What a side may remember if it says nothing else. */
    static final int STANDARD_LIMIT = 4096;

    /** Fields that are different each time, which would drive the others out. */
    private static final Set<String> PASSING = Set.of(":path", "audit-id", "content-length", "traceparent");

    private final HeaderTable table = new HeaderTable(STANDARD_LIMIT);

    /** Heeds how much the other side is willing to remember; to be called at the beginning of a block. */
    void limit(int bytes, ByteSink target) {
        int limit = Math.min(bytes, STANDARD_LIMIT);
        if (limit != table.limit()) {
            table.limit(limit);
            number(target, 0x20, 5, limit);
        }
    }

    /** Writes a field. */
    void write(String name, String value, ByteSink target) {
        if (PASSING.contains(name)) {
            literal(target, 0x00, 4, name, value);
            return;
        }
        Field field = new Field(name, value);
        int known = table.find(field);
        if (known > 0) {
            number(target, 0x80, 7, known);
            return;
        }
        // Names have no characters that take more than a byte.
        table.add(field, name.length() + literal(target, 0x40, 6, name, value));
    }

    /** {@return how many bytes the value has} */
    @CanIgnoreReturnValue
    private int literal(ByteSink target, int kind, int bits, String name, String value) {
        int known = table.findName(name);
        number(target, kind, bits, known);
        if (known == 0) {
            text(target, name);
        }
        return text(target, value);
    }

    @CanIgnoreReturnValue
    private static int text(ByteSink target, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(target, 0x00, 7, bytes.length);
        target.put(bytes);
        return bytes.length;
    }

    /** Writes a number into the lower bits of a byte, and into more bytes if it has no room there (section 5.1). */
    private static void number(ByteSink target, int first, int bits, int number) {
        int full = (1 << bits) - 1;
        if (number < full) {
            target.put(first | number);
            return;
        }
        target.put(first | full);
        int rest = number - full;
        while (rest >= 0x80) {
            target.put((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        target.put(rest);
    }
}
