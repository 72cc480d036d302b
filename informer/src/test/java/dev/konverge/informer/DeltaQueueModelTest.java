package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every queue with a store behind it, through random events and pops at random times: whatever the queue does, the store ends up
 * with what the server has.
 */
class DeltaQueueModelTest {
    private enum Kind {
        DELTA_FIFO,
        DELTA_FIFO_SYNC,
        REAL_ATOMIC,
        REAL_PER_OBJECT
    }

    @Test
    void theStoreEndsUpWithWhatTheServerHas() throws InterruptedException {
        for (Kind kind : Kind.values()) {
            for (long seed = 0; seed < 300; seed++) {
                try {
                    new Run(kind, seed).run();
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError(kind + ", seed " + seed, e);
                }
            }
        }
    }

    private static final class Run implements DeltaProcessor<ConfigMap> {
        private final Random random;
        private final Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.<ConfigMap>ofResources());
        private final DeltaQueue<ConfigMap> queue;
        private final Map<Key, ConfigMap> server = new TreeMap<>();
        private int count;
        private int listed = -1;

        Run(Kind kind, long seed) {
            this.random = new Random(seed);
            DeltaFifo.Config<ConfigMap> compacting =
                    DeltaFifo.Config.of(KeyFunction.<ConfigMap>ofMetadata()).withKnown(store);
            RealFifo.Config<ConfigMap> real = RealFifo.Config.of(KeyFunction.ofMetadata());
            this.queue = switch (kind) {
                case DELTA_FIFO -> new DeltaFifo<>(Platform.real(), compacting);
                case DELTA_FIFO_SYNC -> new DeltaFifo<>(Platform.real(), compacting.withForm(DeltaFifo.ListForm.SYNC));
                case REAL_ATOMIC -> new RealFifo<>(Platform.real(), real);
                case REAL_PER_OBJECT ->
                    new RealFifo<>(Platform.real(), real.withMode(new RealFifo.Mode.PerObject<>(store)));
            };
        }

        void run() throws InterruptedException {
            list();
            listed = queue.size();
            for (int step = random.nextInt(80); step > 0; step--) {
                if (random.nextInt(3) == 0 && queue.size() > 0) {
                    pop();
                } else {
                    event();
                }
            }
            while (queue.size() > 0) {
                pop();
            }
            assertThat(queue.hasSynced()).isTrue();
            assertThat(store.list()).containsExactlyInAnyOrderElementsOf(server.values());
        }

        private void pop() throws InterruptedException {
            boolean popped = random.nextBoolean() ? queue.pop(this) : queue.popBatch(this);
            assertThat(popped).isTrue();
        }

        private void event() {
            ConfigMap object = thing("o" + random.nextInt(6), "" + ++count);
            boolean watched = random.nextInt(8) > 0;
            switch (random.nextInt(8)) {
                case 0 -> queue.resync();
                case 1 -> queue.bookmark(version("" + count));
                case 2 -> list();
                case 3, 4 -> {
                    boolean existed = server.remove(object.key()) != null;
                    if (watched && existed) {
                        queue.delete(object);
                    } else {
                        list();
                    }
                }
                default -> {
                    boolean existed = server.put(object.key(), object) != null;
                    if (!watched) {
                        list();
                    } else if (existed) {
                        queue.update(object);
                    } else {
                        queue.add(object);
                    }
                }
            }
        }

        private void list() {
            queue.replace(List.copyOf(server.values()), version("" + count));
        }

        @Override
        public void process(List<? extends Delta<ConfigMap>> deltas, boolean isInInitialList) {
            assertThat(isInInitialList).isEqualTo(listed > 0);
            listed--;
            deltas.forEach(this::apply);
        }

        @Override
        public void processBatch(List<Delta.OfObject<ConfigMap>> batch, boolean isInInitialList) {
            assertThat(batch).extracting(Delta.OfObject::key).doesNotHaveDuplicates();
            List<StoreOperation<ConfigMap>> operations = new ArrayList<>();
            for (Delta.OfObject<ConfigMap> delta : batch) {
                assertThat(isInInitialList).isEqualTo(listed > 0);
                listed--;
                operations.add(
                        delta instanceof Delta.Deleted<ConfigMap>(DeletedObject<ConfigMap> deleted)
                                ? new StoreOperation.Delete<>(deleted)
                                : new StoreOperation.Update<>(
                                        java.util.Objects.requireNonNull(DeltaFifoCore.lastState(delta))));
            }
            store.transaction(operations);
        }

        private void apply(Delta<ConfigMap> delta) {
            switch (delta) {
                case Delta.Added<ConfigMap> added -> store.add(added.object());
                case Delta.Updated<ConfigMap> updated -> store.update(updated.object());
                case Delta.Replaced<ConfigMap> replaced -> store.update(replaced.object());
                case Delta.Sync<ConfigMap> sync -> store.update(sync.object());
                case Delta.Deleted<ConfigMap> deleted -> store.deleteByKey(deleted.key());
                case Delta.ReplacedAll<ConfigMap> all -> store.replace(all.objects(), all.version());
                case Delta.SyncAll<ConfigMap> all -> assertThat(store.size()).isNotNegative();
                case Delta.Bookmark<ConfigMap> bookmark -> store.bookmark(bookmark.version());
            }
        }
    }
}
