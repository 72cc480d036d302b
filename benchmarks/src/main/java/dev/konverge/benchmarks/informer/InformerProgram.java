package dev.konverge.benchmarks.informer;

import com.sun.management.OperatingSystemMXBean;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.benchmarks.Metrics;
import dev.konverge.benchmarks.Orders;
import dev.konverge.benchmarks.Retained;
import dev.konverge.client.Encoding;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The program of a contender in Java: fills an informer, reads from it, lets the server flood it with changes, then trickle, and prints
 * what it measured. Its JVM is new every time, as that of a controller that was just started.
 */
public final class InformerProgram {
    /** Seconds from the start of the process until the informer was synced. */
    static final String SYNCED = "synced";

    /** Processor seconds of the whole process until then. */
    static final String PROCESSOR = "cpu";

    /** Threads of the operating system then. */
    static final String THREADS = "threads";

    /** Bytes of heap a pod then. */
    static final String HEAP = "heap";

    /** Bytes of heap a pod after the flood. */
    static final String HEAP_LATER = "heap-later";

    /** Microseconds that it takes to list the pods of a node. */
    static final String INDEX = "index";

    /** Changes that reach a handler a second. */
    static final String EVENTS = "events";

    /** Processor microseconds a change, of the whole process. */
    static final String EVENT_COST = "event-cost";

    /** Microseconds from server to handler, in the middle and at the 99th of a hundred. */
    static final String LATENCY = "latency";

    static final String LATENCY_99 = "latency-99";

    private static final int NODES = 250;
    private static final String NODE = "node-pool-a-%03d.eu-central-1.example.net";
    private static final long INDEX_NANOS = 300_000_000;
    private static final int TRICKLE_MILLIS = 5;
    private static final int QUIET_MILLIS = 300;

    private final Clock clock = Platform.real().clock();
    private final Map<String, Double> metrics = new LinkedHashMap<>();
    private final Plan plan;

    private InformerProgram(Plan plan) {
        this.plan = plan;
    }

    /** Takes what {@link Plan#arguments()} gives. */
    public static void main(String[] args) throws Exception {
        PrintStream answer = System.out;
        // Whatever a library prints must not get before the answer.
        System.setOut(System.err);
        var program = new InformerProgram(Plan.parse(List.of(args)));
        program.run();
        answer.println(Metrics.format(program.metrics));
        answer.flush();
        // Some of the peers leave threads behind that would keep the process.
        System.exit(0);
    }

    private static InformerUnderTest informer(Plan plan) throws IOException {
        Path authority = Path.of(plan.authority());
        return switch (plan.who()) {
            case InformerContenders.FABRIC8, InformerContenders.FABRIC8_TUNED ->
                new Fabric8Informer(
                        plan.url(),
                        authority,
                        plan.fields() == Plan.Fields.DROPPED,
                        plan.who().endsWith(InformerContenders.TUNED));
            case InformerContenders.OFFICIAL -> new OfficialInformer(plan.url(), authority);
            default ->
                new KonvergeInformer(
                        plan.url(),
                        authority,
                        plan.who().contains(InformerContenders.PROTOBUF) ? Encoding.PROTOBUF : Encoding.JSON,
                        plan.fields() == Plan.Fields.KEPT,
                        plan.who().endsWith(InformerContenders.TUNED));
        };
    }

    private void run() throws Exception {
        var gauge = new HandlerGauge(clock);
        try (InformerUnderTest pods = informer(plan)) {
            long empty = sync(pods, gauge);
            threads();
            if (plan.windowMillis() > 0) {
                index(pods);
            }
            metrics.put(HEAP, (double) (Retained.settledHeap() - empty) / plan.pods());
            if (plan.windowMillis() > 0) {
                try (var control = new Orders.Client(plan.control())) {
                    flood(control, gauge);
                    trickle(control, gauge);
                }
                metrics.put(HEAP_LATER, (double) (Retained.settledHeap() - empty) / plan.pods());
            }
        }
    }

    /** {@return the bytes of heap before it was started} What it takes to know that does not count. */
    private long sync(InformerUnderTest pods, HandlerGauge gauge) throws Exception {
        long before = WatchFeed.micros(clock.now());
        long processorBefore = processorNanos();
        long empty = Retained.settledHeap();
        long processorLost = processorNanos() - processorBefore;
        long lost = WatchFeed.micros(clock.now()) - before;
        pods.sync(gauge);
        long now = WatchFeed.micros(clock.now());
        metrics.put(PROCESSOR, (processorNanos() - processorLost) / 1e9);
        metrics.put(SYNCED, (now - lost - Long.parseLong(System.getenv("BENCH_STARTED"))) / 1e6);
        if (pods.size() != plan.pods()) {
            throw new IllegalStateException(
                    plan.who() + " is synced with " + pods.size() + " of " + plan.pods() + " pods");
        }
        return empty;
    }

    /** Asked for anew each time: what the JVM loads for the first answer is no part of an informer. */
    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Where it can be asked how many threads there are, those of the collector and the compiler among them. */
    private void threads() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (Files.isReadable(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("Threads:")) {
                    metrics.put(THREADS, Double.parseDouble(line.substring(8).strip()));
                }
            }
        }
    }

    private void index(InformerUnderTest pods) {
        String[] nodes = new String[NODES];
        Arrays.setAll(nodes, NODE::formatted);
        // The first time is for the compiler.
        for (int round = 0; round < 2; round++) {
            long lists = 0;
            long found = 0;
            long start = clock.nanoTime();
            while (clock.nanoTime() - start < INDEX_NANOS) {
                for (String node : nodes) {
                    found += pods.byNode(node).size();
                }
                lists += NODES;
            }
            metrics.put(INDEX, (clock.nanoTime() - start) / 1e3 / lists);
            if (found == 0) {
                throw new IllegalStateException(plan.who() + " finds no pods by their node");
            }
        }
    }

    /** Tells the server how each window of time went, until it says that the rate is steady. */
    private void flood(Orders.Client control, HandlerGauge gauge) throws Exception {
        control.tell("flood");
        control.await();
        while (gauge.count() == 0) {
            Thread.sleep(1);
        }
        String answer;
        do {
            long countBefore = gauge.count();
            long processorBefore = processorNanos();
            long start = clock.nanoTime();
            Thread.sleep(plan.windowMillis());
            long changes = gauge.count() - countBefore;
            long nanos = clock.nanoTime() - start;
            control.tell("window " + changes + " " + nanos + " " + (processorNanos() - processorBefore));
            answer = control.await();
        } while (answer.equals("more"));
        String[] figures = answer.split(" ", -1);
        metrics.put(EVENTS, Double.parseDouble(figures[0]));
        metrics.put(EVENT_COST, Double.parseDouble(figures[1]) / 1e3);
        awaitQuiet(gauge);
    }

    private void trickle(Orders.Client control, HandlerGauge gauge) throws Exception {
        gauge.time(plan.trickle());
        control.tell("trickle " + plan.trickle() + " " + TRICKLE_MILLIS);
        control.await();
        awaitQuiet(gauge);
        long[] delays = gauge.delays();
        metrics.put(LATENCY, (double) delays[delays.length / 2]);
        metrics.put(LATENCY_99, (double) delays[delays.length * 99 / 100]);
    }

    private static void awaitQuiet(HandlerGauge gauge) throws InterruptedException {
        long before;
        do {
            before = gauge.count();
            Thread.sleep(QUIET_MILLIS);
        } while (gauge.count() != before);
    }
}
