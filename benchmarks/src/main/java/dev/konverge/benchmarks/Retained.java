package dev.konverge.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Map;

/**
 * Holding many objects: how much heap each of them keeps alive. The process has to run with {@link #JVM_FLAGS}, and with a
 * heap that holds all of them.
 */
public final class Retained implements Workload {
    /** Bytes of heap a held object. */
    public static final String RETAINED = "retained";

    /** A collector that leaves nothing behind and moves everything to one place. */
    public static final String JVM_FLAGS = "-XX:+UseSerialGC";

    private static final int COLLECTIONS = 5;

    private final Make make;
    private final int count;

    /** Makes the objects to hold. */
    @FunctionalInterface
    public interface Make {
        /** Makes {@code count} objects and returns what holds them, and nothing else that counts. */
        Object[] make(int count) throws Exception;
    }

    /** Holds that many objects. */
    public Retained(int count, Make make) {
        this.count = count;
        this.make = make;
    }

    @Override
    public Map<String, Double> measure(Duration time) throws Exception {
        long before = settledHeap();
        Object[] held = make.make(count);
        try {
            long after = settledHeap();
            return Map.of(RETAINED, (double) (after - before) / count);
        } finally {
            Reference.reachabilityFence(held);
        }
    }

    /** Once is enough for the classes, caches and tables that the first object of a kind brings with it. */
    @Override
    public void warmUp(Duration time) throws Exception {
        Object unused = make.make(Math.min(count, 100));
    }

    /**
     * Collects as often as it takes. {@return the bytes of heap that are left}
     *
     * <p>Only every fourth collection moves everything together; the others leave a little of what is dead where it is, and
     * count it.
     */
    public static long settledHeap() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            used = Math.min(used, memory.getHeapMemoryUsage().getUsed());
        }
        return used;
    }
}
