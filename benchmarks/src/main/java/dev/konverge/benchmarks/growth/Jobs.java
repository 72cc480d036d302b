package dev.konverge.benchmarks.growth;

import dev.konverge.base.Platform;
import dev.konverge.benchmarks.codec.PodCorpus;
import dev.konverge.informer.IndexFunction;
import dev.konverge.informer.Indexer;
import dev.konverge.informer.StoreConfig;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonLists;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The jobs of single parts: no server, no client. */
final class Jobs {
    private static final String BUCKET = "bucket";
    private static final int PER_BUCKET = 50;

    private Jobs() {}

    static Job.Prepared decode(int pods) {
        byte[] list = new PodCorpus(1, PodCorpus.PODS_PER_WORKLOAD).list(pods);
        return () -> {
            int read = JsonLists.read(list, Pod.TYPE, DecodeOptions.STANDARD.withSharing())
                    .items()
                    .size();
            expect(pods, read);
        };
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
        return () -> {
            for (int i = 0; i < objects; i++) {
                expect(
                        PER_BUCKET,
                        store.byIndex(BUCKET, Integer.toString(i / PER_BUCKET)).size());
            }
        };
    }

    static Job.Prepared queue(int keys) {
        WorkQueue<Integer> queue = WorkQueue.<Integer>builder(Platform.real()).build();
        return new Job.Prepared() {
            @Override
            public void run() throws InterruptedException {
                for (int i = 0; i < keys; i++) {
                    queue.add(i);
                }
                for (int i = 0; i < keys; i++) {
                    try (Claim<Integer> claim = queue.get()) {
                        expect(1, claim == null ? 0 : 1);
                    }
                }
            }

            @Override
            public void close() {
                queue.shutDown();
            }
        };
    }

    static Job.Prepared delayed(int keys) {
        WorkQueue<Integer> queue = WorkQueue.<Integer>builder(Platform.real()).build();
        return new Job.Prepared() {
            @Override
            public void run() {
                for (int i = 0; i < keys; i++) {
                    // Steps of a large prime: no order that would make it easy.
                    queue.addAfter(i, Duration.ofHours(1).plusNanos(i * 7_368_787L % 1_000_003));
                }
            }

            @Override
            public void close() {
                queue.shutDown();
            }
        };
    }

    /** A figure of work that was not done would be worth nothing. */
    static void expect(int wanted, int done) {
        if (wanted != done) {
            throw new IllegalStateException("done " + done + " of " + wanted);
        }
    }
}
