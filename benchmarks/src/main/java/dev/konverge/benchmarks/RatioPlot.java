package dev.konverge.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * How far ahead of each peer we are, row by row: bars from 1 to the right where we are ahead, to the left where a peer is, on a
 * logarithmic scale; a line along a bar is what the rounds leave the ratio between, a short one across it what we want to reach.
 */
final class RatioPlot {
    private static final int LEFT = 230;
    private static final int RIGHT = 90;
    private static final int TOP = 64;
    private static final int SCALE = 520;
    private static final int BAR = 12;
    private static final int GAP = 10;
    private static final String INK = "#24292f";
    private static final String FAINT = "#d0d7de";

    private final Report report;
    private final List<String> peers;
    private final List<Row> rows;
    private final double lowest;
    private final double highest;

    private RatioPlot(Report report) {
        this.report = report;
        var names = new LinkedHashSet<String>();
        report.rows().forEach(row -> names.addAll(row.peers().keySet()));
        this.peers = List.copyOf(names);
        this.rows = report.rows().stream()
                .filter(row -> row.peers().keySet().stream()
                        .anyMatch(peer -> row.ratio(peer).isPresent()))
                .toList();
        double[] all = rows.stream()
                .flatMap(row -> row.peers().keySet().stream().flatMap(peer -> row.ratio(peer).stream()))
                .flatMapToDouble(ratio -> DoubleStream.of(ratio.low(), ratio.high()))
                .toArray();
        this.lowest = decade(-1, all);
        this.highest = decade(1, all);
    }

    static String of(Report report) {
        return new RatioPlot(report).draw();
    }

    /** The power of ten that all figures are above, or below, but never so near that the line at 1 is at the edge. */
    private static double decade(int direction, double[] figures) {
        double edge = direction;
        for (double figure : figures) {
            double logarithm = Math.log10(figure);
            edge = direction < 0 ? Math.min(edge, Math.floor(logarithm)) : Math.max(edge, Math.ceil(logarithm));
        }
        return edge;
    }

    private double x(double ratio) {
        return LEFT + SCALE * (Math.log10(ratio) - lowest) / (highest - lowest);
    }

    private String draw() {
        int height = TOP + 40;
        for (Row row : rows) {
            height += bars(row).size() * BAR + GAP;
        }
        var svg = new Svg(LEFT + SCALE + RIGHT, height);
        svg.text(10, 20, Svg.Anchor.START, INK, "bench " + report.bench() + ": times ahead of each peer");
        legend(svg);
        grid(svg, height - 30);
        int y = TOP;
        for (Row row : rows) {
            y = draw(svg, row, y);
        }
        return svg.toString();
    }

    private void legend(Svg svg) {
        int x = 10;
        for (int i = 0; i < peers.size(); i++) {
            svg.box(x, 32, 10, 10, Svg.colour(i));
            svg.text(x + 14, 41, Svg.Anchor.START, INK, peers.get(i));
            x += 30 + 7 * peers.get(i).length();
        }
    }

    private void grid(Svg svg, int bottom) {
        for (int decade = (int) lowest; decade <= highest; decade++) {
            double x = x(Math.pow(10, decade));
            svg.line(x, TOP - 8, x, bottom, decade == 0 ? INK : FAINT, 1);
            String label = decade < 0 ? "1/" + (int) Math.pow(10, -decade) : (int) Math.pow(10, decade) + "×";
            svg.text(x, bottom + 16, Svg.Anchor.MIDDLE, INK, label);
        }
    }

    private List<String> bars(Row row) {
        var bars = new ArrayList<String>();
        for (String peer : peers) {
            if (row.ratio(peer).isPresent()) {
                bars.add(peer);
            }
        }
        return bars;
    }

    private int draw(Svg svg, Row row, int top) {
        int y = top;
        for (String peer : bars(row)) {
            Ratio rounds = row.ratio(peer).orElseThrow();
            double ratio = rounds.estimate();
            double from = Math.min(x(1), x(ratio));
            svg.box(from, y, Math.abs(x(ratio) - x(1)), BAR - 2, Svg.colour(peers.indexOf(peer)));
            double middle = y + (BAR - 2) / 2.0;
            svg.line(x(rounds.low()), middle, x(rounds.high()), middle, INK, 1);
            row.target(peer).ifPresent(target -> {
                double x = x(target.ratio());
                svg.line(x, top - 1, x, top + bars(row).size() * BAR - 1, INK, 1.5);
            });
            String times = String.format(Locale.ROOT, ratio < 10 ? "%.2f×" : "%.1f×", ratio);
            svg.text(Math.max(x(rounds.high()), x(1)) + 4, y + BAR - 2, Svg.Anchor.START, INK, times);
            y += BAR;
        }
        svg.text(LEFT - 8, (top + y) / 2.0 + 4, Svg.Anchor.END, INK, row.name());
        return y + GAP;
    }
}
