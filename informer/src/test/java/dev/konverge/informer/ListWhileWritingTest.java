package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.model.Key;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers do not stop writers, however much they read. */
@Timeout(60)
class ListWhileWritingTest {
    private static final int OBJECTS = 100_000;

    /** Holds whoever reads as {@link #reader}, half-way through. */
    private static final class Gate {
        private final AtomicReference<Thread> reader = new AtomicReference<>();
        private final CountDownLatch halfWay = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private int seen;

        void pass() {
            if (Thread.currentThread().equals(reader.get()) && ++seen == OBJECTS / 2) {
                halfWay.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private record Watched(ObjectMeta meta, Gate gate) implements Resource {
        @Override
        public ObjectMeta metadata() {
            gate.pass();
            return meta;
        }

        @Override
        public ResourceType<?> resourceType() {
            return MutableThing.TYPE;
        }
    }

    private final Gate gate = new Gate();

    private Watched object(int number) {
        return new Watched(
                ObjectMeta.builder()
                        .namespace("ns")
                        .name("o" + number)
                        .putLabels("app", "web")
                        .build(),
                gate);
    }

    @Test
    void aListThatIsHalfWayThroughDoesNotStopAWriter() throws InterruptedException {
        Platform platform = Platform.real();
        Indexer<Watched> copy = Indexer.of(platform, StoreConfig.<Watched>ofResources());
        List<Watched> objects = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            objects.add(object(i));
        }
        copy.replace(objects, ResourceVersion.of("1"));
        Lister<Watched> lister = Lister.of(copy, MutableThing.TYPE);
        List<Watched> read = new ArrayList<>();
        try (Task reader = platform.start("reader", () -> {
            gate.reader.set(Thread.currentThread());
            read.addAll(lister.list(Selector.parse("app=web")));
        })) {
            gate.halfWay.await();
            copy.add(object(OBJECTS));
            copy.update(object(0));
            copy.deleteByKey(Key.of("ns", "o1"));
            assertThat(copy.size()).isEqualTo(OBJECTS);
            copy.replace(List.of(object(7)), ResourceVersion.of("2"));
            assertThat(copy.listKeys()).containsExactly(Key.of("ns", "o7"));
            assertThat(reader.isDone()).as("the reader is still at it").isFalse();
            gate.goOn.countDown();
            assertThat(reader.join(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(read).as("what there was when it began").hasSize(OBJECTS).containsAll(objects.subList(0, 10));
    }

    /** Nobody can be held inside of the copying itself; but who copies under a lock has to wait for who writes. */
    @Test
    void aListIsMadeWhileAWriterIsHalfWayThrough() throws InterruptedException {
        Platform platform = Platform.real();
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Indexer<Watched> copy = Indexer.of(platform, StoreConfig.<Watched>ofResources());
        copy.replace(List.of(object(1), object(2)), ResourceVersion.of("1"));
        copy.addIndexers(Map.of("slow", object -> {
            if (object.key().name().equals("o3")) {
                writing.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return List.of("x");
        }));
        try (Task writer = platform.start("writer", () -> copy.add(object(3)))) {
            writing.await();
            assertThat(copy.list()).hasSize(2);
            assertThat(copy.byIndex("slow", "x")).hasSize(2);
            assertThat(Lister.of(copy, MutableThing.TYPE).list(Selector.parse("app=web")))
                    .hasSize(2);
            assertThat(writer.isDone()).as("the writer is still at it").isFalse();
            goOn.countDown();
            assertThat(writer.join(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(copy.list()).hasSize(3);
    }
}
