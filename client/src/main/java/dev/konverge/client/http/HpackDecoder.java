package dev.konverge.client.http;

import dev.konverge.client.http.HeaderTable.Field;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads header fields of HTTP/2 (RFC 7541). For one thread. */
final class HpackDecoder {
    /** How large the fields of a message may be, unpacked. */
    static final int MAX_SIZE = 1 << 20;

    private final HeaderTable table = new HeaderTable(HpackEncoder.STANDARD_LIMIT);

    private byte[] block = new byte[0];
    private int at;
    private int end;
    /** How many bytes the text had that was read last. */
    private int octets;

    /** {@return the names and values of a block} */
    HeaderFields decode(byte[] bytes, int from, int to) throws Http2Exception {
        block = bytes;
        at = from;
        end = to;
        List<String> pairs = new ArrayList<>(24);
        int size = 0;
        while (at < end) {
            int first = block[at] & 0xff;
            if (first >>> 5 == 1) {
                table.limit(newLimit());
                continue;
            }
            Field field = field(first);
            pairs.add(field.name());
            pairs.add(field.value());
            size += field.name().length() + field.value().length() + HeaderTable.OVERHEAD;
            if (size > MAX_SIZE) {
                throw new Http2Exception(
                        Http2Exception.ENHANCE_YOUR_CALM, "the headers are larger than " + MAX_SIZE + " bytes");
            }
        }
        block = new byte[0];
        return new HeaderFields(pairs.toArray(new String[0]));
    }

    private Field field(int first) throws Http2Exception {
        if (first >= 0x80) {
            int number = known(number(7));
            return new Field(table.name(number), table.value(number));
        }
        boolean remembered = first >= 0x40;
        int number = number(remembered ? 6 : 4);
        // Names are ASCII, or of no use: one character for each byte keeps their length.
        String name = number == 0 ? text(StandardCharsets.ISO_8859_1) : table.name(known(number));
        Field field = new Field(name, text(StandardCharsets.UTF_8));
        if (remembered) {
            table.add(field, name.length() + octets);
        }
        return field;
    }

    private int newLimit() throws Http2Exception {
        int limit = number(5);
        if (limit > HpackEncoder.STANDARD_LIMIT) {
            throw broken("the table of headers was to be larger than agreed");
        }
        return limit;
    }

    private int known(int number) throws Http2Exception {
        if (number == 0 || number > table.count()) {
            throw broken("there is no header with the number " + number);
        }
        return number;
    }

    private int number(int bits) throws Http2Exception {
        int full = (1 << bits) - 1;
        int number = next() & full;
        if (number < full) {
            return number;
        }
        for (int shift = 0; shift <= 21; shift += 7) {
            int part = next();
            number += (part & 0x7f) << shift;
            if (part < 0x80) {
                return number;
            }
        }
        throw broken("a number is too large");
    }

    private int next() throws Http2Exception {
        if (at == end) {
            throw broken("the headers end in the middle");
        }
        return block[at++] & 0xff;
    }

    private String text(Charset charset) throws Http2Exception {
        if (at == end) {
            throw broken("the headers end in the middle");
        }
        boolean packed = (block[at] & 0x80) != 0;
        int length = number(7);
        if (length > end - at) {
            throw broken("a header is longer than all of them");
        }
        int from = at;
        at += length;
        if (!packed) {
            octets = length;
            return new String(block, from, length, charset);
        }
        byte[] unpacked = new byte[length * 8 / 5];
        octets = Huffman.decode(block, from, at, unpacked);
        return new String(unpacked, 0, octets, charset);
    }

    private static Http2Exception broken(String what) {
        return new Http2Exception(Http2Exception.COMPRESSION_ERROR, what);
    }
}
