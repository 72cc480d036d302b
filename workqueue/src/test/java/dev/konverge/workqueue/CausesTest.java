package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CausesTest {
    private record Event(int version) implements Cause {}

    private static Causes events(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> Causes.of(new Event(i))).reduce(Causes.NONE, Causes::and);
    }

    @Test
    void equalCausesAreOne() {
        Causes twice = events(1, 3).and(events(1, 3));

        assertThat(twice.all()).containsExactly(new Event(1), new Event(2));
        assertThat(twice.omitted()).isZero();
    }

    @Test
    void theFirstOnesAreKeptAndTheRestIsCounted() {
        Causes many = events(0, Causes.BOUND + 5);

        assertThat(many.all()).hasSize(Causes.BOUND).startsWith(new Event(0)).endsWith(new Event(Causes.BOUND - 1));
        assertThat(many.omitted()).isEqualTo(5);
        assertThat(many.and(events(3, 4)))
                .as("one that is there is not omitted")
                .isEqualTo(many);
        assertThat(events(0, 1).and(many).omitted())
                .as("what was omitted stays so")
                .isEqualTo(5);
    }

    @Test
    void nothingAddsNothing() {
        Causes some = events(0, 2);

        assertThat(some.and(Causes.NONE)).isSameAs(some);
        assertThat(Causes.NONE.and(some)).isSameAs(some);
        assertThat(Causes.NONE.isEmpty()).isTrue();
        assertThat(some.isEmpty()).isFalse();
    }

    @Test
    void itCannotBeMadeTooLarge() {
        List<Cause> nine = new ArrayList<>(Collections.nCopies(Causes.BOUND + 1, new Event(1)));

        assertThatThrownBy(() -> new Causes(nine, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Causes(List.of(), -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
