package dev.konverge.benchmarks.apiserver;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.benchmarks.Retained;
import dev.konverge.benchmarks.Workload;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** What is measured of a server in the process it is in. */
final class InProcess {
    /** Milliseconds to the first answer. */
    static final String START = "start";

    /** Nanoseconds of the writing thread's processor time a create. */
    static final String WRITE = "write";

    private static final int BATCH = 500;
    private static final int ENOUGH_TO_BE_WARM = 100_000;

    private InProcess() {}

    /** From nothing to the first answer over TLS, again and again in one JVM. */
    static Workload start() {
        Clock clock = Platform.real().clock();
        return time -> {
            SSLContext context = Wire.trusting();
            long began = clock.nanoTime();
            long busy = 0;
            int starts = 0;
            do {
                long start = clock.nanoTime();
                try (Listening server =
                                ApiServer.create(Platform.real(), Profile.BARE).listen(SocketOptions.USUAL);
                        Wire wire = Wire.open(server.uri().getPort(), server.token(), context)) {
                    wire.exchange("GET", "/api/v1/namespaces/default", "", "200");
                    busy += clock.nanoTime() - start;
                }
                starts++;
            } while (clock.nanoTime() - began < time.toNanos());
            return Map.of(START, busy / 1e6 / starts);
        };
    }

    /**
     * Creates without a socket in a collection that holds that many objects, which does not grow meanwhile. The collector's threads are not
     * counted: what a large heap costs them is a question of how large the heap may be.
     */
    static Workload writes(int stored, int most) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        ApiServer server = ApiServer.create(Platform.real(), Profile.BARE);
        // Filling a large collection warms the JVM up; who has a small one gets as much of that.
        SmallObjects.fill(
                ApiServer.create(Platform.real(), Profile.BARE),
                Math.max(0, Math.min(most, ENOUGH_TO_BE_WARM) - stored));
        SmallObjects.fill(server, stored);
        var objects = new SmallObjects(1_000_000_000);
        return time -> {
            long busy = 0;
            long creates = 0;
            do {
                long first = objects.made() + 1;
                long start = threads.getCurrentThreadCpuTime();
                for (int i = 0; i < BATCH; i++) {
                    SmallObjects.create(server, objects.next());
                }
                busy += threads.getCurrentThreadCpuTime() - start;
                creates += BATCH;
                for (long number = first; number <= objects.made(); number++) {
                    server.handle(ServerRequest.of("DELETE", SmallObjects.PATH + "/m-" + number));
                }
            } while (busy < time.toNanos());
            return Map.of(WRITE, (double) busy / creates);
        };
    }

    static Workload retained(int objects) {
        return new Retained(objects, count -> {
            ApiServer server = ApiServer.create(Platform.real(), Profile.BARE);
            SmallObjects.fill(server, count);
            // The past of a watch is no object.
            server.compact();
            return new Object[] {server};
        });
    }
}
