package dev.konverge.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StateTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final State.Retention FOREVER = new State.Retention(Duration.ofDays(1), 100, 1_000_000);

    private static Json.Obj content(String value) {
        return Tree.of("metadata", Tree.of("name", "x", "uid", "u"), "value", value);
    }

    private static State put(State state, String key, String value) {
        return state.write("things", key, content(value), null, NOW).state();
    }

    private static List<String> keys(Snapshot snapshot) {
        List<String> keys = new ArrayList<>();
        snapshot.from("").forEach(stored -> keys.add(stored.key()));
        return keys;
    }

    @Test
    void oneRevisionCountsAllCollections() {
        State state = State.empty(FOREVER);
        assertThat(state.revision()).isEqualTo(1);
        state = put(state, "a", "1");
        state = state.write("others", "a", content("1"), null, NOW).state();
        assertThat(state.revision()).isEqualTo(3);
        assertThat(state.lastChange("things")).isEqualTo(2);
        assertThat(state.lastChange("others")).isEqualTo(3);
        assertThat(state.names()).containsExactly("others", "things");
    }

    @Test
    void anObjectTellsItsRevisionBehindItsUid() {
        State.Written written = State.empty(FOREVER).write("things", "a", content("1"), null, NOW);
        Stored stored = written.change().present();
        assertThat(stored.object().toString())
                .isEqualTo("{\"metadata\":{\"name\":\"x\",\"uid\":\"u\",\"resourceVersion\":\"2\"},\"value\":\"1\"}");
        assertThat(stored.json()).isSameAs(stored.json());
        State gone = written.state().write("things", "a", null, null, NOW).state();
        Change end = gone.changes("things", 2, 10).get(0);
        assertThat(end.after()).isNull();
        assertThat(end.present().revision()).isEqualTo(3);
        assertThat(end.present().content()).isEqualTo(stored.content());
    }

    @Test
    void whatIsNotThereCannotBeDeleted() {
        assertThatThrownBy(() -> State.empty(FOREVER).write("things", "a", null, null, NOW))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a of things");
    }

    @Test
    void everyRevisionCanBeReadAgain() {
        for (long seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            State state = State.empty(FOREVER);
            Map<Long, List<String>> model = new HashMap<>();
            TreeMap<String, String> current = new TreeMap<>();
            model.put(1L, List.of());
            for (int i = 0; i < 400; i++) {
                String key = "k" + random.nextInt(40);
                boolean delete = current.containsKey(key) && random.nextBoolean();
                String collection = random.nextInt(5) == 0 ? "noise" : "things";
                if (collection.equals("noise")) {
                    state = state.write("noise", key, content("n"), null, NOW).state();
                } else if (delete) {
                    current.remove(key);
                    state = state.write("things", key, null, null, NOW).state();
                } else {
                    current.put(key, Integer.toString(i));
                    state = put(state, key, Integer.toString(i));
                }
                model.put(state.revision(), List.copyOf(current.keySet()));
            }
            for (Map.Entry<Long, List<String>> past : model.entrySet()) {
                Snapshot snapshot = Objects.requireNonNull(state.objectsAt("things", past.getKey()));
                assertThat(keys(snapshot))
                        .describedAs("seed %d, revision %d", seed, past.getKey())
                        .isEqualTo(past.getValue());
                assertThat(snapshot.revision()).isEqualTo(past.getKey());
            }
        }
    }

    @Test
    void changesComeInOrderFromAnyRevisionOn() {
        State state = State.empty(FOREVER);
        for (int i = 0; i < 300; i++) {
            state = put(state, "k" + i % 7, Integer.toString(i));
        }
        for (long from : new long[] {0, 1, 2, 63, 64, 65, 66, 129, 250, 300, 301, 400}) {
            List<Long> revisions = state.changes("things", from, 1000).stream()
                    .map(Change::revision)
                    .toList();
            List<Long> expected = new ArrayList<>();
            for (long revision = Math.max(2, from + 1); revision <= 301; revision++) {
                expected.add(revision);
            }
            assertThat(revisions).describedAs("from %d", from).isEqualTo(expected);
        }
        assertThat(state.changes("things", 10, 3)).extracting(Change::revision).containsExactly(11L, 12L, 13L);
    }

    @Test
    void compactionForgetsThePastAndNothingElse() {
        State state = State.empty(FOREVER);
        for (int i = 0; i < 200; i++) {
            state = put(state, "k" + i, "v");
        }
        State compacted = state.compact(150);
        assertThat(compacted.objectsAt("things", 149)).isNull();
        assertThat(compacted.objectsAt("things", 150)).isNotNull();
        assertThat(compacted.forgotten("things")).isEqualTo(150);
        assertThat(compacted.lastForgotten("things")).isEqualTo(150);
        assertThat(compacted.forgotten("others")).isEqualTo(150);
        assertThat(compacted.lastForgotten("others")).isZero();
        assertThat(compacted.changes("things", 150, 1000)).hasSize(51);
        assertThat(compacted.count("things")).isEqualTo(200);
        assertThat(state.objectsAt("things", 2)).isNotNull();
        assertThat(compacted.compact(100)).isSameAs(compacted);
    }

    @Test
    void thePastIsForgottenByAgeAndByNumber() {
        State.Retention brief = new State.Retention(Duration.ofMinutes(5), 100, 1000);
        State state = State.empty(brief);
        for (int i = 0; i < 500; i++) {
            state = state.write("things", "k", content("v" + i), null, NOW).state();
        }
        assertThat(state.forgotten("things")).isZero();
        state = state.write("things", "k", content("late"), null, NOW.plus(Duration.ofMinutes(6)))
                .state();
        long forgotten = state.forgotten("things");
        assertThat(forgotten).isBetween(300L, 402L);
        assertThat(state.changes("things", forgotten, 1000).get(0).revision()).isEqualTo(forgotten + 1);
        for (int i = 0; i < 2000; i++) {
            state = state.write("things", "k", content("w" + i), null, NOW.plus(Duration.ofMinutes(6)))
                    .state();
        }
        assertThat(state.revision() - state.forgotten("things")).isBetween(900L, 1000L);
    }

    @Test
    void thePastOfACollectionAtRestIsForgottenWhileOthersAreWritten() {
        State.Retention brief = new State.Retention(Duration.ofMinutes(5), 100, 1000);
        State state = State.empty(brief);
        for (int i = 0; i < 500; i++) {
            state = state.write("things", "k", content("v" + i), null, NOW).state();
        }
        state = state.write("others", "k", content("v"), null, NOW.plus(Duration.ofMinutes(6)))
                .state();
        long forgotten = state.forgotten("things");
        assertThat(forgotten).isBetween(300L, 402L);
        assertThat(state.changes("things", forgotten, 1000)).hasSizeGreaterThanOrEqualTo(100);
        assertThat(state.count("things")).isEqualTo(1);
    }

    @Test
    void nothingIsLeftOfThePastOfACollectionThatIsEmptyAndAtRest() {
        State state = put(State.empty(State.Retention.USUAL), "a", "1");
        state = state.write("things", "a", null, null, NOW).state();
        state = state.write("others", "k", content("v"), null, NOW.plus(Duration.ofMinutes(4)))
                .state();
        assertThat(state.changes("things", 0, 10)).hasSize(2);
        assertThat(state.forgotten("things")).isZero();
        state = state.write("others", "k", content("w"), null, NOW.plus(Duration.ofMinutes(6)))
                .state();
        assertThat(state.changes("things", 0, 10)).isEmpty();
        // Whoever has not seen its end yet must not believe that there was none.
        assertThat(state.forgotten("things")).isEqualTo(3);
        assertThat(state.lastChange("things")).isEqualTo(3);
        assertThat(state.objectsAt("things", 2)).isNull();
        state = state.write("things", "b", content("1"), null, NOW.plus(Duration.ofMinutes(7)))
                .state();
        assertThat(state.changes("things", 3, 10)).hasSize(1);
        assertThat(keys(Objects.requireNonNull(state.objectsAt("things", 4)))).isEmpty();
    }

    @Test
    void twoWaysFromOneStateDoNotMeet() {
        State shared = State.empty(FOREVER);
        for (int i = 0; i < 70; i++) {
            shared = put(shared, "k" + i, "v");
        }
        State left = shared;
        State right = shared;
        for (int i = 0; i < 100; i++) {
            left = put(left, "left" + i, "l");
            right = put(right, "right" + i, "r");
        }
        assertThat(left.changes("things", 71, 1000))
                .allMatch(change -> change.key().startsWith("left"));
        assertThat(right.changes("things", 71, 1000))
                .allMatch(change -> change.key().startsWith("right"));
        assertThat(right.changes("things", 71, 1000)).hasSize(100);
        assertThat(keys(left.objects("things"))).noneMatch(key -> key.startsWith("right"));
        assertThat(shared.changes("things", 0, 1000)).hasSize(70);
    }

    @Test
    void changesOfAllCollectionsAreOneSequence() {
        State state = State.empty(FOREVER);
        state = put(state, "a", "1");
        state = state.write("others", "b", content("1"), null, NOW).state();
        state = put(state, "c", "1");
        assertThat(state.changes(2))
                .extracting(
                        located -> located.collection() + " " + located.change().key())
                .containsExactly("others b", "things c");
    }

    @Test
    void encodingsAreMadeOnce() {
        Change change = State.empty(FOREVER)
                .write("things", "a", content("1"), null, NOW)
                .change();
        byte[] first = change.encoded("form", () -> new byte[] {1});
        assertThat(change.encoded("form", () -> new byte[] {2})).isSameAs(first);
        assertThat(change.encoded("other", () -> new byte[] {3})).containsExactly(3);
    }

    @Test
    void countsWithinAPrefix() {
        State state = State.empty(FOREVER);
        for (String key : List.of("a/1", "a/2", "a/3", "ab/1", "b/1")) {
            state = put(state, key, "v");
        }
        Snapshot snapshot = state.objects("things");
        assertThat(snapshot.countFrom("a/", "a/")).isEqualTo(3);
        assertThat(snapshot.countFrom("a/", "a/2")).isEqualTo(2);
        assertThat(snapshot.countFrom("", "")).isEqualTo(5);
    }
}
