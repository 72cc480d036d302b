package dev.konverge.informer;

import java.util.List;

/**
 * What an index files an object under: any number of values, none included.
 *
 * <p>It must give the same values for the same object whenever it is asked, and quickly: a store asks it about the old and the
 * new object at every write, while other writers wait. It must not write to the store.
 *
 * @param <T> the type of the objects
 */
@FunctionalInterface
public interface IndexFunction<T> {
    /** The name of the index by namespace, which every informer has. */
    String NAMESPACE = "namespace";

    /** {@return the values that the object is found under; neither null nor with null among them} */
    List<String> valuesOf(T object);

    /** {@return the namespace, empty for cluster-scoped objects and for those without metadata; always the same function} */
    @SuppressWarnings("unchecked") // It takes any object.
    static <T> IndexFunction<T> namespace() {
        return (IndexFunction<T>) (IndexFunction<?>) NamespaceIndex.BY_NAMESPACE;
    }
}
