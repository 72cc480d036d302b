package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What Lincheck cannot see, because it runs one thread at a time: that adds and hand-outs at the same time lose no change. */
class WorkQueueVisibilityTest {
    private static final int ROUNDS = 3_000;
    private static final int ADDS = 40;

    /** One round: a queue, and what its only key stands for. */
    private static final class Round {
        final WorkQueue<String> queue =
                WorkQueue.<String>builder(Platform.real()).build();

        /** Neither volatile nor guarded: the queue is all that orders it. */
        int written;

        int seen;

        void add() {
            for (int i = 1; i <= ADDS; i++) {
                written = i;
                queue.add("key");
            }
            queue.shutDown();
        }

        void work() throws InterruptedException {
            boolean more = true;
            while (more) {
                try (Claim<String> claim = queue.get()) {
                    more = claim != null;
                    seen = more ? written : seen;
                }
            }
        }
    }

    @Test
    void theLastHandOutSeesWhatWasWrittenBeforeTheLastAdd() throws Exception {
        var barrier = new CyclicBarrier(2);
        var round = new AtomicReference<>(new Round());
        var failure = new AtomicReference<@Nullable Throwable>();
        Thread worker = Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    barrier.await();
                    round.get().work();
                    barrier.await();
                }
            } catch (Exception e) {
                failure.set(e);
            }
        });
        try {
            for (int i = 0; i < ROUNDS; i++) {
                round.set(new Round());
                barrier.await();
                round.get().add();
                barrier.await();
                assertThat(round.get().seen).as("round %s", i).isEqualTo(ADDS);
            }
        } finally {
            worker.interrupt();
            worker.join();
        }
        assertThat(failure.get()).isNull();
    }
}
