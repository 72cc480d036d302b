package dev.konverge.benchmarks.growth;

import dev.konverge.benchmarks.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A job at each of its sizes. */
final class GrowthWorkload implements Workload {
    /** The exponent of one round. */
    static final String EXPONENT = "exponent";

    /** Cost that does not depend on the size may be measured as falling; it has no ratio to one that grows. */
    private static final double CONSTANT = 0.01;

    private final Job job;
    private final Cost kind;
    private final List<Integer> sizes;

    GrowthWorkload(Work work, List<Integer> sizes) {
        this.job = work.job();
        this.kind = work.cost();
        this.sizes = List.copyOf(sizes);
    }

    /** {@return the name of the metric of one size} */
    static String cost(int size) {
        return "cost-" + size;
    }

    @Override
    public Map<String, Double> measure(Duration time) throws Exception {
        var metrics = new LinkedHashMap<String, Double>();
        var points = new ArrayList<PowerLaw.Point>();
        for (int size : sizes) {
            double cost = cost(size, time.dividedBy(sizes.size()));
            points.add(new PowerLaw.Point(size, cost));
            metrics.put(cost(size), kind.inUnits(cost));
        }
        metrics.put(EXPONENT, Math.max(CONSTANT, PowerLaw.exponent(points)));
        return metrics;
    }

    /** The mean of as many runs as the time allows, at least one: small sizes run often, and the clock of a process is coarse. */
    private double cost(int size, Duration time) throws Exception {
        double spent = 0;
        int runs = 0;
        do {
            try (Job.Prepared prepared = job.prepare(size)) {
                spent += kind.of(prepared);
                runs++;
            }
        } while (spent < time.toNanos() && runs < 1000 && kind == Cost.PROCESSOR);
        return Math.max(1, spent / runs);
    }
}
