package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LanesTest {
    private static final Duration POINT = Duration.ofNanos(10);

    private final Lanes strict = new Lanes(Priorities.strict(), slot -> "");
    private final Lanes aging = new Lanes(Priorities.aging().withAgingPerPoint(POINT), slot -> "");
    private final Lanes fair = new Lanes(Priorities.strict(), slot -> slot / 100);

    private static List<Integer> popAll(Lanes lanes) {
        List<Integer> order = new ArrayList<>();
        while (!lanes.isEmpty()) {
            order.add(lanes.pop());
        }
        return order;
    }

    @Test
    void nothingComesOutOfNothing() {
        assertThat(strict.pop()).isEqualTo(KeySlab.NONE);
    }

    @Test
    void theHighestPriorityGoesFirstAndInsideItTheFirst() { // PQ-2
        strict.push(1, 0, 0);
        strict.push(2, -100, 0);
        strict.push(3, 5, 0);
        strict.push(4, 0, 0);
        strict.push(5, 5, 0);

        assertThat(strict.byPriority(5)).isEqualTo(Map.of(-100, 1, 0, 2, 5, 2));
        assertThat(popAll(strict)).containsExactly(3, 5, 1, 4, 2);
    }

    @Test
    void aRaisedPriorityGoesToTheEndOfItsNewClass() { // PQ-3
        strict.push(1, 0, 0);
        strict.push(2, 5, 0);
        strict.push(3, 0, 0);
        strict.touch(1, 5, 0);

        assertThat(popAll(strict)).containsExactly(2, 1, 3);
    }

    @Test
    void aPriorityIsNeverLoweredAndAnEqualOneKeepsThePlace() { // PQ-3
        strict.push(1, 5, 0);
        strict.push(2, 5, 0);
        strict.touch(1, 5, 0);
        strict.touch(1, -100, 0);

        assertThat(popAll(strict)).containsExactly(1, 2);
    }

    @Test
    void aPointIsWorthItsTimeOfWaitingAndNotMore() {
        aging.push(1, 0, 0);
        aging.push(2, 3, 29);
        assertThat(popAll(aging)).as("29 later and 3 points: passes").containsExactly(2, 1);

        aging.push(1, 0, 0);
        aging.push(2, 3, 30);
        assertThat(popAll(aging))
                .as("30 later and 3 points: a tie goes to the higher")
                .containsExactly(2, 1);

        aging.push(1, 0, 0);
        aging.push(2, 3, 31);
        assertThat(popAll(aging)).as("31 later and 3 points: too late").containsExactly(1, 2);
    }

    @Test
    void extremePrioritiesAndTimesDoNotRunOver() {
        aging.push(1, Integer.MIN_VALUE, Long.MAX_VALUE - 1);
        aging.push(2, Integer.MAX_VALUE, Long.MAX_VALUE - 1);
        aging.push(3, 0, 0);

        assertThat(popAll(aging)).containsExactly(3, 2, 1);

        Lanes generous = new Lanes(Priorities.aging().withAgingPerPoint(Duration.ofHours(1)), slot -> "");
        generous.push(1, Integer.MIN_VALUE, 0);
        generous.push(2, Integer.MAX_VALUE, Long.MAX_VALUE - 1);
        generous.push(3, 0, 0);

        assertThat(popAll(generous)).containsExactly(2, 3, 1);
    }

    @Test
    void groupsTakeTurnsInsideAPriority() {
        for (int slot : new int[] {100, 101, 102, 103, 200, 300, 301}) {
            fair.push(slot, 0, 0);
        }
        assertThat(popAll(fair)).containsExactly(100, 200, 300, 101, 301, 102, 103);
    }

    @Test
    void aGroupThatComesBackQueuesUpForItsTurn() {
        fair.push(100, 0, 0);
        fair.push(200, 0, 0);
        fair.push(201, 0, 0);
        assertThat(fair.pop()).isEqualTo(100);
        fair.push(101, 0, 0);
        fair.push(102, 0, 0);

        assertThat(popAll(fair)).containsExactly(200, 101, 201, 102);
    }

    @Test
    void anOldItemOfABusyPriorityIsNotPassedForeverByTurns() {
        Lanes lanes = new Lanes(Priorities.aging().withAgingPerPoint(POINT), slot -> slot);
        lanes.push(1, 0, 0);
        lanes.push(2, 10, 101);
        assertThat(lanes.pop())
                .as("the lane is chosen by its oldest item, whoever's turn it is")
                .isEqualTo(1);
    }

    @Test
    void turnsDoNotUndoThePriorities() { // PQ-2
        Lanes lanes = new Lanes(Priorities.aging().withAgingPerPoint(POINT), slot -> slot / 100);
        for (int slot = 100; slot < 104; slot++) {
            lanes.push(slot, 0, 0);
        }
        lanes.push(999, 10, 101);
        for (int slot = 200; slot < 204; slot++) {
            lanes.push(slot, 0, 102);
        }
        assertThat(popAll(lanes))
                .as("999 stands at 1; the turn that group 2 did not take is its next")
                .containsExactly(100, 101, 102, 103, 999, 200, 201, 202, 203);
    }

    @Test
    void groupsThatMayGoFirstTakeTurnsThoughAnotherIsPassedOver() {
        Lanes lanes = new Lanes(Priorities.aging().withAgingPerPoint(POINT), slot -> slot / 100);
        for (int slot : new int[] {100, 101, 102, 200, 201}) {
            lanes.push(slot, 0, 0);
        }
        lanes.push(999, 10, 101);
        lanes.push(300, 0, 102);
        lanes.push(301, 0, 102);
        assertThat(lanes.pop()).isEqualTo(100);
        assertThat(lanes.pop()).isEqualTo(200);
        assertThat(lanes.pop()).as("300 would be next").isEqualTo(101);
        assertThat(lanes.pop()).isEqualTo(201);
        assertThat(lanes.pop()).isEqualTo(102);
        assertThat(lanes.pop()).isEqualTo(999);
        lanes.push(103, 0, 103);
        assertThat(popAll(lanes)).containsExactly(300, 103, 301);
    }

    @Test
    void aTieWithAnotherPriorityGoesToTheHigherWhoeversTurnItIs() {
        Lanes lanes = new Lanes(Priorities.aging().withAgingPerPoint(POINT), slot -> slot / 100);
        lanes.push(100, 0, 0);
        lanes.push(101, 0, 0);
        lanes.push(999, 1, 11);
        lanes.push(200, 0, 1);
        assertThat(popAll(lanes)).as("200 and 999 stand at 1").containsExactly(100, 101, 999, 200);

        lanes.push(100, 1, 0);
        lanes.push(101, 1, 0);
        lanes.push(999, 0, 1);
        lanes.push(200, 1, 11);
        assertThat(popAll(lanes)).containsExactly(100, 200, 101, 999);
    }

    /** Each of many steps would look at as many groups that may not go first. */
    @Test
    void groupsThatArePassedOverAreNotLookedAtEachTime() {
        int many = 100_000;
        Lanes lanes = new Lanes(Priorities.aging().withAgingPerPoint(POINT), slot -> Math.max(0, slot - many));
        for (int slot = 0; slot <= many; slot++) {
            lanes.push(slot, 0, 0);
        }
        lanes.push(3 * many, 10, 101);
        for (int slot = many + 1; slot <= 2 * many; slot++) {
            lanes.push(slot, 0, 102);
        }
        for (int slot = 0; slot <= many; slot++) {
            assertThat(lanes.pop()).isEqualTo(slot);
        }
        assertThat(lanes.pop()).isEqualTo(3 * many);
        assertThat(lanes.pop()).isEqualTo(many + 1);
    }

    @Test
    void anItemCanLeaveFromAnyPlaceOfItsGroup() {
        for (int slot : new int[] {100, 101, 102, 200}) {
            fair.push(slot, 0, 0);
        }
        fair.touch(101, 1, 0);
        fair.touch(200, 1, 0);
        fair.touch(100, 1, 0);

        assertThat(popAll(fair)).containsExactly(101, 200, 100, 102);
        assertThat(fair.byPriority(0)).isEmpty();
    }

    @Test
    void agingHasToMakeSense() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofHours(2))) {
            assertThatThrownBy(() -> Priorities.aging().withAgingPerPoint(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(wrong.toString());
        }
    }

    @Test
    void aRaisedSlotLeavesWithTheFirstOfItsPlacesThatComesUp() {
        aging.push(1, 0, 0);
        aging.push(2, 0, 0);
        aging.touch(2, 1, 11);
        assertThat(aging.byPriority(2)).isEqualTo(Map.of(0, 1, 1, 1));
        aging.push(3, 1, 11);
        assertThat(popAll(aging)).as("a point is worth 10, and 11 have passed").containsExactly(1, 2, 3);

        aging.push(1, 0, 0);
        aging.push(2, 0, 0);
        aging.touch(2, 1, 9);
        assertThat(popAll(aging)).containsExactly(2, 1);
        assertThat(aging.byPriority(0)).isEmpty();
    }

    @Test
    void aHeldSlotIsPassedOverAndKeepsItsTurn() { // PQ-6
        fair.reserve(100, 0, 0);
        fair.push(101, 0, 0);
        fair.reserve(200, 0, 0);
        fair.push(300, 0, 0);
        fair.push(102, 0, 0);
        assertThat(fair.size()).isEqualTo(3);
        assertThat(fair.pop()).isEqualTo(101);
        assertThat(fair.pop()).as("group 2 has nothing to give").isEqualTo(300);
        fair.pushReserved(200, 0, 5);
        fair.pushReserved(100, 0, 5);
        assertThat(popAll(fair)).containsExactly(200, 100, 102);
    }

    @Test
    void aLaneOfHeldSlotsDoesNotComeUp() { // PQ-6
        strict.reserve(1, 5, 0);
        assertThat(strict.pop()).isEqualTo(KeySlab.NONE);
        strict.push(2, 0, 0);
        assertThat(strict.byPriority(2)).isEqualTo(Map.of(5, 1, 0, 1));
        assertThat(strict.pop()).isEqualTo(2);
        strict.pushReserved(1, 5, 0);
        assertThat(popAll(strict)).containsExactly(1);
    }

    /** As many namespaces as steps would be too many if each looked at all of them. */
    @Test
    void aGroupThatLeavesLooksAtNoOther() {
        Lanes lanes = new Lanes(Priorities.strict(), slot -> slot);
        int groups = 200_000;
        for (int slot = 0; slot < groups; slot++) {
            lanes.push(slot, 0, 0);
        }
        for (int slot = groups - 1; slot >= 0; slot--) {
            lanes.touch(slot, 1, 0);
        }
        for (int slot = groups - 1; slot >= 0; slot--) {
            assertThat(lanes.pop()).isEqualTo(slot);
        }
    }

    @Test
    void roomForManyIsGivenBackWhenTheLastLeaves() {
        int empty = strict.capacity();
        for (int slot = 0; slot < 100_000; slot++) {
            strict.push(slot, 0, 0);
        }
        strict.reserve(100_000, 0, 0);
        assertThat(popAll(strict)).hasSize(100_000);
        assertThat(strict.capacity()).as("one is held").isGreaterThan(100_000);
        strict.pushReserved(100_000, 0, 0);
        assertThat(strict.pop()).isEqualTo(100_000);
        assertThat(strict.capacity()).isEqualTo(empty);
        strict.push(3, 0, 0);
        strict.reserve(70, 0, 0);
        assertThat(popAll(strict)).containsExactly(3);
    }
}
