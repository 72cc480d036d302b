package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.hpack.HpackContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Header compression, by the examples of RFC 7541 and beside Jetty's. */
class HpackTest {
    private final HpackDecoder decoder = new HpackDecoder();

    private List<String> decode(String hex) throws Http2Exception {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return lines(decoder.decode(bytes, 0, bytes.length));
    }

    private static List<String> lines(HeaderFields fields) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            lines.add(fields.name(i) + ": " + fields.value(i));
        }
        return lines;
    }

    @Test
    void fieldsAreReadInAllTheirForms() throws Exception {
        // Appendix C.2
        assertThat(decode("400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572"))
                .containsExactly("custom-key: custom-header");
        assertThat(decode("040c 2f73 616d 706c 652f 7061 7468")).containsExactly(":path: /sample/path");
        assertThat(decode("1008 7061 7373 776f 7264 0673 6563 7265 74")).containsExactly("password: secret");
        assertThat(decode("82")).containsExactly(":method: GET");
        assertThat(decode("be")).as("what was to be remembered").containsExactly("custom-key: custom-header");
    }

    @Test
    void packedAnswersAreReadOneAfterTheOther() throws Exception {
        // Appendix C.6, but with a table that has room for all of them.
        assertThat(decode("4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6"
                        + "2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3"))
                .containsExactly(
                        ":status: 302",
                        "cache-control: private",
                        "date: Mon, 21 Oct 2013 20:13:21 GMT",
                        "location: https://www.example.com");
        assertThat(decode("4883 640e ffc1 c0bf"))
                .containsExactly(
                        ":status: 307",
                        "cache-control: private",
                        "date: Mon, 21 Oct 2013 20:13:21 GMT",
                        "location: https://www.example.com");
    }

    @Test
    void aTableThatIsMadeSmallerForgets() throws Exception {
        decode("400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572");
        assertThat(decode("20 82")).containsExactly(":method: GET");
        assertThatThrownBy(() -> decode("be"))
                .isInstanceOf(Http2Exception.class)
                .hasMessageContaining("62");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // No such number; number 0; a table larger than agreed; the end in a number, a name and a value.
                "bf",
                "80",
                "3f e2 1f",
                "ff",
                "40",
                "40 03 61 62",
                "40 01 61 02 62",
                // A number without end.
                "ff ff ff ff ff ff ff",
                // Padding of zeros, a whole byte of it, and the end of strings inside.
                "00 01 61 81 18",
                "00 01 61 83 1f ff ff",
                "00 01 61 84 ff ff ff ff"
            })
    void whatIsBrokenIsSaidToBe(String hex) {
        assertThatThrownBy(() -> decode(hex))
                .isInstanceOfSatisfying(
                        Http2Exception.class, e -> assertThat(e.code()).isEqualTo(Http2Exception.COMPRESSION_ERROR));
    }

    @Test
    void aFewBytesDoNotBecomeMany() throws Exception {
        // A remembered field of 4,000 characters, named again and again.
        ByteSink block = new ByteSink();
        HpackEncoder encoder = new HpackEncoder();
        encoder.write("x", "y".repeat(4000), block);
        for (int i = 0; i < 300; i++) {
            encoder.write("x", "y".repeat(4000), block);
        }
        byte[] bytes = block.copy(0, block.size());
        assertThat(bytes.length).isLessThan(5000);
        assertThatThrownBy(() -> decoder.decode(bytes, 0, bytes.length)).isInstanceOf(Http2Exception.class);
    }

    @Test
    void repeatedFieldsTakeOneByteAndPassingOnesAreNotRemembered() throws Exception {
        HpackEncoder encoder = new HpackEncoder();
        ByteSink first = new ByteSink();
        encoder.write("authorization", "Bearer sesame", first);
        encoder.write("audit-id", "1", first);
        ByteSink second = new ByteSink();
        encoder.write("authorization", "Bearer sesame", second);
        assertThat(second.size()).isEqualTo(1);
        encoder.write("audit-id", "1", second);
        assertThat(second.size()).isGreaterThan(5);
        assertThat(lines(decoder.decode(first.copy(0, first.size()), 0, first.size())))
                .containsExactly("authorization: Bearer sesame", "audit-id: 1");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void jettyUnderstandsWhatWeWriteAndWeWhatItWrites(long seed) throws Exception {
        Random random = new Random(seed);
        HpackEncoder ours = new HpackEncoder();
        org.eclipse.jetty.http2.hpack.HpackDecoder theirs =
                new org.eclipse.jetty.http2.hpack.HpackDecoder(1 << 20, () -> 0);
        org.eclipse.jetty.http2.hpack.HpackEncoder theirEncoder = new org.eclipse.jetty.http2.hpack.HpackEncoder();
        theirEncoder.setTableCapacity(HpackContext.DEFAULT_MAX_TABLE_CAPACITY);
        for (int block = 0; block < 200; block++) {
            HttpFields.Mutable fields = HttpFields.build();
            List<String> expected = new ArrayList<>();
            ByteSink sink = new ByteSink();
            if (random.nextInt(20) == 0) {
                ours.limit(random.nextInt(5000), sink);
            }
            ours.write(":status", "200", sink);
            for (int i = random.nextInt(12); i > 0; i--) {
                String name = "x-" + random.nextInt(30);
                String value = text(random);
                fields.add(new HttpField(name, value));
                expected.add(name + ": " + value);
                ours.write(name, value, sink);
            }
            MetaData read = theirs.decode(ByteBuffer.wrap(sink.copy(0, sink.size())));
            assertThat(read.getHttpFields().stream().map(f -> f.getName() + ": " + f.getValue()))
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(expected);
            ByteBuffer written = ByteBuffer.allocate(1 << 16);
            theirEncoder.encode(written, new MetaData.Response(200, null, HttpVersion.HTTP_2, fields));
            expected.addFirst(":status: 200");
            assertThat(lines(decoder.decode(written.array(), 0, written.position())))
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(expected);
        }
    }

    private static String text(Random random) {
        if (random.nextInt(3) == 0) {
            return "value " + random.nextInt(5);
        }
        StringBuilder text = new StringBuilder("v");
        for (int i = random.nextInt(60); i > 0; i--) {
            text.append((char) ('!' + random.nextInt('~' - '!')));
        }
        return text.toString();
    }
}
