package dev.konverge.controller.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** EV-2. */
class EventNamesTest {
    private static final Instant TIME = Instant.ofEpochSecond(0, 255);
    private final EventNames names = new EventNames(new Random(1));

    @Test
    void aNameIsTheObjectsAndTheTimeInNanoseconds() {
        assertThat(names.next("web", TIME)).isEqualTo("web.ff");
    }

    @Test
    void twoEventsOfTheSameMomentHaveDifferentNames() {
        assertThat(names.next("web", TIME)).isNotEqualTo(names.next("web", TIME));
    }

    @Test
    void anObjectWhoseNameCannotBePartOfOneGetsARandomName() {
        String uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
        assertThat(names.next("system:node", TIME)).matches(uuid);
        assertThat(names.next("Upper", TIME)).matches(uuid);
        assertThat(names.next("a".repeat(253), TIME)).matches(uuid);
        assertThat(names.next("-a", TIME)).matches(uuid);
    }
}
