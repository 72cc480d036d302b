package dev.konverge.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseStreamTest {
    /** A body of three bytes that would wait for ever for a fourth, and does so too when asked for none. */
    private static final class Waiting extends InputStream {
        private int given;

        @Override
        public int read() {
            if (given == 3) {
                throw new AssertionError("this would have waited for bytes that nobody needs yet");
            }
            return ++given;
        }

        @Override
        public int read(byte[] target, int from, int length) {
            target[from] = (byte) read();
            return 1;
        }
    }

    private record Answer(InputStream body) implements HttpResponse {
        @Override
        public int status() {
            return 200;
        }

        @Override
        public Headers headers() {
            return Headers.NONE;
        }

        @Override
        public void close() {}
    }

    @Test
    void readingNothingDoesNotWaitForTheNextBytes() throws IOException {
        try (ResponseStream stream =
                new ResponseStream(new Operation("watch", "pods", ""), new Answer(new Waiting()))) {
            assertThat(stream.readNBytes(3)).containsExactly(1, 2, 3);
            assertThat(stream.read(new byte[4], 0, 0)).isZero();
            assertThat(stream.count()).isEqualTo(3);
        }
    }

    @Test
    void aByteThatWasWaitedForIsReadFirstAndOnce() throws IOException {
        try (ResponseStream stream =
                new ResponseStream(new Operation("watch", "pods", ""), new Answer(new Waiting()))) {
            assertThat(stream.awaitByte()).isTrue();
            assertThat(stream.awaitByte()).isTrue();
            assertThat(stream.count()).isZero();
            assertThat(stream.readNBytes(3)).containsExactly(1, 2, 3);
            assertThat(stream.count()).isEqualTo(3);
            assertThat(stream.head()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void waitingForAByteThatDoesNotComeIsTheEnd() throws IOException {
        try (ResponseStream stream =
                new ResponseStream(new Operation("watch", "pods", ""), new Answer(InputStream.nullInputStream()))) {
            assertThat(stream.awaitByte()).isFalse();
            assertThat(stream.ended()).isTrue();
            assertThat(stream.read(new byte[4], 0, 4)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 4, 5, 6, 70_000})
    void allOfABodyIsReadWhateverItsLengthIsSaidToBe(int said) throws IOException {
        byte[] body = {1, 2, 3, 4, 5};
        try (ResponseStream stream =
                new ResponseStream(new Operation("get", "pods", ""), new Answer(new ByteArrayInputStream(body)))) {
            assertThat(stream.readToEnd(said)).isEqualTo(body);
            assertThat(stream.ended()).isTrue();
        }
    }
}
