package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.eclipse.jetty.http.compression.HuffmanEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of header strings, beside Jetty's. */
class HuffmanTest {
    /** Jetty writes characters below 256 as the bytes they are. */
    private static void assertRead(String text, String as) throws Exception {
        ByteBuffer packed = ByteBuffer.allocate(4 * text.length() + 8);
        HuffmanEncoder.encode(packed, text);
        byte[] unpacked = new byte[packed.position() * 8 / 5];
        int count = Huffman.decode(packed.array(), 0, packed.position(), unpacked);
        assertThat(new String(unpacked, 0, count, StandardCharsets.ISO_8859_1))
                .as(as)
                .isEqualTo(text);
    }

    @Test
    void eachByteIsReadAlone() throws Exception {
        for (char c = ' '; c < 0x7f; c++) {
            assertRead(String.valueOf(c), "byte " + (int) c);
            assertRead(String.valueOf(c).repeat(9), "nine times byte " + (int) c);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void stringsAreReadAsTheyWere(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(80); length > 0; length--) {
                text.append((char) (' ' + random.nextInt(0x7f - ' ')));
            }
            assertRead(text.toString(), "seed " + seed);
        }
    }
}
