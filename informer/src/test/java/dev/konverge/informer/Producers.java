package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Those who put into a queue while another thread takes. */
final class Producers {
    private static final Duration LONG = Duration.ofMinutes(1);

    private Producers() {}

    /**
     * Puts nine objects of each of two producers at the same time as they are consumed, and ends the consumer.
     *
     * @return the names in the order of putting: {@code x1} to {@code x9} and {@code y1} to {@code y9}
     */
    static List<String> two(
            VirtualPlatform platform, DeltaSink<ConfigMap> queue, Runnable close, Platform.Body consumption)
            throws InterruptedException {
        List<String> arrived = new ArrayList<>();
        try (Task first = platform.start("first", () -> produce(platform, queue, "x", arrived));
                Task second = platform.start("second", () -> produce(platform, queue, "y", arrived));
                Task consumer = platform.start("consumer", consumption)) {
            assertThat(first.join(LONG) && second.join(LONG)).isTrue();
            close.run();
            assertThat(consumer.join(LONG)).isTrue();
        }
        assertThat(arrived).hasSize(18);
        return arrived;
    }

    private static void produce(Platform platform, DeltaSink<ConfigMap> queue, String prefix, List<String> arrived)
            throws InterruptedException {
        for (int i = 1; i < 10; i++) {
            queue.add(thing(prefix + i, "1"));
            arrived.add(prefix + i);
            platform.sleep(Duration.ofNanos(platform.random().nextInt(3)));
        }
    }

    /**
     * Pops an item and puts another while it is processed.
     *
     * @param expected what the answer should be: a yes is waited for as long as it takes, a no for a moment
     * @return whether that was possible before the processing ended
     */
    static boolean canPutDuringPop(DeltaQueue<ConfigMap> queue, boolean expected) throws InterruptedException {
        Platform platform = Platform.real();
        List<Task> producers = new ArrayList<>();
        List<Boolean> during = new ArrayList<>();
        queue.pop((deltas, initial) -> {
            producers.add(platform.start("producer", () -> queue.add(thing("put-meanwhile", "2"))));
            during.add(joined(producers.getFirst(), expected ? LONG : Duration.ofMillis(20)));
        });
        try (Task producer = producers.getFirst()) {
            assertThat(producer.join(LONG)).isTrue();
        }
        return during.getFirst();
    }

    private static boolean joined(Task task, Duration bound) {
        try {
            return task.join(bound);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
