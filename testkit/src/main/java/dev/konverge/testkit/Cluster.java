package dev.konverge.testkit;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiResource;
import dev.konverge.client.ApplyOptions;
import dev.konverge.client.ClientSet;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A cluster that a test runs its controllers on. What is written against it runs on the embedded API server ({@link TestCluster})
 * and on the real one ({@link RealCluster}).
 *
 * <p>Used by one thread at a time.
 */
public sealed interface Cluster extends AutoCloseable permits TestCluster, RealCluster {
    /** {@return clients that may do everything} */
    ClientSet clients();

    /** {@return the way to the server, for clients and managers of one's own} */
    Transport transport();

    /** {@return time, threads and randomness of this cluster} */
    Platform platform();

    // ---- controllers

    /** {@return a manager in the making on this cluster} */
    default ManagerBuilder manager() {
        return Manager.builder(platform(), transport());
    }

    /** Starts a manager, which is stopped when the cluster is closed. {@return what stops it earlier} */
    Manager.Running run(Manager manager);

    // ---- objects

    /** Creates an object, which may be a tree of any kind that is served. {@return it as the server stored it} */
    default <T extends Resource> T create(T object) {
        @SuppressWarnings("unchecked") // A resource's type is that of its own class.
        ResourceType<T> type = (ResourceType<T>) object.resourceType();
        return clients()
                .resource(clients().mapper().served(type))
                .in(object.key().namespace())
                .create(object);
    }

    /**
     * {@return an object}
     *
     * @throws dev.konverge.client.ApiException.NotFound if there is none
     */
    default <T extends Resource> T get(ResourceType<T> type, String namespace, String name) {
        return clients().resource(type).get(new Key(namespace, name));
    }

    /** {@return an object, if there is one} */
    default <T extends Resource> Optional<T> find(ResourceType<T> type, String namespace, String name) {
        return clients().resource(type).find(new Key(namespace, name));
    }

    /**
     * Applies all documents of a YAML text, as {@code kubectl apply --server-side} does: to the namespace {@code default} where one is
     * needed and none is named.
     *
     * @throws IllegalArgumentException if one of them is no object
     */
    default void apply(String yaml) {
        for (Json document : Yaml.parseAll(yaml)) {
            if (!(document instanceof Json.Obj tree)) {
                throw new IllegalArgumentException(
                        "an object of Kubernetes begins with its apiVersion and kind, not so: "
                                + Yaml.write(document).strip());
            }
            Unstructured object = Unstructured.of(tree);
            ApiResource type = clients().mapper().get(object.resourceType().groupVersionKind());
            Unstructured placed = type.namespaced() && !object.key().isNamespaced()
                    ? object.withMetadata(object.metadata().with(m -> m.namespace("default")))
                    : object;
            clients()
                    .dynamic()
                    .resource(type)
                    .apply(placed, ApplyOptions.by("testkit").withForce(true));
        }
    }

    /**
     * Applies all documents of a YAML file on the class path, such as the definition of a kind in {@code META-INF/konverge/crds}.
     *
     * @throws IllegalArgumentException if there is no such file
     */
    default void applyResource(String name) {
        try (InputStream in = Thread.currentThread().getContextClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no \"" + name + "\" on the class path");
            }
            apply(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    // ---- time

    /** What {@link #eventually} tries. */
    @FunctionalInterface
    interface Assertion {
        /** Fails unless all is as expected. */
        void check() throws Exception;
    }

    /**
     * Waits until an assertion holds, as long as is patient for the cluster's kind of time.
     *
     * @throws AssertionError the last failure of the assertion, if it never held
     */
    void eventually(Assertion assertion);

    /** Stops everything, in the opposite order of its start. */
    @Override
    void close();
}
