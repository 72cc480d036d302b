package dev.konverge.controller.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import java.util.regex.Pattern;
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

    @Test
    void whatIsAValidNameIsWhatThePatternOfSubdomainsSays() {
        Pattern subdomain = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = random.nextInt(7); length > 0; length--) {
                name.append("az09-.._Aé-".charAt(random.nextInt(11)));
            }
            assertThat(EventNames.isValid(name.toString()))
                    .as("\"%s\"", name)
                    .isEqualTo(subdomain.matcher(name).matches());
        }
    }
}
