package dev.konverge.controller;

import dev.konverge.informer.IndexFunction;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller's index of a cache that it shares with others: an object that it fails for is filed under nothing, and costs nobody else the cache.
 * Safe for use by many threads, if the function is.
 */
final class LenientIndex<R extends Resource> implements IndexFunction<R> {
    private static final Logger LOG = LoggerFactory.getLogger(LenientIndex.class);

    /** So many failures are remembered; with more, one may be told again. */
    private static final int REMEMBERED = 1000;

    private final String controller;
    private final String name;
    private final IndexFunction<? super R> values;

    /** The versions of those that it fails for: a store asks about each more than once, and once is enough to be told. */
    private final Map<Key, String> told = new ConcurrentHashMap<>(0);

    LenientIndex(String controller, String name, IndexFunction<? super R> values) {
        this.controller = controller;
        this.name = name;
        this.values = values;
    }

    @Override
    public List<String> valuesOf(R object) {
        try {
            List<String> all = values.valuesOf(object);
            for (int i = 0; i < all.size(); i++) {
                Objects.requireNonNull(all.get(i), "a value is null");
            }
            return all;
        } catch (RuntimeException | Error failure) {
            String version = Objects.requireNonNullElse(object.metadata().resourceVersion(), "");
            if (told.size() == REMEMBERED) {
                told.clear();
            }
            if (!version.equals(told.put(object.key(), version))) {
                LOG.atError()
                        .addKeyValue("controller", controller)
                        .addKeyValue("index", name)
                        .addKeyValue("key", object.key())
                        .setCause(failure)
                        .log("an index fails for an object; it is filed under nothing there");
            }
            return List.of();
        }
    }
}
