package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.client.MetadataClient;
import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.model.GroupVersionResource;
import java.time.Duration;

/** Informers that keep nothing but the metadata of objects, of whatever kind: small, and spared the server too. */
public final class MetadataSharedInformerFactory implements InformerFactory {
    private final MetadataClient client;
    private final InformerPool pool;

    /** A factory without informers. */
    public MetadataSharedInformerFactory(Platform platform, MetadataClient client, FactoryOptions options) {
        this.client = client;
        this.pool = new InformerPool(platform, options);
    }

    /** {@return the informer and the lister of a resource, whatever it is} With a namespace in the options, of that namespace. */
    public ResourceInformer<PartialObjectMetadata> forResource(GroupVersionResource resource) {
        return new ResourceInformer<>(
                () -> pool.informer(
                        resource,
                        PartialObjectMetadata.class,
                        () -> pool.make(resource, true, client.resource(resource))),
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
