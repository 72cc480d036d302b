package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FifoTest { // §1.8 FIFO, §2.2, §2.3
    private final Fifo<ConfigMap> queue = new Fifo<>(Platform.real(), KeyFunction.ofMetadata());

    private static String text(ConfigMap object) {
        return object.key().name() + object.metadata().version();
    }

    private List<String> all() throws InterruptedException {
        List<String> popped = new ArrayList<>();
        while (queue.size() > 0) {
            queue.pop((object, initial) -> popped.add(text(object)));
        }
        return popped;
    }

    // TestFIFO_addUpdate, TestFIFO_detectLineJumpers
    @Test
    void theLatestStateOfEachKeyKeepsThePlaceOfTheFirst() throws InterruptedException {
        queue.add(thing("a", "1"));
        queue.add(thing("b", "2"));
        queue.update(thing("a", "3"));
        assertThat(queue.size()).isEqualTo(2);
        assertThat(all()).containsExactly("a3", "b2");
        queue.add(thing("b", "4"));
        queue.add(thing("a", "5"));
        assertThat(all()).containsExactly("b4", "a5");
    }

    @Test
    void whatIsDeletedIsNotHandedOver() throws InterruptedException {
        queue.add(thing("a", "1"));
        queue.add(thing("b", "2"));
        queue.delete(thing("a", "3"));
        assertThat(all()).containsExactly("b2");
    }

    // TestFIFO_addReplace
    @Test
    void aListReplacesTheQueue() throws InterruptedException {
        queue.add(thing("a", "1"));
        queue.add(thing("b", "2"));
        queue.replace(List.of(thing("c", "3"), thing("a", "4")), version("4"));
        assertThat(queue.list()).containsExactlyInAnyOrder(thing("c", "3"), thing("a", "4"));
        assertThat(queue.listKeys()).containsExactlyInAnyOrder(Key.of("ns", "a"), Key.of("ns", "c"));
        assertThat(queue.findByKey(Key.of("ns", "a"))).contains(thing("a", "4"));
        assertThat(queue.findByKey(Key.of("ns", "b"))).isEmpty();
        assertThat(all()).containsExactly("c3", "a4");
    }

    @Test
    void aResyncAndABookmarkDoNothing() {
        queue.add(thing("a", "1"));
        queue.resync();
        queue.bookmark(version("2"));
        assertThat(queue.size()).isEqualTo(1);
    }

    // TestFIFO_HasSynced
    @Test
    void hasSyncedToTheLetter() throws InterruptedException {
        assertThat(queue.hasSynced()).isFalse();
        queue.replace(List.of(thing("a", "1"), thing("b", "2")), version("2"));
        List<Boolean> log = new ArrayList<>();
        Fifo.Processor<ConfigMap> processor = (object, initial) -> {
            log.add(initial);
            assertThat(queue.hasSynced()).as("only after the last is processed").isFalse();
        };
        queue.pop(processor);
        assertThat(queue.hasSynced()).isFalse();
        queue.pop(processor);
        assertThat(queue.hasSynced()).isTrue();
        assertThat(queue.synced().isDone()).isTrue();
        assertThat(log).containsExactly(true, true);
    }

    @Test
    void whatIsDeletedBeforeItWasHandedOverIsNotWaitedFor() throws InterruptedException {
        queue.replace(List.of(thing("a", "1"), thing("b", "2")), version("2"));
        queue.add(thing("c", "3"));
        queue.delete(thing("c", "4"));
        queue.delete(thing("a", "5"));
        assertThat(queue.hasSynced()).as("one is left").isFalse();
        List<Boolean> log = new ArrayList<>();
        queue.pop((object, initial) -> log.add(initial));
        assertThat(queue.hasSynced()).isTrue();
        queue.add(thing("d", "6"));
        queue.pop((object, initial) -> log.add(initial));
        assertThat(log).containsExactly(true, false);

        Fifo<ConfigMap> emptied = new Fifo<>(Platform.real(), KeyFunction.ofMetadata());
        emptied.replace(List.of(thing("a", "1")), version("1"));
        emptied.delete(thing("a", "2"));
        assertThat(emptied.synced().isDone()).isTrue();
    }

    @Test
    void aSecondListDoesNotHideTheRestOfTheFirst() throws InterruptedException {
        queue.replace(List.of(thing("a", "1"), thing("b", "1")), version("1"));
        queue.replace(List.of(), version("2"));
        assertThat(queue.hasSynced()).as("there is nothing left to hand over").isTrue();

        Fifo<ConfigMap> longer = new Fifo<>(Platform.real(), KeyFunction.ofMetadata());
        longer.replace(List.of(thing("a", "1"), thing("b", "1")), version("1"));
        longer.replace(List.of(thing("c", "2"), thing("a", "2"), thing("b", "2")), version("2"));
        longer.pop((object, initial) -> {});
        longer.pop((object, initial) -> {});
        assertThat(longer.hasSynced()).as("b is still to come").isFalse();
        longer.pop((object, initial) -> {});
        assertThat(longer.hasSynced()).isTrue();
    }

    // TestFIFO_HasSynced
    @Test
    void somethingBeforeAListIsSynced() {
        queue.add(thing("a", "1"));
        assertThat(queue.hasSynced()).isTrue();
        Fifo<ConfigMap> empty = new Fifo<>(Platform.real(), KeyFunction.ofMetadata());
        empty.replace(List.of(), version("1"));
        assertThat(empty.hasSynced()).isTrue();
        Fifo<ConfigMap> deleting = new Fifo<>(Platform.real(), KeyFunction.ofMetadata());
        deleting.delete(thing("a", "1"));
        assertThat(deleting.hasSynced()).isTrue();
    }

    @Test
    void whatFailsIsGoneUnlessItIsAskedBack() throws InterruptedException {
        queue.add(thing("a", "1"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> queue.pop((object, initial) -> {
                    throw new IllegalStateException("failed");
                }));
        assertThat(queue.size()).isZero();
        queue.add(thing("a", "2"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> queue.pop((object, initial) -> {
                    throw new RequeueException(new IllegalStateException("later"));
                }));
        assertThat(all()).containsExactly("a2");
    }

    // TestFIFO_PopShouldUnblockWhenClosed
    @Test
    void popWaitsAndEndsWhenClosed() {
        VirtualPlatform.simulate(1, platform -> {
            Fifo<ConfigMap> waiting = new Fifo<>(platform, KeyFunction.ofMetadata());
            List<String> log = new ArrayList<>();
            try (var consumer = platform.start("consumer", () -> {
                while (waiting.pop((object, initial) -> log.add(text(object)))) {}
            })) {
                platform.sleep(Duration.ofSeconds(1));
                waiting.add(thing("a", "1"));
                platform.sleep(Duration.ofSeconds(1));
                waiting.close();
                assertThat(consumer.join(Duration.ofSeconds(1))).isTrue();
            }
            assertThat(log).containsExactly("a1");
            assertThat(waiting.isClosed()).isTrue();
        });
    }

    // TestFIFO_basic
    @Test
    void theOrderOfEachProducerIsKept() { // QF-1
        for (long seed = 0; seed < 20; seed++) {
            VirtualPlatform.simulate(seed, platform -> {
                Fifo<ConfigMap> shared = new Fifo<>(platform, KeyFunction.ofMetadata());
                List<String> popped = new ArrayList<>();
                List<String> arrived = Producers.two(platform, shared, shared::close, () -> {
                    while (shared.pop(
                            (object, initial) -> popped.add(object.key().name()))) {}
                });
                assertThat(popped).isEqualTo(arrived);
            });
        }
    }
}
