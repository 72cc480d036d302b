package dev.konverge.benchmarks.informer;

import java.util.List;
import java.util.function.Consumer;

/** An informer on all pods, of us or of a peer, used as its documentation says, with an index by node beside that by namespace. */
interface InformerUnderTest extends AutoCloseable {
    /** The index by node. */
    String NODE = "node";

    /**
     * Starts it and waits until it says that it has everything.
     *
     * @param updated told the version of each pod that changes
     */
    void sync(Consumer<String> updated) throws Exception;

    /** {@return how many pods it has} */
    int size();

    /** {@return the pods on a node} */
    List<?> byNode(String node);

    /** Stops it. */
    @Override
    void close();
}
