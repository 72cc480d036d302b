package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelizeTest {
    @ParameterizedTest
    @CsvSource({"10,1000,10", "10,10,1", "1,13,4", "4,13,4", "20,5,100", "1000,10,1", "3,0,1"})
    void eachPieceRunsExactlyOnce(int workers, int pieces, int chunkSize)
            throws Exception { // 6.5; 12.10 TestParallelizeUntil
        var runs = new AtomicIntegerArray(pieces);
        Parallelize.until(Platform.real(), workers, pieces, chunkSize, runs::incrementAndGet);
        for (int i = 0; i < pieces; i++) {
            assertThat(runs.get(i)).as("piece %s", i).isEqualTo(1);
        }
    }

    @Test
    void atMostSoManyRunAtOnce() throws Exception { // 6.5
        try (var platform = new VirtualPlatform(1)) {
            Parallelize.until(platform, 4, 40, piece -> platform.sleep(Duration.ofSeconds(1)));
            assertThat(platform.clock().nanoTime())
                    .isEqualTo(Duration.ofSeconds(10).toNanos());
        }
    }

    @Test
    void afterAFailureTheOtherChunksAreNotEvenLookedAt() { // 6.5
        // So many that looking at them would be seen.
        assertThatThrownBy(() -> Parallelize.until(Platform.real(), 2, Integer.MAX_VALUE, piece -> {
                    throw new IllegalStateException("piece " + piece);
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void noPieceBeginsAfterACancellation() throws Exception { // 6.5
        try (var platform = new VirtualPlatform(1)) {
            List<Integer> begun = new ArrayList<>();
            List<Integer> ended = new ArrayList<>();
            Task caller = platform.start(
                    "caller",
                    () -> Parallelize.until(platform, 2, 100, 10, piece -> {
                        begun.add(piece);
                        platform.sleep(Duration.ofSeconds(1));
                        ended.add(piece);
                    }));
            platform.advance(Duration.ofMillis(1500));
            caller.close();
            assertThat(begun).containsExactlyInAnyOrder(0, 1, 10, 11);
            assertThat(ended).containsExactlyInAnyOrder(0, 10);
            assertThat(platform.liveTasks()).isEmpty();
        }
    }

    @Test
    void aFailureStopsTheRestAndReachesTheCaller() {
        try (var platform = new VirtualPlatform(1)) {
            List<Integer> begun = new ArrayList<>();
            assertThatThrownBy(() -> Parallelize.until(platform, 1, 100, piece -> {
                        begun.add(piece);
                        if (piece == 3) {
                            throw new IllegalStateException("piece 3");
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("piece 3");
            assertThat(begun).containsExactly(0, 1, 2, 3);
            assertThatThrownBy(() -> Parallelize.until(platform, 2, 2, piece -> {
                        throw new StackOverflowError();
                    }))
                    .isInstanceOf(StackOverflowError.class);
        }
    }

    @Test
    void aPieceThatIsInterruptedByItselfIsAFailureToo() { // 6.5
        try (var platform = new VirtualPlatform(1)) {
            List<Integer> begun = new ArrayList<>();
            var own = new InterruptedException("piece 3");
            assertThatThrownBy(() -> Parallelize.until(platform, 1, 100, 10, piece -> {
                        begun.add(piece);
                        if (piece == 3) {
                            throw own;
                        }
                    }))
                    .isSameAs(own);
            assertThat(begun).containsExactly(0, 1, 2, 3);
        }
    }

    @Test
    void itWaitsForAPieceThatIsNotToBeInterrupted() throws Exception { // 6.5
        try (var platform = new VirtualPlatform(1)) {
            List<Integer> ended = new ArrayList<>();
            Task caller = platform.start(
                    "caller",
                    () -> Parallelize.until(platform, 2, 2, piece -> {
                        try {
                            platform.sleep(Duration.ofSeconds(1));
                        } catch (InterruptedException e) {
                            platform.sleep(Duration.ofSeconds(60L + piece));
                        }
                        ended.add(piece);
                    }));
            platform.awaitQuiet();
            caller.interrupt();
            platform.advance(Duration.ofSeconds(30));
            caller.interrupt();
            platform.advance(Duration.ofSeconds(30));
            assertThat(caller.isDone()).isFalse();
            platform.advance(Duration.ofSeconds(1));
            assertThat(caller.isDone()).isTrue();
            assertThat(ended).containsExactly(0, 1);
            caller.close();
        }
    }

    @Test
    void numbersThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> Parallelize.until(Platform.real(), 0, 1, piece -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Parallelize.until(Platform.real(), 1, -1, piece -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Parallelize.until(Platform.real(), 1, 1, 0, piece -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
