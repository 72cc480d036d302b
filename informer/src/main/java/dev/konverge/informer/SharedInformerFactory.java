package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The informers of a program, one for each kind, whoever asks for it.
 *
 * {@snippet :
 * try (var informers = new SharedInformerFactory(platform, clients, FactoryOptions.STANDARD)) {
 *     Lister<Deployment> deployments = informers.apps().v1().deployments().lister();
 *     informers.core().v1().pods().informer().addHandler(EventHandler.of(…));
 *     informers.start();
 *     informers.awaitSynced(Duration.ofMinutes(1)).orThrow();
 *     deployments.in("default").list();
 * }
 * }
 *
 * <p>Custom kinds are at {@link #resource}, with their {@link ResourceType}.
 */
public final class SharedInformerFactory implements KubernetesInformers, InformerFactory {
    private final ClientSet clients;
    private final InformerPool pool;

    /** A factory without informers. */
    public SharedInformerFactory(Platform platform, ClientSet clients, FactoryOptions options) {
        this.clients = clients;
        this.pool = new InformerPool(platform, options);
    }

    /**
     * {@return the informer and the lister of a type}
     *
     * @throws IllegalArgumentException when one of the two is asked for, if there is an informer of the same resource with objects of another type, for
     *     instance of metadata alone: that takes a factory of its own
     * @throws IllegalStateException if the type does not say where such objects are served
     */
    @Override
    public <T extends Resource> ResourceInformer<T> resource(ResourceType<T> type) {
        GroupVersionResource resource = type.groupVersionResource();
        return new ResourceInformer<>(
                () -> pool.informer(
                        resource, form(type), () -> pool.make(resource, type.namespaced(), clients.resource(type))),
                copy -> Lister.of(copy, type));
    }

    /**
     * {@return the informer of a type} The first call makes it, in the way it says; later ones are given what is there.
     *
     * @throws IllegalArgumentException if what is there has objects of another type
     * @param make makes an informer that has not started
     */
    public <T extends Resource> SharedInformer<T> informerFor(ResourceType<T> type, Supplier<SharedInformer<T>> make) {
        return pool.informer(type.groupVersionResource(), form(type), make);
    }

    /** What tells a type of objects from others of the same resource: codecs may be made anew for each use, their classes are not. */
    private static Class<?> form(ResourceType<?> type) {
        return type.codec().getClass();
    }

    /**
     * {@return the informer and the lister of a built-in resource}
     *
     * @throws IllegalArgumentException if there is no built-in kind for the resource
     */
    public ResourceInformer<?> forResource(GroupVersionResource resource) {
        Optional<ResourceType<?>> type = KubernetesTypes.all().stream()
                .filter(known -> known.isServed()
                        && known.groupVersionResource().equals(resource)
                        && known.verbs().contains("watch"))
                .findFirst();
        return resource(type.orElseThrow(() -> new IllegalArgumentException("no informer found for " + resource)));
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
