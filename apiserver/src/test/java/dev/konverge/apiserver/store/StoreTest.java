package dev.konverge.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.base.Clock;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreTest {
    private final VirtualPlatform platform = new VirtualPlatform(11);
    private final Store store = new Store(platform, State.empty(State.Retention.USUAL));

    @AfterEach
    void close() {
        platform.close();
    }

    private static Json.Obj content(long value) {
        return Tree.of("metadata", Tree.of("name", "x"), "value", value);
    }

    @Test
    void aWriteThatStartedFromAnOldStateIsRefused() {
        Change made = store.write("things", "a", null, content(1));
        assertThat(made).isNotNull();
        assertThat(store.write("things", "a", null, content(2))).isNull();
        Stored first = store.state().find("things", "a");
        assertThat(store.write("things", "a", first, content(2))).isNotNull();
        assertThat(store.write("things", "a", first, content(3))).isNull();
        assertThat(store.state().revision()).isEqualTo(3);
    }

    @Test
    void noUpdateIsLostHoweverManyWrite() {
        store.write("things", "n", null, content(0));
        List<Task> writers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            writers.add(platform.start("writer-" + i, () -> {
                for (int k = 0; k < 20; k++) {
                    increment();
                    platform.sleep(Duration.ofMillis(1));
                }
            }));
        }
        assertThat(await(() -> writers.stream().allMatch(Task::isDone))).isTrue();
        Stored last = Objects.requireNonNull(store.state().find("things", "n"));
        assertThat(Tree.number(last.content(), "value")).isEqualTo(200);
        writers.forEach(Task::close);
    }

    private void increment() {
        Change done = null;
        while (done == null) {
            Stored live = store.state().find("things", "n");
            if (live == null) {
                throw new AssertionError("the counter is gone");
            }
            done = store.write("things", "n", live, content(Tree.number(live.content(), "value") + 1));
        }
    }

    private boolean await(BooleanSupplier condition) {
        try {
            return platform.runUntil(condition, Duration.ofMinutes(1));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoWaitsForARevisionIsWokenOrGivesUp() throws Exception {
        assertThat(store.awaitRevision(5, platform.clock().deadlineAfter(Duration.ofSeconds(3))))
                .isFalse();
        Task writer = platform.start("writer", () -> {
            platform.sleep(Duration.ofSeconds(1));
            store.write("things", "a", null, content(1));
        });
        assertThat(store.awaitRevision(2, platform.clock().deadlineAfter(Duration.ofSeconds(3))))
                .isTrue();
        writer.close();
    }

    @Test
    void whoWaitsForACollectionSleepsThroughChangesOfOthers() throws Exception {
        List<String> woken = new ArrayList<>();
        Task waiter = platform.start("waiter", () -> {
            store.awaitChange("things", 1, () -> false, Clock.NEVER);
            woken.add("now");
        });
        platform.awaitQuiet();
        store.write("others", "a", null, content(1));
        platform.awaitQuiet();
        assertThat(woken).isEmpty();
        store.write("things", "a", null, content(1));
        platform.awaitQuiet();
        assertThat(woken).containsExactly("now");
        waiter.close();
    }

    @Test
    void aForkGoesItsOwnWay() {
        store.write("things", "a", null, content(1));
        Store fork = store.fork(platform);
        fork.write("things", "b", null, content(2));
        store.write("things", "c", null, content(3));
        assertThat(store.state().find("things", "b")).isNull();
        assertThat(fork.state().find("things", "c")).isNull();
        assertThat(fork.state().find("things", "a")).isSameAs(store.state().find("things", "a"));
    }
}
