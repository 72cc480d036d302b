package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.Workload;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;

/** What clients do to a server over TLS. */
final class WireLoads {
    private static final int BATCH = 400;

    /** How many make the objects that are there before. */
    private static final int WRITERS = 16;

    /** Deliveries of one stretch, whatever the number of watchers, and writes for them: not every server has done thousands in a second. */
    private static final int DELIVERIES = 20_000;

    private static final int MOST_WRITES = 1_000;

    /** So many writes are not delivered to all yet at most: kube-apiserver keeps ten for each watcher, and hangs up on who has more to come. */
    private static final int MOST_AHEAD = 8;

    private final ServerUnderTest server;
    private final SSLContext context = Wire.trusting();

    WireLoads(ServerUnderTest server) throws GeneralSecurityException {
        this.server = server;
    }

    private List<Wire> wires(int count) throws IOException {
        List<Wire> wires = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            wires.add(Wire.open(server.port(), server.token(), context));
        }
        return wires;
    }

    /** Has the server store that many. {@return this} */
    WireLoads fill(int count) throws IOException, InterruptedException {
        var left = new AtomicLong(count);
        var objects = new SmallObjects(0);
        List<Wire> wires = wires(WRITERS);
        Load.together(wires, wire -> {
            while (left.getAndDecrement() > 0) {
                wire.exchange("POST", SmallObjects.PATH, objects.next(), "201");
            }
        });
        for (Wire wire : wires) {
            wire.close();
        }
        return this;
    }

    /** Writers that each wait for the answer to one create before they send the next. */
    Workload creates(int writers) throws IOException {
        List<Wire> wires = wires(writers);
        var objects = new SmallObjects(0);
        return new Load(server, () -> {
            var left = new AtomicLong(BATCH);
            Load.together(wires, wire -> {
                while (left.getAndDecrement() > 0) {
                    wire.exchange("POST", SmallObjects.PATH, objects.next(), "20");
                }
            });
            return BATCH;
        });
    }

    /** The same over HTTP/2, all on one connection, with Java's own client. */
    Workload createsOverHttp2(int writers) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(context)
                .build();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + server.port() + SmallObjects.PATH))
                .header("Authorization", "Bearer " + server.token())
                .header("Content-Type", "application/json");
        var objects = new SmallObjects(0);
        return new Load(server, () -> {
            var left = new AtomicLong(BATCH);
            Load.together(Collections.nCopies(writers, request), builder -> {
                while (left.getAndDecrement() > 0) {
                    HttpRequest create = builder.copy()
                            .POST(HttpRequest.BodyPublishers.ofString(objects.next()))
                            .build();
                    int status = client.send(create, HttpResponse.BodyHandlers.discarding())
                            .statusCode();
                    if (status != 201) {
                        throw new IOException("a create was answered with " + status);
                    }
                }
            });
            return BATCH;
        });
    }

    /** Watchers of one collection with a selector, and one that writes to it. */
    Workload fanOut(int watchers) throws IOException {
        List<Wire> wires = wires(watchers);
        for (Wire wire : wires) {
            wire.watch(SmallObjects.PATH + "?watch=true&resourceVersion=0&labelSelector=seen");
        }
        Wire writer = wires(1).getFirst();
        List<Wire> all = new ArrayList<>(wires);
        all.add(writer);
        var objects = new SmallObjects(0);
        int writes = Math.clamp(DELIVERIES / watchers, 1, MOST_WRITES);
        return new Load(server, () -> {
            var room = new Semaphore(MOST_AHEAD * watchers);
            Load.together(all, wire -> {
                if (wire.equals(writer)) {
                    for (int i = 0; i < writes; i++) {
                        room.acquire(watchers);
                        wire.exchange("POST", SmallObjects.PATH, objects.next(), "201");
                    }
                } else {
                    try {
                        wire.awaitEvents(writes, room::release);
                    } catch (IOException lost) {
                        // Whoever writes must not wait for it.
                        room.release(writes);
                        throw lost;
                    }
                }
            });
            return (long) writes * watchers;
        });
    }

    /** All objects in one answer. */
    Workload list(int objects) throws IOException {
        Wire wire = wires(1).getFirst();
        return new Load(server, () -> {
            long bytes = wire.exchange("GET", SmallObjects.PATH, "", "200");
            if (bytes < 100L * objects) {
                throw new IOException("a list of " + objects + " objects had " + bytes + " bytes");
            }
            return objects;
        });
    }
}
