package dev.konverge.informer;

import dev.konverge.model.Resource;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The informer of one resource in a factory, and a lister of its copy.
 *
 * <p>Asking for either is what makes the factory have the informer, which then runs from the factory's next start on.
 *
 * @param <T> the type of the objects
 */
public final class ResourceInformer<T extends Resource> {
    private final Supplier<SharedInformer<T>> informer;
    private final Function<IndexView<T>, Lister<T>> lister;

    ResourceInformer(Supplier<SharedInformer<T>> informer, Function<IndexView<T>, Lister<T>> lister) {
        this.informer = informer;
        this.lister = lister;
    }

    /** {@return the informer, the same each time} */
    public SharedInformer<T> informer() {
        return informer.get();
    }

    /** {@return a lister of the informer's copy} */
    public Lister<T> lister() {
        return lister.apply(informer().indexer());
    }
}
