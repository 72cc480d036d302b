package dev.konverge.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private Schedule schedule = scheduleOf(7);

    private static Schedule scheduleOf(long seed) {
        return new Schedule(new SharedRandom(seed), Thread.currentThread());
    }

    @BeforeEach
    void begin() {
        schedule = scheduleOf(7);
    }

    @Test
    void timeStandsStillWhileAnyoneCouldRun() {
        Strand task = schedule.add("task");
        schedule.block(schedule.main(), 10);

        assertThat(schedule.next()).isSameAs(task);
        assertThat(schedule.now()).isZero();
    }

    @Test
    void timeMovesToTheEarliestDeadlineWhenAllWait() {
        Strand task = schedule.add("task");
        schedule.block(schedule.main(), 20);
        schedule.next();
        schedule.block(task, 10);

        assertThat(schedule.next()).isSameAs(task);
        assertThat(schedule.now()).isEqualTo(10);
        assertThat(task.wake).isEqualTo(Strand.Wake.TIMED_OUT);
    }

    @Test
    void aDeadlineInThePastDoesNotTurnTimeBack() {
        schedule.block(schedule.main(), 20);
        schedule.next();
        schedule.block(schedule.main(), 5);
        schedule.next();

        assertThat(schedule.now()).isEqualTo(20);
    }

    @Test
    void aWakeUpBeatsTheDeadline() {
        Strand task = schedule.add("task");
        schedule.block(schedule.main(), Clock.NEVER);
        schedule.next();
        schedule.wake(schedule.main(), Strand.Wake.SIGNALLED);
        schedule.block(task, 10);

        assertThat(schedule.next()).isSameAs(schedule.main());
        assertThat(schedule.main().wake).isEqualTo(Strand.Wake.SIGNALLED);
        assertThat(schedule.nextDeadline()).isEqualTo(10);
    }

    @Test
    void onlyAWaitingStrandCanBeWoken() {
        Strand task = schedule.add("task");

        assertThat(schedule.wake(task, Strand.Wake.SIGNALLED)).isFalse();
        schedule.block(schedule.main(), 10);
        assertThat(schedule.wake(schedule.main(), Strand.Wake.SIGNALLED)).isTrue();
        assertThat(schedule.wake(schedule.main(), Strand.Wake.INTERRUPTED)).isFalse();
        assertThat(schedule.main().wake).isEqualTo(Strand.Wake.SIGNALLED);
        assertThat(schedule.nextDeadline()).isEqualTo(Clock.NEVER);
    }

    @Test
    void quietMeansThatNobodyElseCouldRunAndComesBeforeTime() {
        Strand task = schedule.add("task");
        schedule.blockUntilQuiet(schedule.main());
        assertThat(schedule.next()).isSameAs(task);
        schedule.block(task, 10);

        assertThat(schedule.next()).isSameAs(schedule.main());
        assertThat(schedule.now()).isZero();
    }

    @Test
    void whenNothingCanEndAnyWaitTheMainStrandIsToldSo() {
        Strand task = schedule.add("task");
        schedule.block(schedule.main(), Clock.NEVER);
        schedule.next();
        schedule.block(task, Clock.NEVER);

        assertThat(schedule.next()).isSameAs(schedule.main());
        assertThat(schedule.main().wake).isEqualTo(Strand.Wake.DEADLOCKED);
    }

    @Test
    void seedsReachEveryOrder() {
        Set<String> orders = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            orders.add(orderOfThree(scheduleOf(seed)));
        }
        assertThat(orders).containsExactlyInAnyOrder("abc", "acb", "bac", "bca", "cab", "cba");
    }

    private static String orderOfThree(Schedule schedule) {
        schedule.add("a");
        schedule.add("b");
        schedule.add("c");
        schedule.blockUntilQuiet(schedule.main());
        var order = new StringBuilder();
        for (Strand next = schedule.next(); next != schedule.main(); next = schedule.next()) {
            order.append(next.name);
            schedule.end(next);
        }
        return order.toString();
    }
}
