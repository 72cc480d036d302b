package dev.konverge.real;

import dev.konverge.model.core.v1.Namespace;
import dev.konverge.testkit.Cluster;

/** Namespaces for tests that share a cluster. */
final class Namespaces {
    private Namespaces() {}

    /** {@return the name of a new namespace} */
    static String make(Cluster cluster) {
        return cluster.create(Namespace.builder()
                        .metadata(m -> m.generateName("test-"))
                        .build())
                .key()
                .name();
    }
}
