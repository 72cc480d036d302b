package dev.konverge.client.testing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.compression.HuffmanEncoder;

/** Header fields as HPACK puts them (RFC 7541), each in the form that the test wants. */
public final class HeaderBlock {
    private static final int STATIC_ENTRIES = 61;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** {@return a block that begins with a status} */
    public static HeaderBlock status(int status) {
        return new HeaderBlock().with(":status", Integer.toString(status));
    }

    /** Adds a field in plain letters that nobody has to remember. {@return this} */
    public HeaderBlock with(String name, String value) {
        return literal(0x00, name, value, false);
    }

    /** Adds a field in plain letters that the receiver puts into its table. {@return this} */
    public HeaderBlock remembered(String name, String value) {
        return literal(0x40, name, value, false);
    }

    /** Adds a field with the code of Huffman. {@return this} */
    public HeaderBlock huffman(String name, String value) {
        return literal(0x00, name, value, true);
    }

    /** Adds the field that was remembered last, or as many before it. {@return this} */
    public HeaderBlock known(int before) {
        integer(0x80, 7, STATIC_ENTRIES + 1 + before);
        return this;
    }

    /** Sets the size of the receiver's table. {@return this} */
    public HeaderBlock tableSize(int size) {
        integer(0x20, 5, size);
        return this;
    }

    /** {@return the block} */
    public byte[] bytes() {
        return bytes.toByteArray();
    }

    private HeaderBlock literal(int form, String name, String value, boolean huffman) {
        bytes.write(form);
        text(name, huffman);
        text(value, huffman);
        return this;
    }

    private void text(String text, boolean huffman) {
        byte[] plain = text.getBytes(StandardCharsets.ISO_8859_1);
        if (!huffman) {
            integer(0x00, 7, plain.length);
            bytes.writeBytes(plain);
            return;
        }
        ByteBuffer coded = ByteBuffer.allocate(HuffmanEncoder.octetsNeeded(text));
        HuffmanEncoder.encode(coded, text);
        integer(0x80, 7, coded.capacity());
        bytes.writeBytes(coded.array());
    }

    /** Section 5.1: what does not fit into the prefix follows in groups of seven bits, the lowest first. */
    private void integer(int form, int prefixBits, int value) {
        int most = (1 << prefixBits) - 1;
        if (value < most) {
            bytes.write(form | value);
            return;
        }
        bytes.write(form | most);
        int rest = value - most;
        for (; rest >= 0x80; rest >>>= 7) {
            bytes.write((rest & 0x7f) | 0x80);
        }
        bytes.write(rest);
    }
}
