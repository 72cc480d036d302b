package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.konverge.base.Clock;
import dev.konverge.base.Signal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waits and whom to wake, on one thread: what happens during a wait is what others do with the lock meanwhile. */
class WorkersTest {
    private final List<Long> waits = new ArrayList<>();
    private final Intake<String> intake = new Intake<>();
    private final Workers workers = new Workers(new Recorder());
    private Meanwhile meanwhile = () -> {};
    private int woken;
    private int wokenAll;

    private interface Meanwhile {
        void happens() throws InterruptedException;
    }

    private final class Recorder implements Signal {
        @Override
        public void await() throws InterruptedException {
            throw new AssertionError("without a deadline");
        }

        @Override
        public boolean awaitUntil(long deadline) throws InterruptedException {
            waits.add(deadline);
            Meanwhile now = meanwhile;
            meanwhile = () -> {};
            now.happens();
            return true;
        }

        @Override
        public void signal() {
            woken++;
        }

        @Override
        public void signalAll() {
            wokenAll++;
        }
    }

    @Test
    void theyAreHungryFromTheWaitUntilOneOfThemIsWoken() throws InterruptedException { // WQ-1 "wake one waiter"
        assertThat(workers.areHungry()).isFalse();
        meanwhile = () -> {
            assertThat(workers.areHungry()).isTrue();
            workers.wakeOne();
            assertThat(workers.areHungry())
                    .as("until it has looked, there is no use in waking another")
                    .isFalse();
        };
        workers.await(Clock.NEVER, intake);
        assertThat(workers.areHungry()).as("nobody waits").isFalse();
        assertThat(woken).isEqualTo(1);
        assertThat(wokenAll).isZero();
    }

    @Test
    void whenTheWokenOneHasLookedTheOthersAreHungryAgain() throws InterruptedException {
        meanwhile = () -> {
            meanwhile = workers::wakeOne;
            workers.await(Clock.NEVER, intake);
            assertThat(workers.areHungry()).isTrue();
        };
        workers.await(Clock.NEVER, intake);
        assertThat(workers.areHungry()).isFalse();
    }

    @Test
    void oneOfThemWatchesTheNextDeadlineAndTheOthersWaitForNothing() throws InterruptedException { // DQ-4
        meanwhile = () -> {
            assertThat(workers.watched()).isEqualTo(10);
            workers.await(10, intake);
            workers.await(20, intake);
            workers.await(5, intake);
        };
        workers.await(10, intake);
        assertThat(waits).containsExactly(10L, Clock.NEVER, Clock.NEVER, 5L);
        assertThat(workers.watched()).as("whoever watched has left").isEqualTo(Clock.NEVER);
    }

    @Test
    void whoFindsSomethingInTheIntakeDoesNotWait() throws InterruptedException { // WQ-8: no wake-up is lost
        intake.push(new Intake.Add<>("a", 1));
        workers.await(Clock.NEVER, intake);
        assertThat(waits).isEmpty();
        assertThat(workers.areHungry()).isFalse();
    }

    @Test
    void whoIsInterruptedWaitsAndWatchesNoLonger() {
        meanwhile = () -> {
            throw new InterruptedException();
        };
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> workers.await(10, intake));
        assertThat(workers.areHungry()).isFalse();
        assertThat(workers.watched()).isEqualTo(Clock.NEVER);
    }

    @Test
    void allAreWokenAtTheEnd() { // WQ-5
        workers.wakeAll();
        assertThat(wokenAll).isEqualTo(1);
    }
}
