package dev.konverge.informer;

import dev.konverge.base.Platform;
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
import java.util.function.UnaryOperator;

/**
 * Compares some of the server's objects with the copy: the first pages of a namespace drawn at random, or of all.
 *
 * <p>Between two watches nothing arrives, so once the queue is empty the copy must be what the server had at exactly the version
 * at which the last watch ended; and a server tells what it had at a version. No change can come in between, so every difference
 * is a defect, of this side or the other.
 *
 * <p>Pages can be read only one after the other, and a token to go on with is for a version that is forgotten by the next check. So
 * each check begins with the first page and reads as many as it has drawn: at least <i>n</i> of them in one check out of <i>n</i>.
 * Every object has its turn, and what is read on average grows with the logarithm of the size. If the server's count is not that of
 * the copy, everything is read.
 *
 * <p>What cannot be transformed is not in the copy on purpose, or not in its last state; reading it anew would not help. Whether that is so is
 * asked of the transform: an object that it takes by now is missing.
 */
final class SampledSelfCheck<T extends Resource> implements SelfCheck<T> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMillis(10);

    private final Platform platform;
    private final Indexer<T> copy;
    private final DeltaQueue<T> queue;

    /** How many objects of the server were passed over when all were last compared. */
    private int passedOver;

    /** @param queue what the copy is fed by */
    SampledSelfCheck(Platform platform, Indexer<T> copy, DeltaQueue<T> queue) {
        this.platform = platform;
        this.copy = copy;
        this.queue = queue;
    }

    @Override
    public Finding compare(ListerWatcher<T> source, String version) throws InterruptedException {
        ResourceVersion reached = ResourceVersion.of(version);
        if (!reached.isComparable()) {
            return Finding.NOTHING;
        }
        if (!isSettled(reached)) {
            throw new IllegalStateException("the copy is behind, at " + copy.version() + " instead of " + version);
        }
        String namespace = sample();
        Comparison<T> comparison = new Comparison<>(namespace, copy.snapshot(), queue.transform());
        ListOptions options = ListOptions.NONE
                .withFieldSelector(namespace.isEmpty() ? "" : "metadata.namespace=" + namespace)
                .withLimit(Pager.PAGE_SIZE);
        ResourceList<T> page = source.list(options.withResourceVersion(version).withResourceVersionMatch("Exact"));
        comparison.add(page);
        double pages = comparison.countDiffers(page, passedOver) ? Double.POSITIVE_INFINITY : depth();
        for (int read = 1; read < pages && !comparison.isWhole(); read++) {
            comparison.add(source.list(options.withContinueToken(comparison.token)));
        }
        if (comparison.isWhole() && namespace.isEmpty()) {
            passedOver = comparison.passedOver;
        }
        return comparison.finding();
    }

    /** {@return whether all that was handed on up to the version is in the copy, waiting for it} */
    private boolean isSettled(ResourceVersion reached) throws InterruptedException {
        if (!(queue instanceof DeltaFifo<T>)) {
            // What the store did not take leaves it behind for good, and is a difference to be found.
            return copy.awaitVersion(reached, PATIENCE) || queue.size() == 0;
        }
        // It drops bookmarks and hands out no order of versions. But it is empty only when all has been processed.
        long deadline = platform.clock().deadlineAfter(PATIENCE);
        while (queue.size() > 0) {
            if (platform.clock().nanoTime() >= deadline) {
                return false;
            }
            platform.sleep(STEP);
        }
        return true;
    }

    /** {@return a namespace; empty for the objects of all} */
    private String sample() {
        List<String> namespaces = new ArrayList<>(copy.listIndexValues(IndexFunction.NAMESPACE));
        namespaces.add("");
        return namespaces.get(platform.random().nextInt(namespaces.size()));
    }

    /** {@return how many pages to read: n or more with a probability of 1/n} */
    private double depth() {
        return Math.floor(1 / (1 - platform.random().nextDouble()));
    }

    /** What has been read so far, beside the copy. */
    private static final class Comparison<T extends Resource> {
        private final String namespace;
        private final IndexView<T> copy;
        private final UnaryOperator<T> transform;
        private final Set<Key> listed = new HashSet<>();
        private final List<Key> missing = new ArrayList<>();
        private final List<Key> stale = new ArrayList<>();
        private int passedOver;

        /** The end of what was read: an object of the server, of whatever namespace. */
        private Key last = Key.of("");

        /** How to go on; empty at the end. */
        private String token = "";

        Comparison(String namespace, IndexView<T> copy, UnaryOperator<T> transform) {
            this.namespace = namespace;
            this.copy = copy;
            this.transform = transform;
        }

        boolean isWhole() {
            return token.isEmpty();
        }

        void add(ResourceList<T> page) {
            String more = page.metadata().continue_();
            token = more == null ? "" : more;
            for (T object : page.items()) {
                last = object.key();
                // A tweak may have put another field selector in the place of ours.
                if (namespace.isEmpty() || last.namespace().equals(namespace)) {
                    listed.add(last);
                    compare(object);
                }
            }
        }

        private void compare(T object) {
            T known = copy.findByKey(last).orElse(null);
            if (known != null && !differs(known, object)) {
                return;
            }
            if (isPassedOver(object)) {
                passedOver += known == null ? 1 : 0;
            } else {
                (known == null ? missing : stale).add(last);
            }
        }

        private boolean isPassedOver(T object) {
            try {
                Keys.transformed(transform, object);
                return false;
            } catch (TransformException unfit) {
                return true;
            }
        }

        /** A transform may have dropped the version; then there is nothing to compare. */
        private static boolean differs(Resource known, Resource listed) {
            String version = known.metadata().resourceVersion();
            return version != null && !version.equals(listed.metadata().resourceVersion());
        }

        /** {@return whether the server has more or fewer objects, by a count that it gives only where nothing is selected} */
        boolean countDiffers(ResourceList<T> first, int expectedBeside) {
            Long remaining = first.metadata().remainingItemCount();
            return namespace.isEmpty()
                    && remaining != null
                    && first.items().size() + remaining != copy.size() + expectedBeside;
        }

        Finding finding() {
            return new Finding(listed.size(), missing, surplus(), stale);
        }

        /** {@return what the copy has and the server should have: if there are more pages, only up to the last object} */
        private List<Key> surplus() {
            List<Key> known =
                    namespace.isEmpty() ? copy.listKeys() : copy.indexKeys(IndexFunction.NAMESPACE, namespace);
            return known.stream()
                    .filter(key -> !listed.contains(key))
                    .filter(key -> isWhole() || key.compareTo(last) < 0)
                    .toList();
        }
    }
}
