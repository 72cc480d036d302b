package dev.konverge.client.testing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jetty.http.compression.EncodingException;
import org.eclipse.jetty.http.compression.HuffmanDecoder;
import org.eclipse.jetty.http2.hpack.HpackContext;

/** Reads the header fields that a client sends (RFC 7541). A breach of the rules fails the test. */
final class HeaderReader {
    /** The largest table that the client may use, as it has been told and has acknowledged. */
    private int limit = 4096;

    private boolean mustShrink;
    private int capacity = 4096;
    private int size;
    /** The newest first. */
    private final Deque<Http2Request.Field> table = new ArrayDeque<>();

    /** Says that the client knows of this limit by now. */
    void limit(int bytes) {
        mustShrink = bytes < capacity;
        limit = bytes;
    }

    List<Http2Request.Field> read(byte[] block) {
        ByteBuffer in = ByteBuffer.wrap(block);
        List<Http2Request.Field> fields = new ArrayList<>();
        while (in.hasRemaining()) {
            int first = in.get(in.position()) & 0xff;
            if ((first & 0xe0) == 0x20) {
                require(fields.isEmpty(), "a change of the table's size behind a field");
                resize(integer(in, 5));
                continue;
            }
            require(!mustShrink, "the table is larger than allowed");
            fields.add(field(in, first));
        }
        return fields;
    }

    private Http2Request.Field field(ByteBuffer in, int first) {
        if ((first & 0x80) != 0) {
            return at(integer(in, 7));
        }
        boolean remember = (first & 0x40) != 0;
        int index = integer(in, remember ? 6 : 4);
        String name = index == 0 ? text(in) : at(index).name();
        Http2Request.Field field = new Http2Request.Field(name, text(in));
        if (remember) {
            table.addFirst(field);
            size += size(field);
            shrinkTo(capacity);
        }
        return field;
    }

    private Http2Request.Field at(int index) {
        require(index > 0, "an index of zero");
        if (index <= HpackContext.STATIC_SIZE) {
            String[] entry = HpackContext.STATIC_TABLE[index];
            return new Http2Request.Field(entry[0], entry[1] == null ? "" : entry[1]);
        }
        int at = index - HpackContext.STATIC_SIZE - 1;
        require(at < table.size(), "the table has no entry " + index);
        return List.copyOf(table).get(at);
    }

    private void resize(int bytes) {
        require(bytes <= limit, "a table of " + bytes + " bytes, and " + limit + " are allowed");
        mustShrink = false;
        capacity = bytes;
        shrinkTo(bytes);
    }

    private void shrinkTo(int bytes) {
        while (size > bytes) {
            size -= size(table.removeLast());
        }
    }

    private static int size(Http2Request.Field field) {
        return field.name().length() + field.value().length() + 32;
    }

    private static String text(ByteBuffer in) {
        boolean huffman = (in.get(in.position()) & 0x80) != 0;
        int length = integer(in, 7);
        if (!huffman) {
            byte[] plain = new byte[length];
            in.get(plain);
            return new String(plain, StandardCharsets.ISO_8859_1);
        }
        HuffmanDecoder decoder = new HuffmanDecoder();
        decoder.setLength(length);
        try {
            return decoder.decode(in);
        } catch (EncodingException e) {
            throw new AssertionError(e);
        }
    }

    private static int integer(ByteBuffer in, int prefixBits) {
        int most = (1 << prefixBits) - 1;
        int value = in.get() & most;
        if (value < most) {
            return value;
        }
        for (int shift = 0; ; shift += 7) {
            int next = in.get();
            value += (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static void require(boolean kept, String breach) {
        if (!kept) {
            throw new AssertionError("HPACK of the client: " + breach);
        }
    }
}
