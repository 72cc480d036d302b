package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.testing.Bounded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class Http2WriterTest {
    private final Platform platform = Platform.real();
    private final List<IOException> broken = new CopyOnWriteArrayList<>();
    private final Gate gate = new Gate();
    private final Http2Writer writer = new Http2Writer(gate, platform, broken::add);

    /** A network that takes bytes when it is let. */
    private static final class Gate extends OutputStream {
        final Semaphore permits = new Semaphore(0);
        final Semaphore arrived = new Semaphore(0);
        /** Whether one was interrupted who waited here: with a socket, that would be the end of it. */
        volatile boolean interrupted;

        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            throw new AssertionError("byte by byte");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            arrived.release();
            permits.acquireUninterruptibly();
            interrupted |= Thread.currentThread().isInterrupted();
            synchronizedWrite(bytes, offset, length);
        }

        void awaitWriter() {
            Bounded.until(arrived::tryAcquire, "somebody writes");
        }

        private synchronized void synchronizedWrite(byte[] bytes, int offset, int length) {
            taken.write(bytes, offset, length);
        }

        synchronized byte[] taken() {
            return taken.toByteArray();
        }
    }

    /** {@return the numbers of the frames that arrived, in their order} */
    private List<Integer> frames() {
        ByteBuffer bytes = ByteBuffer.wrap(gate.taken());
        List<Integer> numbers = new ArrayList<>();
        while (bytes.hasRemaining()) {
            assertThat(bytes.getInt()).isEqualTo(4 << 8 | Http2Frames.WINDOW_UPDATE);
            bytes.get();
            numbers.add(bytes.getInt());
            bytes.getInt();
        }
        return numbers;
    }

    private void note(int number) {
        writer.note(frames -> frames.number(Http2Frames.WINDOW_UPDATE, number, 1));
    }

    private void write(int number) throws IOException, InterruptedException {
        writer.write(frames -> frames.number(Http2Frames.WINDOW_UPDATE, number, 1));
    }

    /** {@return one who writes the first frame, which the network does not take yet} */
    private Thread heldUp() throws InterruptedException {
        Thread writing = Thread.ofVirtual().start(() -> {
            try {
                write(1);
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        gate.awaitWriter();
        return writing;
    }

    @Test
    void whoHasANoteDoesNotWaitForTheNetwork() throws Exception {
        note(1);
        gate.awaitWriter();
        note(2);
        note(3);
        assertThat(gate.taken()).isEmpty();
        gate.permits.release(2);
        awaitFrames(3);
        assertThat(frames()).containsExactly(1, 2, 3);
    }

    @Test
    void whoeverWritesTakesTheNotesAlong() throws Exception {
        Thread writing = heldUp();
        note(2);
        gate.permits.release(2);
        writing.join();
        assertThat(frames()).containsExactly(1, 2);
    }

    @Test
    void notesAreWrittenAlsoByThoseWhoseRequestIsRefused() throws Exception {
        Thread writing = heldUp();
        Thread refused = Thread.ofVirtual()
                .start(() -> assertThatThrownBy(() -> writer.write(frames -> {
                            throw new RefusedException("no");
                        }))
                        .isInstanceOf(RefusedException.class));
        Bounded.untilIn(refused, "ReentrantLock", "lockInterruptibly");
        note(2);
        gate.permits.release(2);
        writing.join();
        refused.join();
        awaitFrames(2);
        assertThat(frames()).containsExactly(1, 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptDoesNotBreakWhatAllWriteTo(boolean virtual) throws Exception {
        byte[] body = new byte[100_000];
        AtomicBoolean told = new AtomicBoolean();
        Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
        Thread writing = builder.start(() -> {
            try {
                writer.write(frames -> frames.data(1, body, 0, body.length));
                told.set(Thread.interrupted());
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        gate.awaitWriter();
        writing.interrupt();
        gate.permits.release();
        writing.join();
        assertThat(told).isTrue();
        assertThat(gate.interrupted).isEqualTo(!virtual);
        assertThat(gate.taken()).hasSizeGreaterThan(body.length);
        assertThat(broken).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 100000", "false, 1", "false, 100000"})
    void whatTheNetworkDoesNotTakeIsToldToTheCallerAndToTheConnection(boolean virtual, int bytes) throws Exception {
        IOException full = new IOException("full");
        OutputStream nowhere = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw full;
            }
        };
        Http2Writer failing = new Http2Writer(nowhere, platform, broken::add);
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
        builder.start(() -> {
            try {
                failing.write(frames -> frames.data(1, new byte[bytes], 0, bytes));
                told.complete(new AssertionError("it was written"));
            } catch (Throwable e) {
                told.complete(e);
            }
        });
        assertThat(Bounded.get(told)).isSameAs(full);
        assertThat(broken).containsExactly(full);
    }

    @Test
    void whatCannotBePutTogetherLeavesNoTrace() {
        gate.permits.release(10);
        assertThatThrownBy(() -> writer.write(frames -> {
                    throw new RefusedException("no");
                }))
                .isInstanceOf(RefusedException.class);
        assertThat(gate.taken()).isEmpty();
        assertThat(broken).isEmpty();
    }

    @Test
    void whoIsRefusedHearsOfThatThoughNothingCanBeWritten() throws Exception {
        OutputStream closed = OutputStream.nullOutputStream();
        closed.close();
        Http2Writer dead = new Http2Writer(closed, platform, broken::add);
        RefusedException refusal = new RefusedException("no");
        assertThatThrownBy(() -> dead.write(frames -> {
                    dead.note(Http2Frames::settingsAck);
                    throw refusal;
                }))
                .isSameAs(refusal);
        assertThat(broken).as("the connection hears of the note").hasSize(1);
    }

    @Test
    void halfARequestBreaksTheConnection() {
        gate.permits.release(10);
        assertThatThrownBy(() -> writer.write(frames -> {
                    frames.settingsAck();
                    throw new IllegalStateException("in the middle");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(broken).hasSize(1);
        assertThat(gate.taken()).isEmpty();
    }

    @Test
    void aFloodOfNotesThatNobodyTakesBreaksTheConnection() throws Exception {
        note(0);
        gate.awaitWriter();
        for (int i = 1; i <= Http2Writer.MOST_NOTES; i++) {
            note(i);
        }
        assertThat(broken).isEmpty();
        note(-1);
        assertThat(broken).singleElement().isInstanceOf(Http2Exception.class);
        gate.permits.release(1000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void noNoteIsEverLeftBehind(long seed) throws Exception {
        gate.permits.release(1_000_000);
        int threads = 6;
        int each = 400;
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int mine = t;
            Thread.Builder builder = t % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
            all.add(builder.start(() -> {
                Random random = new Random(seed * 31 + mine);
                for (int i = 0; i < each; i++) {
                    int number = mine * each + i;
                    if (mine > 1 && random.nextInt(3) == 0) {
                        try {
                            write(number);
                        } catch (IOException | InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    } else {
                        note(number);
                    }
                    if (random.nextInt(20) == 0) {
                        LockSupport.parkNanos(random.nextInt(100_000));
                    }
                }
            }));
        }
        for (Thread thread : all) {
            thread.join();
        }
        awaitFrames(threads * each);
        assertThat(frames()).as("seed %d", seed).doesNotHaveDuplicates().hasSize(threads * each);
        assertThat(broken).isEmpty();
    }

    /** A note may be on its way with a task. */
    private void awaitFrames(int count) {
        Bounded.until(() -> frames().size() >= count, count + " frames were written");
    }
}
