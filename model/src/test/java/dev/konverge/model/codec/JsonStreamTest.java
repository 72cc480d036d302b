package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import dev.konverge.model.ResourceList;
import dev.konverge.model.core.v1.Pod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonStreamTest {
    /** Gives the bytes in two parts, split at one place, and notes how much was asked for. */
    private static final class SplitInput extends InputStream {
        private final byte[] bytes;
        private final int split;
        private int at;

        SplitInput(byte[] bytes, int split) {
            this.bytes = bytes;
            this.split = split;
        }

        @Override
        public int read() {
            throw new AssertionError("one byte at a time is slow");
        }

        @Override
        public int read(byte[] target, int from, int length) {
            int end = at < split ? split : bytes.length;
            int n = Math.min(length, end - at);
            if (n <= 0) {
                return -1;
            }
            System.arraycopy(bytes, at, target, from, n);
            at += n;
            return n;
        }
    }

    @Test
    void valuesSurviveEverySplit() throws IOException {
        String text =
                "{\"metadata\":{\"name\":\"grüße-🎉\",\"generation\":123}}\n{\"metadata\":{\"name\":\"b\\\\\"}} 17 ";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int split = 1; split < bytes.length; split++) {
            JsonStream stream = new JsonStream(new SplitInput(bytes, split), DecodeOptions.STANDARD.withSharing());
            assertThat(stream.next(Pod.CODEC).orElseThrow().metadata().name()).isEqualTo("grüße-🎉");
            assertThat(stream.next(Pod.CODEC).orElseThrow().metadata().name()).isEqualTo("b\\");
            assertThat(stream.next(Json.CODEC)).contains(Json.of(17));
            assertThat(stream.next(Json.CODEC)).isEmpty();
        }
    }

    @Test
    void aValueIsGivenBeforeTheStreamGoesOn() throws IOException {
        InputStream blocking = new InputStream() {
            private boolean given;

            @Override
            public int read() {
                throw new AssertionError();
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                if (given) {
                    throw new IOException("the next read would block");
                }
                given = true;
                byte[] event = "{\"a\":1}\n".getBytes(StandardCharsets.UTF_8);
                System.arraycopy(event, 0, target, from, event.length);
                return event.length;
            }
        };
        JsonStream stream = new JsonStream(blocking, DecodeOptions.STANDARD);
        assertThat(stream.next(Json.CODEC)).map(Json::toString).contains("{\"a\":1}");
        assertThatThrownBy(() -> stream.next(Json.CODEC)).isInstanceOf(IOException.class);
    }

    /** The first value must not wait for the end of the second. */
    @Test
    void aValueIsGivenAlthoughTheNextHasBegun() throws IOException {
        for (String between : java.util.List.of("\n", "")) {
            byte[] bytes = ("{\"a\":\"first\"}" + between + "{\"b\":\"sec").getBytes(StandardCharsets.UTF_8);
            JsonStream stream = new JsonStream(new SplitInput(bytes, 5), DecodeOptions.STANDARD);
            assertThat(stream.next(Json.CODEC)).map(Json::toString).contains("{\"a\":\"first\"}");
        }
        InputStream broken = new InputStream() {
            private int part;

            @Override
            public int read() {
                throw new AssertionError();
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                byte[] bytes = (part++ == 0 ? "{\"a\":" : "1}\n{\"b").getBytes(StandardCharsets.UTF_8);
                if (part > 2) {
                    throw new IOException("the connection broke");
                }
                System.arraycopy(bytes, 0, target, from, bytes.length);
                return bytes.length;
            }
        };
        JsonStream stream = new JsonStream(broken, DecodeOptions.STANDARD);
        assertThat(stream.next(Json.CODEC)).map(Json::toString).contains("{\"a\":1}");
    }

    @Test
    void aStreamThatEndsWithinAValueIsRefused() {
        JsonStream stream = stream("{\"a\":[1,2");
        assertThatThrownBy(() -> stream.next(Json.CODEC))
                .isInstanceOf(DecodeException.class)
                .hasMessage("unexpected end of input at $.a[1] (byte 9)");
    }

    @Test
    void offsetsCountFromTheBeginningOfTheStream() throws IOException {
        JsonStream stream = stream("{} {\"a\":!}");
        assertThat(stream.next(Json.CODEC)).isPresent();
        assertThatThrownBy(() -> stream.next(Json.CODEC))
                .isInstanceOf(DecodeException.class)
                .hasMessage("expected a value but found '!' at $.a (byte 8)");
    }

    @Test
    void aValueMayBeLargerThanTheBufferButNotThanTheLimit() throws IOException {
        String large = "\"" + "x".repeat(3_000_000) + "\"";
        assertThat(stream(large).next(Scalars.STRING).map(String::length)).isEqualTo(Optional.of(3_000_000));
        DecodeOptions small = DecodeOptions.STANDARD.withLimits(new Limits(10, 100_000, 1 << 30));
        JsonStream limited = new JsonStream(new ByteArrayInputStream(large.getBytes(StandardCharsets.UTF_8)), small);
        assertThatThrownBy(() -> limited.next(Scalars.STRING))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("longer than the limit of 100000 bytes");
    }

    @Test
    void aListNamesTheItemThatIsWrong() {
        byte[] list = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[{},{\"spec\":7}]}"
                .getBytes(StandardCharsets.UTF_8);
        List<Pod> before = new ArrayList<>();
        assertThatThrownBy(() -> JsonLists.forEach(
                        new ByteArrayInputStream(list), Pod.TYPE, DecodeOptions.STANDARD, before::add))
                .isInstanceOf(DecodeException.class)
                .hasMessage("expected an object but found a number at $.items[1].spec (byte 70)");
        assertThat(before).hasSize(1);
    }

    @Test
    void aListOfAnotherKindIsRefused() {
        byte[] list = "{\"kind\":\"ServiceList\",\"items\":[]}".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> JsonLists.read(list, Pod.TYPE, DecodeOptions.STANDARD))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("expected \"PodList\"");
    }

    @Test
    void anEmptyListAndUnknownFieldsAreFine() {
        byte[] list =
                "{\"x\":[1],\"items\":null,\"metadata\":{\"resourceVersion\":\"5\"}}".getBytes(StandardCharsets.UTF_8);
        ResourceList<Pod> pods = JsonLists.read(list, Pod.TYPE, DecodeOptions.STANDARD);
        assertThat(pods.items()).isEmpty();
        assertThat(pods.metadata().resourceVersion()).isEqualTo("5");
    }

    private static JsonStream stream(String text) {
        return new JsonStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), DecodeOptions.STANDARD);
    }

    @Test
    void aValueIsDecodedOnceHoweverItArrives() throws IOException {
        String line = "{\"a\":\"" + "x".repeat(5_000) + "\"}\n";
        assertThat(attempts(line.repeat(20), 777)).isEqualTo(20);
    }

    /** That there are more bytes than the last value took is no sign that this one is complete, once it was seen not to be. */
    @Test
    void aLongValueBehindAShortOneIsNotDecodedOverAndOver() throws IOException {
        String small = "{\"a\":\"" + "x".repeat(500) + "\"}\n";
        String large = "{\"a\":\"" + "x".repeat(1_000_000) + "\"}\n";
        // Once more each time that the buffer had to grow.
        assertThat(attempts(small + large + small, 1_400)).isLessThan(10);
    }

    /** {@return how often something was decoded until the stream was read} */
    private static int attempts(String text, int chunk) throws IOException {
        var attempts = new int[1];
        Codec<Json> counting = new Codec<>() {
            @Override
            public Json read(JsonReader in) {
                attempts[0]++;
                return Json.CODEC.read(in);
            }

            @Override
            public void write(Json value, JsonWriter out) {
                throw new AssertionError();
            }
        };
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        JsonStream stream = new JsonStream(new ChunkedInput(bytes, chunk), DecodeOptions.STANDARD);
        long lines = text.lines().count();
        for (int i = 0; i < lines; i++) {
            assertThat(stream.next(counting)).isPresent();
        }
        assertThat(stream.next(counting)).isEmpty();
        return attempts[0];
    }

    /** A process may have hundreds of watches, and one large event on each must not cost its buffer for good. */
    @Test
    void whoWaitsForTheNextValueHoldsNoLargeBuffer() throws IOException {
        byte[] large = ("{\"a\":\"" + "x".repeat(300_000) + "\"}\n").getBytes(StandardCharsets.UTF_8);
        byte[] small = "{\"b\":1}\n".getBytes(StandardCharsets.UTF_8);
        var waited = new ArrayList<Integer>();
        InputStream input = new InputStream() {
            private InputStream now = new ByteArrayInputStream(large);
            private int left = 2;

            @Override
            public int read() {
                throw new AssertionError("one byte at a time is slow");
            }

            @Override
            public int available() throws IOException {
                return now.available();
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                if (now.available() == 0 && left-- > 0) {
                    waited.add(target.length);
                    now = new ByteArrayInputStream(small);
                }
                return now.read(target, from, length);
            }
        };
        JsonStream stream = new JsonStream(input, DecodeOptions.STANDARD);
        for (int i = 0; i < 3; i++) {
            assertThat(stream.next(Json.CODEC)).isPresent();
        }
        assertThat(stream.next(Json.CODEC)).isEmpty();
        assertThat(waited).hasSize(2).allSatisfy(length -> assertThat(length).isLessThanOrEqualTo(256));
    }
}
