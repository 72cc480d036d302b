package dev.konverge.benchmarks.growth;

import dev.konverge.benchmarks.Figure;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Cost over size, both logarithmic: a straight line that rises by one decade a decade is linear growth. */
final class GrowthPlot {
    private static final String INK = "#24292f";
    private static final String FAINT = "#d0d7de";
    private static final int WIDTH = 760;
    private static final int HEIGHT = 520;
    private static final int LEFT = 60;
    private static final int RIGHT = 210;
    private static final int TOP = 40;
    private static final int BOTTOM = 40;

    private final Map<Work, SortedMap<Integer, Double>> costs = new TreeMap<>();
    private final Map<Work, Double> exponents = new TreeMap<>();

    private GrowthPlot(Report report) {
        for (Row row : report.rows()) {
            Figure figure = row.konverge();
            for (Work work : Work.values()) {
                if (figure != null && row.name().equals(work.row())) {
                    exponents.put(work, figure.median());
                } else if (figure != null
                        && row.name().startsWith(work.row() + "-")
                        && row.unit().equals(work.cost().unit())) {
                    int size = Integer.parseInt(row.name().substring(work.row().length() + 1));
                    costs.computeIfAbsent(work, none -> new TreeMap<>()).put(size, figure.median());
                }
            }
        }
    }

    static String of(Report report) {
        return new GrowthPlot(report).draw();
    }

    private String draw() {
        var svg = new Svg(WIDTH, HEIGHT);
        svg.text(10, 20, Svg.Anchor.START, INK, "bench growth: processor time (ms), or heap (KB), over size");
        List<Double> sizes = new ArrayList<>();
        List<Double> times = new ArrayList<>();
        costs.values()
                .forEach(points -> points.forEach((size, cost) -> {
                    sizes.add((double) size);
                    times.add(cost);
                }));
        if (sizes.isEmpty()) {
            return svg.toString();
        }
        Axis x = Axis.of(sizes, LEFT, WIDTH - RIGHT);
        Axis y = Axis.of(times, HEIGHT - BOTTOM, TOP);
        for (int decade = x.from; decade <= x.to; decade++) {
            double at = x.at(Math.pow(10, decade));
            svg.line(at, TOP, at, HEIGHT - BOTTOM, FAINT, 1);
            svg.text(at, HEIGHT - BOTTOM + 16, Svg.Anchor.MIDDLE, INK, power(decade));
        }
        for (int decade = y.from; decade <= y.to; decade++) {
            double at = y.at(Math.pow(10, decade));
            svg.line(LEFT, at, WIDTH - RIGHT, at, FAINT, 1);
            svg.text(LEFT - 6, at + 4, Svg.Anchor.END, INK, power(decade));
        }
        int number = 0;
        for (var line : costs.entrySet()) {
            line(svg, Svg.colour(number), line.getValue(), x, y);
            label(svg, number++, line.getKey());
        }
        return svg.toString();
    }

    private static void line(Svg svg, String colour, SortedMap<Integer, Double> points, Axis x, Axis y) {
        Map.Entry<Integer, Double> before = null;
        for (Map.Entry<Integer, Double> point : points.entrySet()) {
            double atX = x.at(point.getKey());
            double atY = y.at(point.getValue());
            if (before != null) {
                svg.line(x.at(before.getKey()), y.at(before.getValue()), atX, atY, colour, 2);
            }
            svg.dot(atX, atY, colour);
            before = point;
        }
    }

    private void label(Svg svg, int number, Work work) {
        int place = TOP + 20 * number + 10;
        svg.dot(WIDTH - RIGHT + 20, place - 4, Svg.colour(number));
        String text = String.format(Locale.ROOT, "%s, exponent %.2f", work.row(), exponents.getOrDefault(work, 0.0));
        svg.text(WIDTH - RIGHT + 32, place, Svg.Anchor.START, INK, text);
    }

    private static String power(int decade) {
        return decade < 0
                ? Double.toString(Math.pow(10, decade))
                : String.format(Locale.ROOT, "%,d", (long) Math.pow(10, decade));
    }

    /** A logarithmic axis of whole decades. */
    private record Axis(int from, int to, double start, double end) {
        static Axis of(List<Double> values, double start, double end) {
            double low = values.stream().mapToDouble(Math::log10).min().orElseThrow();
            double high = values.stream().mapToDouble(Math::log10).max().orElseThrow();
            int from = (int) Math.floor(low);
            return new Axis(from, Math.max(from + 1, (int) Math.ceil(high)), start, end);
        }

        double at(double value) {
            return start + (end - start) * (Math.log10(value) - from) / (to - from);
        }
    }
}
