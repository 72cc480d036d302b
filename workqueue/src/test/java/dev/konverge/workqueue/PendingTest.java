package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

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
}
