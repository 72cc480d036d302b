package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A part is known by the imprint of all its bytes, and what never stays as it was is not remembered. */
class ImprintsTest {
    private static final long SEED = 20261120;
    private static final Object OWNER = new Object();
    private static final int LONG_ENOUGH = Imprints.SHORTEST;

    private static final Object[] VALUES = new Object[4_000];

    static {
        Arrays.setAll(VALUES, i -> "value " + i);
    }

    private final RandomGenerator random = new SplittableRandom(SEED);
    private final Imprints imprints = new Imprints();

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private @Nullable Object find(long object, byte[] bytes) {
        return imprints.find(object, OWNER, Sharing.ONE, bytes, 0, bytes.length);
    }

    private void learn(long object, byte[] bytes, Object value) {
        imprints.learn(object, OWNER, Sharing.ONE, bytes, 0, bytes.length, value);
    }

    @Test
    void whatStandsThereAgainIsFoundWhereverItBegins() {
        for (int length = LONG_ENOUGH; length < LONG_ENOUGH + 40; length++) {
            byte[] bytes = bytes(length + 20);
            imprints.learn(1, OWNER, Sharing.ONE, bytes, 3, 3 + length, "value " + length);
            byte[] elsewhere = new byte[length + 20];
            System.arraycopy(bytes, 3, elsewhere, 11, length);
            assertThat(imprints.find(1, OWNER, Sharing.ONE, elsewhere, 11, elsewhere.length))
                    .isEqualTo("value " + length);
            assertThat(imprints.foundLength()).isEqualTo(length);
        }
    }

    @Test
    void aPartThatDiffersInAnyByteIsNotFound() {
        for (int length = LONG_ENOUGH; length < LONG_ENOUGH + 20; length++) {
            byte[] bytes = bytes(length);
            learn(1, bytes, "value");
            for (int i = 0; i < length; i++) {
                bytes[i]++;
                assertThat(find(1, bytes))
                        .as("byte %d of %d, seed %d", i, length, SEED)
                        .isNull();
                bytes[i]--;
            }
            assertThat(find(1, bytes)).isEqualTo("value");
        }
    }

    @Test
    void aPartWhoseWordsHaveChangedPlacesIsNotFound() {
        byte[] bytes = bytes(LONG_ENOUGH);
        learn(1, bytes, "value");
        for (int from = 0; from + 32 <= bytes.length; from += 16) {
            for (int apart : new int[] {8, 16}) {
                byte[] swapped = bytes.clone();
                System.arraycopy(bytes, from, swapped, from + apart, 8);
                System.arraycopy(bytes, from + apart, swapped, from, 8);
                assertThat(find(1, swapped))
                        .as("words at %d and %d apart", from, apart)
                        .isNull();
            }
        }
    }

