package dev.konverge.benchmarks.apiserver;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.benchmarks.Retained;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Stopwatch;
import dev.konverge.benchmarks.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** What happens in the child process. */
final class ApiServerWorkloads {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int BATCH = 400;

    /** Deliveries of one stretch, whatever the number of watchers. */
    private static final int DELIVERIES = 10_000;

    private ApiServerWorkloads() {}

    static Workload of(String id, Settings settings) {
        try {
            int objects = settings.number("objects", ApiServerBench.OBJECTS);
            String work = id.contains("-") ? id.substring(0, id.indexOf('-')) : id;
            int number = id.contains("-") ? Integer.parseInt(id.substring(id.indexOf('-') + 1)) : 0;
            return switch (work) {
                case "start" -> repeated(ApiServerWorkloads::start);
                case "create" -> creates(number);
                case "fanout" -> fanOut(number);
                case "list" -> list(objects);
                case "retained" -> new Retained(objects, ApiServerWorkloads::held);
                default -> throw new IllegalArgumentException(id);
            };
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException("the workload " + id + " could not be made", e);
        }
    }

    private static Workload repeated(Stopwatch.Stretch stretch) {
        return time -> {
            var watch = new Stopwatch();
            do {
                watch.time(stretch);
            } while (watch.isBelow(time));
            return watch.metrics();
        };
    }

    private static Listening serve(ApiServer server) {
        return server.listen(SocketOptions.USUAL);
    }

    /** From nothing to the first answer over TLS. */
    private static long start() {
        try (Listening server = serve(ApiServer.create(Platform.real(), Profile.BARE));
                Wire wire = Wire.open(server, Wire.trusting(server))) {
            wire.exchange("GET", "/api/v1/namespaces/default", "", 200);
            return 1;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("the server did not start", e);
        }
    }

    private static Workload creates(int writers) throws IOException, GeneralSecurityException {
        Listening server = serve(ApiServer.create(Platform.real(), Profile.BARE));
        SSLContext context = Wire.trusting(server);
        List<Wire> wires = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            wires.add(Wire.open(server, context));
        }
        var names = new AtomicLong();
        return repeated(() -> {
            var left = new AtomicLong(BATCH);
            together(wires, wire -> {
                while (left.getAndDecrement() > 0) {
                    wire.exchange("POST", MAPS, small(names), 201);
                }
            });
            return BATCH;
        });
    }

    private static Workload fanOut(int watchers) throws IOException, GeneralSecurityException {
        Listening server = serve(ApiServer.create(Platform.real(), Profile.BARE));
        SSLContext context = Wire.trusting(server);
        List<Wire> wires = new ArrayList<>();
        for (int i = 0; i < watchers; i++) {
            Wire wire = Wire.open(server, context);
            wire.watch(MAPS + "?watch=true&resourceVersion=0&labelSelector=seen");
            wires.add(wire);
        }
        Wire writer = Wire.open(server, context);
        var names = new AtomicLong();
        int writes = Math.max(1, DELIVERIES / watchers);
        return repeated(() -> {
            List<Wire> all = new ArrayList<>(wires);
            all.add(writer);
            together(all, wire -> {
                if (wire == writer) {
                    for (int i = 0; i < writes; i++) {
                        wire.exchange("POST", MAPS, small(names), 201);
                    }
                } else {
                    wire.awaitEvents(writes);
                }
            });
            return (long) writes * watchers;
        });
    }

    private static Workload list(int objects) throws IOException, GeneralSecurityException, InterruptedException {
        Listening server = serve(filled(objects));
        Wire wire = Wire.open(server, Wire.trusting(server));
        return repeated(() -> {
            try {
                wire.exchange("GET", MAPS, "", 200);
                return objects;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Object[] held(int count) throws InterruptedException {
        return new Object[] {filled(count)};
    }

    private static ApiServer filled(int objects) throws InterruptedException {
        ApiServer server = ApiServer.create(Platform.real(), Profile.BARE);
        var names = new AtomicLong();
        for (int i = 0; i < objects; i++) {
            server.handle(ServerRequest.of("POST", MAPS).withJson(small(names)));
        }
        // The past of a watch is no object.
        server.compact();
        return server;
    }

    private static String small(AtomicLong names) {
        return "{\"metadata\":{\"name\":\"m-" + names.incrementAndGet()
                + "\",\"labels\":{\"seen\":\"yes\"}},\"data\":{\"key\":\"value\"}}";
    }

    private interface Part {
        void run(Wire wire) throws IOException;
    }

    private static void together(List<Wire> wires, Part part) throws InterruptedException {
        var failure = new AtomicReference<@Nullable IOException>();
        List<Thread> threads = new ArrayList<>();
        for (Wire wire : wires) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    part.run(wire);
                } catch (IOException e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        IOException failed = failure.get();
        if (failed != null) {
            throw new UncheckedIOException(failed);
        }
    }
}
