package dev.konverge.benchmarks.apiserver;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import java.util.concurrent.atomic.AtomicLong;

/** The small objects that servers are given: config maps with a label and one value, each of its own name and value. */
final class SmallObjects {
    static final String PATH = "/api/v1/namespaces/default/configmaps";

    private final AtomicLong count;

    /** Begins behind that many. */
    SmallObjects(long made) {
        this.count = new AtomicLong(made);
    }

    /** {@return the JSON of one that was never there before} */
    String next() {
        long number = count.incrementAndGet();
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m-" + number
                + "\",\"namespace\":\"default\",\"labels\":{\"seen\":\"yes\"}},\"data\":{\"key\":\"value " + number
                + "\"}}";
    }

    /** {@return the number of the last one} */
    long made() {
        return count.get();
    }

    /** Has a server make as many, without a socket. */
    static void fill(ApiServer server, int objects) throws InterruptedException {
        var made = new SmallObjects(0);
        for (int i = 0; i < objects; i++) {
            create(server, made.next());
        }
    }

    static void create(ApiServer server, String object) throws InterruptedException {
        ServerResponse answer = server.handle(ServerRequest.of("POST", PATH).withJson(object));
        if (answer.status() != 201) {
            throw new IllegalStateException("a create was answered with " + answer.status());
        }
    }
}
