package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.informer.EventHandler;
import dev.konverge.informer.ListerWatcher;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Looks on while objects of a kind are made, and knows which were made twice. */
final class Births implements AutoCloseable {
    private final Map<Key, Set<String>> uids = new ConcurrentHashMap<>();
    private final TestCluster cluster;
    private final SharedInformer.Running running;

    private <T extends Resource> Births(TestCluster cluster, ResourceType<T> type) {
        this.cluster = cluster;
        SharedInformer<T> informer = SharedInformer.builder(
                        cluster.platform(),
                        ListerWatcher.of(cluster.clients().resource(type).in("default")))
                .build();
        informer.addHandler(EventHandler.<T>functions().onAdd(this::seen).onUpdate((before, after) -> seen(after)));
        this.running = informer.start();
    }

    static Births of(TestCluster cluster, ResourceType<?> type) {
        return new Births(cluster, type);
    }

    private void seen(Resource object) {
        uids.computeIfAbsent(object.key(), key -> ConcurrentHashMap.newKeySet())
                .add(String.valueOf(object.metadata().uid()));
    }

    /** Fails unless each object of those names was made once, and no other was made. */
    void wereOnlyOnce(List<String> names) {
        Map<String, Integer> expected = new TreeMap<>();
        names.forEach(name -> expected.put(name, 1));
        // Its own watch has the same troubles as everybody's.
        cluster.eventually(() -> assertThat(counts()).isEqualTo(expected));
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        uids.forEach((key, seen) -> counts.put(key.name(), seen.size()));
        counts.remove("kube-root-ca.crt");
        return counts;
    }

    @Override
    public void close() {
        running.close();
    }
}
