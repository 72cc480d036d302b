package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireTest {
    private final ManualClock clock = new ManualClock();

    /** {@return what gives a byte a second, each time it is asked} */
    private InputStream slow() {
        return new InputStream() {
            @Override
            public int read() {
                clock.advance(Duration.ofSeconds(1));
                return 'x';
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                target[offset] = (byte) read();
                return 1;
            }
        };
    }

    /** {@return what never gives anything} */
    private static InputStream silent() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new SocketTimeoutException("silent");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return read();
            }
        };
    }

    private Wire wire(InputStream input, OutputStream output) throws IOException {
        return new Wire(new FakeSocket(input, output), clock);
    }

    @Test
    void aDeadlineHoldsAcrossManySmallReads() throws Exception {
        Wire wire = wire(slow(), OutputStream.nullOutputStream());
        wire.patience(Patience.until(
                clock.deadlineAfter(Duration.ofSeconds(3)), clock, () -> new SocketTimeoutException("too late")));
        InputStream input = wire.getInputStream();
        for (int i = 0; i < 3; i++) {
            assertThat(input.read()).isEqualTo('x');
        }
        assertThatThrownBy(input::read)
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("too late");
    }

    @Test
    void aLimitForEachWaitIsMetBySmallReads() throws Exception {
        Wire wire = wire(slow(), OutputStream.nullOutputStream());
        wire.patience(Patience.each(Duration.ofSeconds(2)));
        for (int i = 0; i < 100; i++) {
            assertThat(wire.getInputStream().read()).isEqualTo('x');
        }
    }

    @Test
    void aWaitThatIsTooLongFailsAndOneWithoutLimitBeginsAgain() throws Exception {
        Wire wire = wire(silent(), OutputStream.nullOutputStream());
        wire.patience(Patience.each(Duration.ofMillis(7)));
        assertThatThrownBy(() -> wire.getInputStream().read())
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessageContaining("7 ms");
        List<String> asked = new ArrayList<>();
        wire.patience(new Patience() {
            @Override
            public int millis() {
                return 1;
            }

            @Override
            public void ranOut() throws IOException {
                asked.add("again");
                if (asked.size() == 3) {
                    throw new SocketTimeoutException("enough");
                }
            }
        });
        assertThatThrownBy(() -> wire.getInputStream().read()).hasMessage("enough");
        assertThat(asked).hasSize(3);
    }

    @Test
    void whatIsWrittenArrivesWhole() throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        byte[] bytes = new byte[100_001];
        new java.util.Random(1).nextBytes(bytes);
        OutputStream wire = wire(silent(), output).getOutputStream();
        wire.write(bytes, 1, 100_000);
        wire.write(bytes[0]);
        byte[] expected = java.util.Arrays.copyOfRange(bytes, 1, 100_002);
        expected[100_000] = bytes[0];
        assertThat(output.toByteArray()).isEqualTo(expected);
    }

    @Test
    void writingThatGetsOnIsSlowAndNotStuck() throws Exception {
        List<Boolean> stuck = new ArrayList<>();
        Wire[] wire = new Wire[1];
        OutputStream output = new OutputStream() {
            @Override
            public void write(int b) {
                throw new AssertionError("byte by byte");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                clock.advance(Duration.ofSeconds(10));
                stuck.add(wire[0].isStuck(Duration.ofSeconds(15)));
                if (stuck.size() == 4) {
                    clock.advance(Duration.ofSeconds(10));
                    stuck.add(wire[0].isStuck(Duration.ofSeconds(15)));
                }
            }
        };
        wire[0] = wire(silent(), output);
        assertThat(wire[0].isStuck(Duration.ZERO)).isFalse();
        wire[0].getOutputStream().write(new byte[4 << 15]);
        assertThat(stuck).containsExactly(false, false, false, false, true);
        clock.advance(Duration.ofDays(1));
        assertThat(wire[0].isStuck(Duration.ZERO)).isFalse();
    }
}
