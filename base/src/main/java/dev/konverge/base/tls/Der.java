package dev.konverge.base.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Values in the distinguished encoding of ASN.1: the little of it that certificates are made of. */
final class Der {
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int UTF8_STRING = 0x0C;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'");

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(SET, parts);
    }

    /** A value of a type of its own context, made of others: {@code [number]} in ASN.1. */
    static byte[] context(int number, byte[]... parts) {
        return tagged(0xA0 | number, parts);
    }

    /** A value of a type of its own context that holds plain octets. */
    static byte[] contextPrimitive(int number, byte[] octets) {
        return tagged(0x80 | number, octets);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] bool(boolean value) {
        return tagged(0x01, new byte[] {(byte) (value ? 0xFF : 0)});
    }

    static byte[] octets(byte[] content) {
        return tagged(OCTET_STRING, content);
    }

    /** Bits, of which the last so many of the last octet do not count. */
    static byte[] bits(int unused, byte[] content) {
        return tagged(BIT_STRING, new byte[] {(byte) unused}, content);
    }

    static byte[] text(String value) {
        return tagged(UTF8_STRING, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant value) {
        return tagged(
                GENERALIZED_TIME, TIME.format(value.atOffset(ZoneOffset.UTC)).getBytes(StandardCharsets.US_ASCII));
    }

    /** An object identifier such as {@code 2.5.4.3}. */
    static byte[] oid(String dotted) {
        String[] parts = dotted.split("\\.", -1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        base128(Long.parseLong(parts[0]) * 40 + Long.parseLong(parts[1]), out);
        for (int i = 2; i < parts.length; i++) {
            base128(Long.parseLong(parts[i]), out);
        }
        return tagged(0x06, out.toByteArray());
    }

    private static void base128(long value, ByteArrayOutputStream out) {
        int groups = Math.max(1, (63 - Long.numberOfLeadingZeros(value)) / 7 + 1);
        for (int i = groups - 1; i >= 0; i--) {
            int group = (int) (value >>> (7 * i)) & 0x7F;
            out.write(i == 0 ? group : group | 0x80);
        }
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        length(length, out);
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static void length(int length, ByteArrayOutputStream out) {
        if (length < 0x80) {
            out.write(length);
            return;
        }
        int octets = (31 - Integer.numberOfLeadingZeros(length)) / 8 + 1;
        out.write(0x80 | octets);
        for (int i = octets - 1; i >= 0; i--) {
            out.write(length >>> (8 * i));
        }
    }
}
