package dev.konverge.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A report for people: how far ahead we are comes first, then whether that is what we want, then the figures. */
final class TextReport {
    private TextReport() {}

    static String format(Run run) {
        Report report = run.report();
        var text = new StringBuilder();
        text.append("bench ").append(report.bench()).append('\n');
        text.append("  on ").append(run.circumstances().where()).append('\n');
        text.append("  ").append(run.circumstances().method()).append('\n');
        report.settings()
                .forEach((name, value) -> text.append("  ")
                        .append(name)
                        .append(": ")
                        .append(value)
                        .append('\n'));
        report.missing()
                .forEach((peer, reason) -> text.append("  missing: ")
                        .append(peer)
                        .append(": ")
                        .append(reason)
                        .append('\n'));
        text.append('\n');
        Table.append(text, cells(report));
        text.append('\n').append(Verdicts.of(report).inWords()).append('\n');
        return text.toString();
    }

    private static List<List<String>> cells(Report report) {
        Set<String> peers = report.peers();
        var table = new ArrayList<List<String>>();
        table.add(Stream.of(
                        Stream.of("row"),
                        peers.stream().map(peer -> "ahead of " + peer),
                        Stream.of(Row.US),
                        peers.stream(),
                        Stream.of("unit"))
                .flatMap(cell -> cell)
                .toList());
        for (Row row : report.rows()) {
            table.add(cells(row, peers));
        }
        return table;
    }

    private static List<String> cells(Row row, Set<String> peers) {
        var cells = new ArrayList<String>();
        cells.add(row.name());
        peers.forEach(peer -> cells.add(ratio(row, peer)));
        Figure us = row.konverge();
        cells.add(us == null ? "–" : figure(us));
        for (String peer : peers) {
            Figure theirs = row.peers().get(peer);
            cells.add(theirs == null ? "–" : figure(theirs));
        }
        cells.add(row.unit());
        return cells;
    }

    private static String ratio(Row row, String peer) {
        var ratio = row.ratio(peer);
        if (ratio.isEmpty()) {
            return "–";
        }
        String times = times(ratio.get().estimate());
        return row.target(peer)
                .map(target -> times + " (" + verdict(ratio.get(), target) + ": " + times(target.ratio()) + ")")
                .orElse(times);
    }

    private static String verdict(Ratio ratio, Target target) {
        String word = switch (ratio.verdict(target.ratio())) {
            case MET -> "met";
            case MISSED -> "MISSED";
            case OPEN -> times(ratio.low()) + " to " + times(ratio.high()) + ", open";
        };
        return ratio.rounds() == 1 ? word + " once" : word;
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, ratio < 10 ? "%.2f×" : "%.1f×", ratio);
    }

    private static String figure(Figure figure) {
        double value = figure.median();
        String format = value >= 1000 ? "%,.0f" : value >= 10 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, format, value) + figure.precision();
    }
}
