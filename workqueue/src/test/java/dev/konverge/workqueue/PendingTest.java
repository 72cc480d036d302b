package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PendingTest {
    private final Pending<String> pending = new Pending<>();

    private void note(String key, boolean again, int known) {
        pending.note(key, KeySlab.hash(key), again, known);
    }

    private boolean has(String key) {
        return pending.has(key, KeySlab.hash(key));
    }

    @Test
    void nothingIsKeptUntilAKeyIsAddedAgain() {
        note("a", false, 1);
        assertThat(has("a")).isFalse();
        note("a", true, 1);
        note("b", false, 2);
        assertThat(has("a")).isTrue();
        assertThat(has("b")).isTrue();
    }

    @Test
    void anEqualKeyIsTheSameKey() {
        note("key", true, 1);
        assertThat(has(String.valueOf(new char[] {'k', 'e', 'y'}))).isTrue();
    }

    @Test
    void aKeyWhoseHandOutBeginsIsForgotten() {
        note("a", true, 1);
        pending.forget("a", KeySlab.hash("a"));
        assertThat(has("a")).isFalse();
    }

    /** Keys with the same hash code, so with the same places whatever the size. */
    private static final List<String> ALIKE = List.of("AaAa", "AaBB", "BBAa");

    @Test
    void ofKeysWithTheSamePlacesTwoAreKnownTheLatestAmongThem() {
        note(ALIKE.get(0), true, 3);
        note(ALIKE.get(1), false, 3);
        assertThat(ALIKE).filteredOn(this::has).containsExactly(ALIKE.get(0), ALIKE.get(1));
        note(ALIKE.get(2), false, 3);
        assertThat(ALIKE).filteredOn(this::has).hasSize(2).contains(ALIKE.get(2));
    }

    @Test
    void forgettingAKeyLeavesTheOneBesideIt() {
        note(ALIKE.get(0), true, 2);
        note(ALIKE.get(1), false, 2);
        pending.forget(ALIKE.get(0), KeySlab.hash(ALIKE.get(0)));
        assertThat(ALIKE).filteredOn(this::has).containsExactly(ALIKE.get(1));
    }

    @Test
    void aKeyNeverHasBothPlaces() {
        note(ALIKE.get(0), true, 2);
        note(ALIKE.get(1), false, 2);
        pending.forget(ALIKE.get(0), KeySlab.hash(ALIKE.get(0)));
        note(ALIKE.get(1), true, 2);
        pending.forget(ALIKE.get(1), KeySlab.hash(ALIKE.get(1)));
        assertThat(ALIKE).filteredOn(this::has).isEmpty();
    }

    @Test
    void growingForgetsButNeverNamesAKeyThatIsNot() {
        note("a", true, 1);
        note("b", true, 1_000);
        assertThat(has("a")).isFalse();
        assertThat(has("b")).isTrue();
    }

    @Test
    void clearForgetsAll() {
        note("a", true, 1);
        pending.clear();
        assertThat(has("a")).isFalse();
    }

    /** A key during whose comparison something happens, once, as if another thread did it. */
    private static final class Watched {
        private Runnable meanwhile = () -> {};

        @Override
        public boolean equals(@Nullable Object other) {
            Runnable now = meanwhile;
            meanwhile = () -> {};
            now.run();
            return other == this;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    private final Pending<Watched> raced = new Pending<>();
    private final Watched key = new Watched();

    @Test
    void aKeyThatIsHandedOutWhileOneLooksIsNotPending() {
        raced.note(key, 1, true, 1);
        key.meanwhile = () -> raced.forget(key, 1);
        assertThat(raced.has(key, 1)).isFalse();
    }

    @Test
    void aKeyThatIsHandedOutAfterTheTableHasGrownIsNotPendingForWhoLooksAtTheOldOne() {
        raced.note(key, 1, true, 1);
        key.meanwhile = () -> {
            raced.note(new Watched(), 2, true, 1_000);
            raced.forget(key, 1);
        };
        assertThat(raced.has(key, 1)).isFalse();
    }
}
