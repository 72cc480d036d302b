package dev.konverge.informer;

import dev.konverge.client.ListOptions;
import dev.konverge.client.Pager;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Compares one page of the server's objects with the copy: those of a namespace drawn at random, or the first of all.
 *
 * <p>Between two watches nothing arrives, so once the queue is empty the copy must be what the server had at exactly the version
 * at which the last watch ended; and a server tells what it had at a version. No change can come in between, so every difference
 * is a defect, of this side or the other.
 */
final class SampledSelfCheck<T extends Resource> implements SelfCheck<T> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Indexer<T> copy;
    private final BooleanSupplier queueIsEmpty;
    private final RandomGenerator random;

    SampledSelfCheck(Indexer<T> copy, BooleanSupplier queueIsEmpty, RandomGenerator random) {
        this.copy = copy;
        this.queueIsEmpty = queueIsEmpty;
        this.random = random;
    }

    @Override
    public Finding compare(ListerWatcher<T> source, String version) throws InterruptedException {
        ResourceVersion reached = ResourceVersion.of(version);
        if (!reached.isComparable()) {
            return Finding.NOTHING;
        }
        // What the store did not take leaves it behind for good, and is a difference to be found.
        if (!copy.awaitVersion(reached, PATIENCE) && !queueIsEmpty.getAsBoolean()) {
            throw new IllegalStateException("the copy is behind, at " + copy.version() + " instead of " + version);
        }
        String namespace = sample();
        ResourceList<T> page = source.list(ListOptions.NONE
                .withFieldSelector(namespace.isEmpty() ? "" : "metadata.namespace=" + namespace)
                .withLimit(Pager.PAGE_SIZE)
                .withResourceVersion(version)
                .withResourceVersionMatch("Exact"));
        return difference(page, namespace, copy.snapshot());
    }

    /** {@return a namespace; empty for the first objects of all} */
    private String sample() {
        List<String> namespaces = new ArrayList<>(copy.listIndexValues(IndexFunction.NAMESPACE));
        namespaces.add("");
        return namespaces.get(random.nextInt(namespaces.size()));
    }

    private static <T extends Resource> Finding difference(ResourceList<T> page, String namespace, IndexView<T> copy) {
        List<Key> missing = new ArrayList<>();
        List<Key> stale = new ArrayList<>();
        Set<Key> listed = new HashSet<>();
        for (T object : page.items()) {
            Key key = object.key();
            // A tweak may have put another field selector in the place of ours.
            if (namespace.isEmpty() || key.namespace().equals(namespace)) {
                listed.add(key);
                T known = copy.findByKey(key).orElse(null);
                if (known == null) {
                    missing.add(key);
                } else if (differs(known, object)) {
                    stale.add(key);
                }
            }
        }
        return new Finding(listed.size(), missing, surplus(page, namespace, copy, listed), stale);
    }

    /** A transform may have dropped the version; then there is nothing to compare. */
    private static boolean differs(Resource known, Resource listed) {
        String version = known.metadata().resourceVersion();
        return version != null && !version.equals(listed.metadata().resourceVersion());
    }

    /** {@return what the copy has and the page should have: if there are more pages, only up to its last object} */
    private static <T extends Resource> List<Key> surplus(
            ResourceList<T> page, String namespace, IndexView<T> copy, Set<Key> listed) {
        String token = page.metadata().continue_();
        boolean whole = token == null || token.isEmpty();
        if (!whole && page.items().isEmpty()) {
            return List.of();
        }
        List<Key> known = namespace.isEmpty() ? copy.listKeys() : copy.indexKeys(IndexFunction.NAMESPACE, namespace);
        return known.stream()
                .filter(key -> !listed.contains(key))
                .filter(key -> whole || key.compareTo(page.items().getLast().key()) < 0)
                .toList();
    }
}
