package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.client.DynamicClient;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Unstructured;
import java.time.Duration;

/** Informers of resources that no type is known of; objects are trees. */
public final class DynamicSharedInformerFactory implements InformerFactory {
    private final DynamicClient client;
    private final InformerPool pool;

    /** A factory without informers. */
    public DynamicSharedInformerFactory(Platform platform, DynamicClient client, FactoryOptions options) {
        this.client = client;
        this.pool = new InformerPool(platform, options);
    }

    /** {@return the informer and the lister of a resource, whatever it is} With a namespace in the options, of that namespace. */
    public ResourceInformer<Unstructured> forResource(GroupVersionResource resource) {
        return new ResourceInformer<>(
                () -> pool.informer(
                        resource, Unstructured.class, () -> pool.make(resource, true, client.resource(resource))),
                copy -> Lister.of(copy, resource));
    }

    @Override
    public void start() {
        pool.start();
    }

    @Override
    public SyncResult awaitSynced(Duration timeout) throws InterruptedException {
        return pool.awaitSynced(timeout);
    }

    @Override
    public void close() {
        pool.close();
    }
}
