package dev.konverge.benchmarks.client;

import dev.konverge.benchmarks.Retained;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Stopwatch;
import dev.konverge.benchmarks.Workload;
import dev.konverge.benchmarks.codec.PodCorpus;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonLists;
import dev.konverge.model.core.v1.Pod;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the contenders do in their child processes. */
final class ClientWorkloads {
    /** Threads of the operating system that the process has while it watches. */
    static final String THREADS = "threads";

    /** Bytes of heap a watch. */
    static final String HEAP = "heap";

    private static final int BATCH = 200;

    private ClientWorkloads() {}

    /** One request. */
    private interface Call {
        void run() throws Exception;
    }

    /** {@return the workload with a name such as {@code get-16/fabric8}} */
    static Workload of(String id, Settings settings) throws Exception {
        String work = id.substring(0, id.indexOf('/'));
        String who = id.substring(id.indexOf('/') + 1);
        int pods = settings.number("pods", ClientBench.PODS);
        if (who.equals(ClientBench.DECODE_ALONE)) {
            return decode(new PodCorpus(1, PodCorpus.PODS_PER_WORKLOAD).list(pods));
        }
        ClientUnderTest client = client(who, settings.text("server"), Path.of(settings.text("authority")));
        return switch (work) {
            case "list" -> repeated(() -> list(client, pods));
            case "watches" -> time -> watches(client, settings.number("watches", ClientBench.WATCHES));
            default -> callers(work, client);
        };
    }

    private static ClientUnderTest client(String who, String url, Path authority) throws Exception {
        return switch (who) {
            case ClientBench.FABRIC8 -> new Fabric8Client(url, authority);
            case ClientBench.OFFICIAL -> new OfficialClient(url, authority);
            default -> new KonvergeClient(url, authority);
        };
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

    private static long list(ClientUnderTest client, int expected) {
        try {
            int count = client.list();
            if (count != expected) {
                throw new IllegalStateException("a list of " + count + " pods instead of " + expected);
            }
            return count;
        } catch (Exception e) {
            throw new IllegalStateException("the list failed", e);
        }
    }

    private static Workload decode(byte[] list) {
        return repeated(() ->
                JsonLists.read(list, Pod.TYPE, DecodeOptions.STANDARD).items().size());
    }

    /** As many callers as the name says, each with one request after the other. */
    private static Workload callers(String work, ClientUnderTest client) {
        int callers = Integer.parseInt(work.substring(work.indexOf('-') + 1));
        Call call = work.startsWith("get") ? client::get : client::update;
        return repeated(() -> batch(callers, Math.max(BATCH, 2 * callers), call));
    }

    private static long batch(int callers, int requests, Call call) throws InterruptedException {
        var left = new AtomicLong(requests);
        var failure = new AtomicReference<@Nullable Exception>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    while (left.getAndDecrement() > 0) {
                        call.run();
                    }
                } catch (Exception e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Exception failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("a request failed", failed);
        }
        return requests;
    }

    private static Map<String, Double> watches(ClientUnderTest client, int count) throws Exception {
        client.watch().close();
        long heapBefore = Retained.settledHeap();
        List<AutoCloseable> watches = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                watches.add(client.watch());
            }
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();
            return Map.of(THREADS, (double) threads, HEAP, (double) (Retained.settledHeap() - heapBefore) / count);
        } finally {
            for (AutoCloseable watch : watches) {
                watch.close();
            }
        }
    }
}
