package dev.konverge.samples.labs;

import dev.konverge.client.ClientSet;
import java.io.PrintWriter;
import java.util.List;

/** A small program that shows one client, or one part of a controller, at work. */
public interface Lab {
    /** {@return the name that it is started by} */
    String name();

    /** {@return what it shows, in one sentence} */
    String summary();

    /** {@return which arguments it takes, for its usage line; empty if none} */
    String arguments();

    /**
     * Does it.
     *
     * @param clients the clients of the server
     * @param namespace the namespace of the context
     * @param arguments the arguments
     * @param out where the results go
     * @throws IllegalArgumentException if it does not take these arguments
     */
    void run(ClientSet clients, String namespace, List<String> arguments, PrintWriter out);

    /** {@return all labs, from the lowest client to a controller put together by hand} */
    static List<Lab> all() {
        return List.of(
                new RestClientLab(),
                new ClientSetLab(),
                new DynamicLab(),
                new DiscoveryLab(),
                new InformerLab(),
                new InformerWorkQueueLab());
    }
}
