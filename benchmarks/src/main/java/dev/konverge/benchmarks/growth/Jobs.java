package dev.konverge.benchmarks.growth;

import dev.konverge.base.Platform;
import dev.konverge.benchmarks.codec.PodCorpus;
import dev.konverge.informer.IndexFunction;
import dev.konverge.informer.Indexer;
import dev.konverge.informer.StoreConfig;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonLists;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.Priorities;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The jobs of single parts: no server, no client. */
final class Jobs {
    private static final String BUCKET = "bucket";
    private static final int PER_BUCKET = 50;
    private static final int KEYS_A_GROUP = 10;

    /** The priority of what a controller finds when it begins. */
    private static final int LEISURE = -100;

    private Jobs() {}

    static Job.Prepared decode(int pods) {
        byte[] list = new PodCorpus(1, PodCorpus.PODS_PER_WORKLOAD).list(pods);
        return Job.Prepared.lasting(() -> {
            int read = JsonLists.read(list, Pod.TYPE, DecodeOptions.STANDARD.withSharing())
                    .items()
                    .size();
            expect(pods, read);
            return null;
        });
    }

    static Job.Prepared encode(int pods) {
        byte[] list = new PodCorpus(1, PodCorpus.PODS_PER_WORKLOAD).list(pods);
        List<Pod> decoded = JsonLists.read(list, Pod.TYPE, DecodeOptions.STANDARD.withSharing())
                .items();
        var out = new JsonWriter(1 << 15);
        return Job.Prepared.lasting(() -> {
            long bytes = 0;
            for (Pod pod : decoded) {
                out.clear();
                Pod.CODEC.write(pod, out);
                bytes += out.size();
            }
            expect(1, bytes > list.length / 2 ? 1 : 0);
            return null;
        });
    }

    static Job.Prepared index(int objects) {
        IndexFunction<ConfigMap> bucket = map -> List.of(map.data().getOrDefault(BUCKET, ""));
        Indexer<ConfigMap> store =
                Indexer.of(Platform.real(), StoreConfig.<ConfigMap>ofResources().withIndexers(Map.of(BUCKET, bucket)));
        for (int i = 0; i < objects; i++) {
            String name = "map-" + i;
            String value = Integer.toString(i / PER_BUCKET);
            store.add(ConfigMap.builder()
                    .metadata(m -> m.namespace("default").name(name))
                    .putData(BUCKET, value)
                    .build());
        }
        return Job.Prepared.lasting(() -> {
            for (int i = 0; i < objects; i++) {
                expect(
                        PER_BUCKET,
                        store.byIndex(BUCKET, Integer.toString(i / PER_BUCKET)).size());
            }
            return null;
        });
    }

    /** A store with pods, as an informer decodes them. */
    static Job.Prepared held(int pods) {
        byte[] list = new PodCorpus(1, PodCorpus.PODS_PER_WORKLOAD).list(pods);
        return () -> {
            Indexer<Pod> store = Indexer.of(Platform.real(), StoreConfig.ofResources());
            DecodeOptions options =
                    DecodeOptions.STANDARD.withManagedFields(false).withSharing();
            JsonLists.read(list, Pod.TYPE, options).items().forEach(store::add);
            expect(pods, store.size());
            return store;
        };
    }

    static Job.Prepared queue(int keys) {
        return through(WorkQueue.<Integer>builder(Platform.real()).build(), queue -> {
            for (int i = 0; i < keys; i++) {
                queue.add(i);
            }
            takeAll(queue, keys);
        });
    }

    static Job.Prepared priorities(int keys) {
        Priorities<Integer> byGroup = Priorities.<Integer>aging().withGroups(key -> key % (keys / KEYS_A_GROUP));
        WorkQueue<Integer> usual =
                WorkQueue.<Integer>builder(Platform.real()).priorities(byGroup).build();
        return through(usual, queue -> {
            AddOptions atLeisure = AddOptions.NOW.withPriority(LEISURE);
            for (int i = 0; i < keys; i++) {
                queue.add(i, atLeisure);
            }
            for (int i = 0; i < keys; i++) {
                queue.add(i);
            }
            takeAll(queue, keys);
        });
    }

    static Job.Prepared delayed(int keys) {
        return through(WorkQueue.<Integer>builder(Platform.real()).build(), queue -> {
            for (int i = 0; i < keys; i++) {
                queue.addAfter(i, Duration.ofHours(1).plusNanos(scattered(i)));
            }
        });
    }

    static Job.Prepared due(int keys) {
        return through(WorkQueue.<Integer>builder(Platform.real()).build(), queue -> {
            for (int i = 0; i < keys; i++) {
                queue.addAfter(i, Duration.ofNanos(1 + 20 * scattered(i)));
            }
            takeAll(queue, keys);
        });
    }

    /** Up to a million, in no order that would make it easy: steps of a large prime. */
    private static long scattered(int i) {
        return i * 7_368_787L % 1_000_003;
    }

    private interface OnQueue {
        void run(WorkQueue<Integer> queue) throws InterruptedException;
    }

    private static Job.Prepared through(WorkQueue<Integer> queue, OnQueue work) {
        return new Job.Prepared() {
            @Override
            public @Nullable Object run() throws InterruptedException {
                work.run(queue);
                return null;
            }

            @Override
            public void close() {
                queue.shutDown();
            }
        };
    }

    private static void takeAll(WorkQueue<Integer> queue, int keys) throws InterruptedException {
        for (int i = 0; i < keys; i++) {
            try (Claim<Integer> claim = queue.get()) {
                expect(1, claim == null ? 0 : 1);
            }
        }
    }

    /** A figure of work that was not done would be worth nothing. */
    static void expect(int wanted, int done) {
        if (wanted != done) {
            throw new IllegalStateException("done " + done + " of " + wanted);
        }
    }
}
