package dev.konverge.informer;

import dev.konverge.client.ApiException;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Selector;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the objects of a local copy by name, by label and by index, in all namespaces or in one.
 *
 * <p>Objects come as they are stored and must not be changed. Lists are in no particular order. Nothing waits, and nothing asks
 * the server. Safe for use by many threads.
 *
 * @param <T> the type of the objects
 */
public final class Lister<T extends Resource> {
    private static final Logger LOG = LoggerFactory.getLogger(Lister.class);

    private final IndexView<T> copy;
    private final String group;
    private final String resource;
    private final String namespace;

    private Lister(IndexView<T> copy, String group, String resource, String namespace) {
        this.copy = copy;
        this.group = group;
        this.resource = resource;
        this.namespace = namespace;
    }

    /** {@return a lister of all objects of a copy} */
    public static <T extends Resource> Lister<T> of(IndexView<T> copy, ResourceType<?> type) {
        String singular = type.singular().isEmpty() ? type.kind().toLowerCase(Locale.ROOT) : type.singular();
        return new Lister<>(copy, type.group(), singular, "");
    }

    /** {@return a lister of all objects of a copy} */
    public static <T extends Resource> Lister<T> of(IndexView<T> copy, GroupVersionResource resource) {
        return new Lister<>(copy, resource.group(), resource.resource(), "");
    }

    /** {@return a lister of the objects in one namespace} An empty one stands for all. */
    public Lister<T> in(String namespace) {
        return new Lister<>(copy, group, resource, namespace);
    }

    /** {@return all objects} */
    public List<T> list() {
        if (namespace.isEmpty()) {
            return copy.list();
        }
        if (!copy.indexers().containsKey(IndexFunction.NAMESPACE)) {
            LOG.atWarn()
                    .addKeyValue("resource", resource)
                    .addKeyValue("namespace", namespace)
                    .log("listing a namespace without an index by namespace, by looking at all objects");
            return matching(copy.list(), this::isHere);
        }
        return copy.byIndex(IndexFunction.NAMESPACE, namespace);
    }

    /** {@return the objects with certain labels} */
    public List<T> list(Selector selector) {
        if (selector instanceof Selector.Nothing) {
            return List.of();
        }
        return selector.isEverything()
                ? list()
                : matching(list(), object -> selector.matches(object.metadata().labels()));
    }

    /**
     * {@return the objects with a value in an index}
     *
     * @throws UnknownIndexException if there is no such index
     */
    public List<T> byIndex(String index, String value) {
        List<T> found = copy.byIndex(index, value);
        return namespace.isEmpty() ? found : matching(found, this::isHere);
    }

    private boolean isHere(T object) {
        return namespace.equals(object.metadata().namespace());
    }

    private static <T> List<T> matching(List<T> objects, Predicate<? super T> condition) {
        return objects.stream().filter(condition).toList();
    }

    /** {@return the object of that name} In all namespaces that is the name of a cluster-scoped object. */
    public Optional<T> find(String name) {
        return copy.findByKey(Key.of(namespace, name));
    }

    /** {@return the object of that key, in whatever namespace} */
    public Optional<T> find(Key key) {
        return copy.findByKey(key);
    }

    /**
     * {@return the object of that name} In all namespaces that is the name of a cluster-scoped object.
     *
     * @throws ApiException.NotFound if there is none
     */
    public T get(String name) {
        return get(Key.of(namespace, name));
    }

    /**
     * {@return the object of that key, in whatever namespace}
     *
     * @throws ApiException.NotFound if there is none
     */
    public T get(Key key) {
        return copy.findByKey(key).orElseThrow(() -> ApiException.NotFound.of(group, resource, key));
    }
}