    @Test
    void aPartThatIsCutOffIsNotFound() {
        byte[] bytes = bytes(LONG_ENOUGH + 8);
        learn(1, bytes, "value");
        assertThat(imprints.find(1, OWNER, Sharing.ONE, bytes, 0, bytes.length - 1))
                .isNull();
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 8);
        assertThat(imprints.find(1, OWNER, Sharing.ONE, longer, 0, longer.length))
                .as("what follows is another's business")
                .isEqualTo("value");
    }

    @Test
    void whoeverReadsItAsSomethingElseDoesNotFindIt() {
        byte[] bytes = bytes(LONG_ENOUGH);
        learn(1, bytes, "value");
        assertThat(imprints.find(1, new Object(), Sharing.ONE, bytes, 0, bytes.length))
                .isNull();
        assertThat(imprints.find(1, OWNER, Sharing.LIST, bytes, 0, bytes.length))
                .isNull();
        assertThat(find(2, bytes)).isNull();
    }

    @Test
    void whatIsShortOrGoneIsNotRemembered() {
        byte[] little = bytes(LONG_ENOUGH - 1);
        learn(1, little, "value");
        assertThat(find(1, little)).isNull();
        byte[] enough = bytes(LONG_ENOUGH);
        learn(1, enough, "value");
        imprints.forget(1, OWNER, Sharing.ONE);
        assertThat(find(1, enough)).isNull();
    }

    @Test
    void whatIsKeptInThePlaceOfWhatWasReadIsFoundThen() {
        byte[] bytes = bytes(LONG_ENOUGH);
        learn(1, bytes, "read");
        imprints.kept(1, OWNER, Sharing.ONE, "another", "not this");
        assertThat(find(1, bytes)).isEqualTo("read");
        imprints.kept(1, OWNER, Sharing.ONE, "read", "kept");
        assertThat(find(1, bytes)).isEqualTo("kept");
    }

    private int remembered(byte[][] parts) {
        int found = 0;
        for (int i = 0; i < parts.length; i++) {
            found += find(i, parts[i]) == null ? 0 : 1;
        }
        return found;
    }

    private byte[][] learned(int objects) {
        byte[][] parts = new byte[objects][];
        for (int i = 0; i < objects; i++) {
            parts[i] = bytes(LONG_ENOUGH);
            learn(i, parts[i], "value " + i);
        }
        return parts;
    }

    @Test
    void ofPartsThatWereNeverSeenToStaySomeAreRemembered() {
        assertThat(remembered(learned(3_200)))
                .as("64 of 3,200, and one in sixteen of the others")
                .isBetween(64, 64 + 3_200 / 16 + 60);
    }

    @Test
    void ofPartsThatStayAllAreRemembered() {
        byte[][] some = learned(3_200);
        remembered(some);
        byte[][] all = learned(3_200);
        assertThat(remembered(all)).as("but for a few that had no room").isBetween(3_100, 3_200);
    }

    @Test
    void ofPartsThatStayNoMoreMostAreForgotten() {
        remembered(learned(3_200));
        byte[][] all = learned(3_200);
        assertThat(remembered(all)).as("but for a few that had no room").isBetween(3_100, 3_200);
        byte[] other = bytes(LONG_ENOUGH);
        for (int i = 0; i < 300; i++) {
            find(i, other);
        }
        assertThat(remembered(all)).isBetween(1, 3_200 / 16 + 60);
    }

    /** Many more than there is room for push each other out. */
    @Test
    void itIsBounded() {
        remembered(learned(3_200));
        byte[] bytes = bytes(LONG_ENOUGH);
        int most = 1 << 17;
        for (int i = 0; i < 2 * most; i++) {
            learn(i, bytes, "value");
        }
        int found = 0;
        for (int i = 0; i < 2 * most; i++) {
            found += find(i, bytes) == null ? 0 : 1;
        }
        assertThat(found).isBetween(most / 2, most);
    }

    /** Another thread says what is kept while the table grows under it: what is found was made of these bytes, whoever made it. */
    @Test
    void anotherThreadMaySayWhatIsKept() throws InterruptedException {
        int objects = 2_000;
        remembered(learned(320));
        byte[][] parts = new byte[objects][];
        for (int i = 0; i < objects; i++) {
            parts[i] = bytes(LONG_ENOUGH);
        }
        var begun = new CountDownLatch(1);
        Thread teller = Thread.ofPlatform().start(() -> {
            begun.countDown();
            for (int round = 0; round < 50; round++) {
                for (int i = 0; i < objects; i++) {
                    imprints.kept(i, OWNER, Sharing.ONE, VALUES[i], VALUES[i + objects]);
                }
            }
        });
        begun.await();
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < objects; i++) {
                Object known = find(i, parts[i]);
                if (known == null) {
                    learn(i, parts[i], VALUES[i]);
                } else {
                    assertThat(known).isIn(VALUES[i], VALUES[i + objects]);
                }
            }
        }
        teller.join();
        for (int i = 0; i < objects; i++) {
            imprints.kept(i, OWNER, Sharing.ONE, VALUES[i], VALUES[i + objects]);
            assertThat(find(i, parts[i])).isEqualTo(VALUES[i + objects]);
        }
    }
}
