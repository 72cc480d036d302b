package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http2StateTest {
    private static final int STANDARD_WINDOW = 65_535;

    private final Platform platform = Platform.real();
    private final Http2State state = new Http2State(0);
    private Http2Connection connection;

    @BeforeEach
    void connect() throws IOException {
        FakeSocket socket = new FakeSocket(InputStream.nullInputStream(), OutputStream.nullOutputStream());
        Wire wire = new Wire(socket, platform.clock());
        connection = new Http2Connection(wire, wire, platform, Duration.ofSeconds(90));
    }

    private Http2Stream stream() {
        return connection.newStream(new Outgoing(
                "GET", new Origin(true, "x", 443), "/", new HeaderFields.Builder().build(), null, Clock.NEVER, null));
    }

    private Http2Stream begun() {
        Http2Stream stream = stream();
        assertThat(state.promise()).isTrue();
        assertThat(state.begin(stream, true)).isTrue();
        return stream;
    }

    @Test
    void streamsHaveOddNumbersInTheirOrder() {
        assertThat(state.hasBegun(1)).isFalse();
        assertThat(List.of(begun().id, begun().id, begun().id)).containsExactly(1, 3, 5);
        assertThat(state.hasBegun(5)).isTrue();
        assertThat(state.hasBegun(2)).as("a server's").isFalse();
        assertThat(state.hasBegun(7)).isFalse();
        assertThat(state.hasBegun(0)).isFalse();
    }

    @Test
    void aTableThatWasSmallInBetweenIsNotForgotten() throws Exception {
        assertThat(state.takeSmallestTable()).isEqualTo(4096);
        state.setting(Http2Frames.HEADER_TABLE_SIZE, 0);
        state.setting(Http2Frames.HEADER_TABLE_SIZE, 8192);
        assertThat(state.tableSize()).isEqualTo(8192);
        assertThat(state.takeSmallestTable()).isZero();
        assertThat(state.takeSmallestTable()).isEqualTo(8192);
    }

    @Test
    void aHundredPlacesArePromisedUntilTheServerSays() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(state.promise()).isTrue();
        }
        assertThat(state.promise()).isFalse();
        state.breakPromise();
        assertThat(state.promise()).isTrue();
        state.setting(Http2Frames.MAX_CONCURRENT_STREAMS, 101);
        assertThat(state.promise()).isTrue();
        assertThat(state.promise()).isFalse();
        state.setting(Http2Frames.MAX_CONCURRENT_STREAMS, -1);
        assertThat(state.promise()).as("four billion").isTrue();
    }

    @Test
    void aServerThatAllowsNoneIsAskedNevertheless() throws Exception {
        state.setting(Http2Frames.MAX_CONCURRENT_STREAMS, 0);
        assertThat(state.promise()).isTrue();
        assertThat(state.promise()).isFalse();
    }

    @Test
    void aStreamThatIsOverMakesRoomOnce() throws Exception {
        state.setting(Http2Frames.MAX_CONCURRENT_STREAMS, 1);
        Http2Stream stream = begun();
        assertThat(state.promise()).isFalse();
        assertThat(state.remove(stream, 5)).isTrue();
        assertThat(state.remove(stream, 9)).isFalse();
        assertThat(state.isUnusedSince(5)).isTrue();
        assertThat(state.promise()).isTrue();
        assertThat(state.promise()).isFalse();
    }

    @Test
    void aStreamThatNeverBeganHasServedNobody() {
        Http2Stream stream = stream();
        assertThat(state.promise()).isTrue();
        assertThat(state.remove(stream, 5)).isFalse();
        assertThat(state.hasServed()).isFalse();
        assertThat(state.begin(stream, true)).as("it was cancelled").isFalse();
        assertThat(state.isUnused()).isTrue();
        Http2Stream other = begun();
        state.remove(other, 6);
        assertThat(state.hasServed()).isTrue();
    }

    @Test
    void nothingBeginsOnADrainingOrDeadConnection() {
        assertThat(state.promise()).isTrue();
        assertThat(state.promise()).isTrue();
        assertThat(state.begin(stream(), false)).isFalse();
        state.drain();
        assertThat(state.promise()).isFalse();
        assertThat(state.isOver()).as("one is promised").isFalse();
        assertThat(state.begin(stream(), true)).isFalse();
        assertThat(state.isOver()).isTrue();
    }

    @Test
    void aRetiredConnectionKeepsItsPromisesAndEndsWithTheLast() {
        state.retire();
        assertThat(state.isOver()).as("it was not used yet").isFalse();
        assertThat(state.promise()).isTrue();
        Http2Stream stream = stream();
        assertThat(state.begin(stream, true)).isTrue();
        assertThat(state.isOver()).isFalse();
        assertThat(state.promise()).isTrue();
        state.remove(stream, 1);
        assertThat(state.isOver()).isFalse();
        state.breakPromise();
        assertThat(state.isOver()).isTrue();
        assertThat(state.promise()).isFalse();
    }

    @Test
    void streamsBehindTheLastOneAreGivenBack() {
        List<Http2Stream> all = List.of(begun(), begun(), begun());
        assertThat(state.removeBehind(3)).containsExactly(all.get(2));
        assertThat(all.get(2).sendsNoMore).isTrue();
        assertThat(all.get(1).sendsNoMore).isFalse();
        assertThat(state.find(3)).isSameAs(all.get(1));
        assertThat(state.find(5)).isNull();
        assertThat(state.removeBehind(0)).containsExactlyInAnyOrder(all.get(0), all.get(1));
        assertThat(state.isUnused()).isTrue();
    }

    @Test
    void bothWindowsBoundWhatIsSent() throws Exception {
        Http2Stream first = begun();
        Http2Stream second = begun();
        assertThat(state.take(first, 60_000)).isEqualTo(60_000);
        assertThat(state.take(second, 60_000)).isEqualTo(STANDARD_WINDOW - 60_000);
        assertThat(state.take(second, 1)).isZero();
        state.windowGrows(0, 100_000);
        assertThat(state.take(first, 60_000)).isEqualTo(STANDARD_WINDOW - 60_000);
        assertThat(state.take(first, 1)).isZero();
        state.windowGrows(1, 7);
        assertThat(state.take(first, 60_000)).isEqualTo(7);
        assertThat(state.maySend(first)).isFalse();
        state.windowGrows(1, 7);
        assertThat(state.maySend(first)).isTrue();
    }

    @Test
    void aSmallerInitialWindowMayLeaveLessThanNothing() throws Exception {
        Http2Stream stream = begun();
        assertThat(state.take(stream, 50_000)).isEqualTo(50_000);
        state.setting(Http2Frames.INITIAL_WINDOW_SIZE, 10_000);
        assertThat(stream.sendWindow).isEqualTo(-40_000);
        assertThat(state.take(stream, 1)).isZero();
        state.windowGrows(stream.id, 40_000);
        assertThat(state.take(stream, 1)).isZero();
        state.windowGrows(stream.id, 1);
        assertThat(state.take(stream, 5)).isEqualTo(1);
        assertThat(begun().sendWindow).isEqualTo(10_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 16_383, 1 << 24, Integer.MIN_VALUE})
    void sizesOfFramesThatCannotBeAreErrors(int size) {
        assertThatThrownBy(() -> state.setting(Http2Frames.MAX_FRAME_SIZE, size))
                .isInstanceOf(Http2Exception.class);
    }

    @Test
    void windowsThatCannotBeAreErrors() throws Exception {
        Http2Stream stream = begun();
        assertThatThrownBy(() -> state.setting(Http2Frames.INITIAL_WINDOW_SIZE, -1))
                .isInstanceOf(Http2Exception.class);
        assertThatThrownBy(() -> state.windowGrows(0, 0)).isInstanceOf(Http2Exception.class);
        assertThatThrownBy(() -> state.windowGrows(0, Integer.MAX_VALUE)).isInstanceOf(Http2Exception.class);
        assertThatThrownBy(() -> state.windowGrows(stream.id, Integer.MAX_VALUE))
                .isInstanceOf(Http2Exception.class);
        assertThatThrownBy(() -> state.windowGrows(3, 1)).isInstanceOf(Http2Exception.class);
        state.remove(stream, 1);
        state.windowGrows(stream.id, Integer.MAX_VALUE);
        state.setting(0x99, -1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whateverHappensPlacesAndWindowsAreCountedRight(long seed) throws Exception {
        Random random = new Random(seed);
        List<Http2Stream> live = new ArrayList<>();
        int promised = 0;
        long window = STANDARD_WINDOW;
        for (int step = 0; step < 5000; step++) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    boolean room = live.size() + promised < 100;
                    assertThat(state.promise()).as("seed %d", seed).isEqualTo(room);
                    promised += room ? 1 : 0;
                }
                case 1 -> {
                    if (promised > 0) {
                        promised--;
                        Http2Stream stream = stream();
                        assertThat(state.begin(stream, true)).isTrue();
                        live.add(stream);
                    }
                }
                case 2 -> {
                    if (promised > 0) {
                        promised--;
                        state.breakPromise();
                    }
                }
                case 3 -> {
                    if (!live.isEmpty()) {
                        assertThat(state.remove(live.remove(random.nextInt(live.size())), step))
                                .isTrue();
                    }
                }
                case 4 -> {
                    if (!live.isEmpty()) {
                        Http2Stream stream = live.get(random.nextInt(live.size()));
                        int wanted = random.nextInt(30_000);
                        long allowed = Math.min(wanted, Math.min(window, stream.sendWindow));
                        int taken = state.take(stream, wanted);
                        assertThat((long) taken).as("seed %d", seed).isEqualTo(Math.max(0, allowed));
                        window -= taken;
                    }
                }
                default -> {
                    int more = 1 + random.nextInt(10_000);
                    state.windowGrows(0, more);
                    window += more;
                }
            }
            assertThat(state.isUnused()).as("seed %d", seed).isEqualTo(live.isEmpty() && promised == 0);
        }
    }
}
