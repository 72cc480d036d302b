package dev.konverge.benchmarks.growth;

import com.sun.management.OperatingSystemMXBean;
import dev.konverge.benchmarks.Retained;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;

/** What a job takes. */
enum Cost {
    /** Time of all processors, of the whole process, collector included. */
    PROCESSOR("ms CPU", 1e6) {
        @Override
        double of(Job.Prepared prepared) throws Exception {
            var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long before = process.getProcessCpuTime();
            Object unused = prepared.run();
            return process.getProcessCpuTime() - before;
        }
    },
    /** Heap that what was made keeps alive. */
    HEAP("KB", 1e3) {
        @Override
        double of(Job.Prepared prepared) throws Exception {
            long before = Retained.settledHeap();
            Object made = prepared.run();
            try {
                return Retained.settledHeap() - before;
            } finally {
                Reference.reachabilityFence(made);
            }
        }
    };

    private final String unit;
    private final double divisor;

    Cost(String unit, double divisor) {
        this.unit = unit;
        this.divisor = divisor;
    }

    /** Does the work. {@return what it took, in nanoseconds or bytes} */
    abstract double of(Job.Prepared prepared) throws Exception;

    /** {@return the unit for people} */
    String unit() {
        return unit;
    }

    /** {@return a cost in that unit} */
    double inUnits(double cost) {
        return cost / divisor;
    }
}
