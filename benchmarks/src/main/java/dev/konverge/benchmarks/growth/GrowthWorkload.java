package dev.konverge.benchmarks.growth;

import com.sun.management.OperatingSystemMXBean;
import dev.konverge.benchmarks.Workload;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A job at each of its sizes, in processor time of the whole process. */
final class GrowthWorkload implements Workload {
    /** The exponent of one round. */
    static final String EXPONENT = "exponent";

    /** Cost that does not depend on the size may be measured as falling; it has no ratio to one that grows. */
    private static final double CONSTANT = 0.01;

    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final Job job;
    private final List<Integer> sizes;

    GrowthWorkload(Job job, List<Integer> sizes) {
        this.job = job;
        this.sizes = List.copyOf(sizes);
    }

    /** {@return the name of the metric of one size: milliseconds of processor time} */
    static String cost(int size) {
        return "cost-" + size;
    }

    @Override
    public Map<String, Double> measure(Duration time) throws Exception {
        var metrics = new LinkedHashMap<String, Double>();
        var points = new ArrayList<PowerLaw.Point>();
        for (int size : sizes) {
            double nanos = cost(size, time.dividedBy(sizes.size()));
            points.add(new PowerLaw.Point(size, nanos));
            metrics.put(cost(size), nanos / 1e6);
        }
        metrics.put(EXPONENT, Math.max(CONSTANT, PowerLaw.exponent(points)));
        return metrics;
    }

    /** The mean of as many runs as the time allows, at least one: small sizes run often, and the clock of a process is coarse. */
    private double cost(int size, Duration time) throws Exception {
        long spent = 0;
        int runs = 0;
        do {
            try (Job.Prepared prepared = job.prepare(size)) {
                // The garbage of the preparation is not the business of the work.
                System.gc();
                long before = process.getProcessCpuTime();
                prepared.run();
                spent += process.getProcessCpuTime() - before;
                runs++;
            }
        } while (spent < time.toNanos() && runs < 1000);
        return Math.max(1, (double) spent / runs);
    }
}
