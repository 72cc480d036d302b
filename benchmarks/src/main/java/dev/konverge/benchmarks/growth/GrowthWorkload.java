package dev.konverge.benchmarks.growth;

import dev.konverge.benchmarks.Laps;
import dev.konverge.benchmarks.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A job at each of its sizes. */
final class GrowthWorkload implements Workload {
    /** The exponent of one round, between the two largest sizes: that is where growth shows which a cost that is always there hides among small ones. */
    static final String EXPONENT = "exponent";

    /** The exponent of the law that fits all sizes best. */
    static final String OVERALL = "overall";

    /** Cost that does not depend on the size may be measured as falling; it has no ratio to one that grows. */
    private static final double CONSTANT = 0.01;

    /** The sizes differ in how long they take, and what compilers do meanwhile would fall on one of them. */
    static final Laps LAPS = new Laps(1, 6);

    private final Job job;
    private final Cost kind;
    private final List<Integer> sizes;

    GrowthWorkload(Work work, List<Integer> sizes) {
        this(work.job(), work.cost(), sizes);
    }

    GrowthWorkload(Job job, Cost kind, List<Integer> sizes) {
        this.job = job;
        this.kind = kind;
        this.sizes = List.copyOf(sizes);
    }

    /** {@return the name of the metric of one size} */
    static String cost(int size) {
        return "cost-" + size;
    }

    @Override
    public void warmUp(Duration time) throws Exception {
        LAPS.run(() -> {
            Map<String, Double> unused = measure(time);
        });
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
        metrics.putAll(exponents(points));
        return metrics;
    }

    /** {@return both exponents of what the sizes cost, the smallest first} */
    static Map<String, Double> exponents(List<PowerLaw.Point> points) {
        int sizes = points.size();
        return Map.of(EXPONENT, exponent(points.subList(sizes - 2, sizes)), OVERALL, exponent(points));
    }

    private static double exponent(List<PowerLaw.Point> points) {
        return Math.max(CONSTANT, PowerLaw.exponent(points));
    }

    /** The mean of as many runs as the time allows, at least one: small sizes run often, and the clock of a process is coarse. */
    private double cost(int size, Duration time) throws Exception {
        double spent = 0;
        int runs = 0;
        do {
            try (Job.Prepared prepared = job.prepare(size)) {
                // The garbage of the preparation is not the business of the work.
                System.gc();
                do {
                    spent += kind.of(prepared);
                    runs++;
                } while (prepared.lasts() && !isEnough(spent, runs, time));
            }
        } while (!isEnough(spent, runs, time));
        return Math.max(1, spent / runs);
    }

    private boolean isEnough(double spent, int runs, Duration time) {
        return spent >= time.toNanos() || runs >= 1000 || kind != Cost.PROCESSOR;
    }
}
