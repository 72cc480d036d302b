package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

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
        pending.forget(KeySlab.hash("a"));
        assertThat(has("a")).isFalse();
    }

    @Test
    void ofTwoKeysWithOnePlaceTheLaterIsKnown() {
        // The same hash code, so the same place whatever the size.
        note("Aa", true, 2);
        note("BB", false, 2);
        assertThat(has("Aa")).isFalse();
        assertThat(has("BB")).isTrue();
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
        key.meanwhile = () -> raced.forget(1);
        assertThat(raced.has(key, 1)).isFalse();
    }

    @Test
    void aKeyThatIsHandedOutAfterTheTableHasGrownIsNotPendingForWhoLooksAtTheOldOne() {
        raced.note(key, 1, true, 1);
        key.meanwhile = () -> {
            raced.note(new Watched(), 2, true, 1_000);
            raced.forget(1);
        };
        assertThat(raced.has(key, 1)).isFalse();
    }
}
