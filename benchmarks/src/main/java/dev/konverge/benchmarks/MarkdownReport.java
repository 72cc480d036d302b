package dev.konverge.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A report for documents: a table in Markdown, a peer's ratio beside its figure, and what is wanted at the end of the line. */
final class MarkdownReport {
    /** No figure is good for more digits than these. */
    private static final MathContext LARGE = new MathContext(5, RoundingMode.HALF_EVEN);

    private MarkdownReport() {}

    static String format(Report report, String machine, String method) {
        var text = new StringBuilder();
        text.append("## ").append(report.bench()).append("\n\n");
        var facts = new ArrayList<String>();
        facts.add("on " + machine);
        facts.add(method);
        report.settings().forEach((name, value) -> facts.add(name + ": " + value));
        report.missing().forEach((peer, reason) -> facts.add("missing: " + peer + ": " + reason));
        facts.forEach(fact -> text.append("- ").append(fact).append('\n'));
        text.append('\n');
        Set<String> peers = report.peers();
        boolean wanted = report.rows().stream().anyMatch(row -> !row.targets().isEmpty());
        var head = new ArrayList<>(List.of("row", Row.US));
        head.addAll(peers);
        if (wanted) {
            head.add("wanted");
        }
        appendLine(text, head);
        text.append("|---".repeat(head.size())).append("|\n");
        for (Row row : report.rows()) {
            var cells = new ArrayList<String>();
            cells.add("`" + row.name() + "`");
            cells.add(ours(row));
            peers.forEach(peer -> cells.add(theirs(row, peer)));
            if (wanted) {
                cells.add(targets(row, peers));
            }
            appendLine(text, cells);
        }
        return text.append('\n').toString();
    }

    private static void appendLine(StringBuilder text, List<String> cells) {
        cells.forEach(cell -> text.append("| ").append(cell).append(' '));
        text.append("|\n");
    }

    private static String ours(Row row) {
        Figure us = row.konverge();
        if (us == null) {
            return "";
        }
        String spread = us.rounds() == 1 ? "" : String.format(Locale.ROOT, " ±%.0f %%", us.spread() * 100);
        return figure(us) + " " + row.unit() + spread;
    }

    private static String theirs(Row row, String peer) {
        Figure theirs = row.peers().get(peer);
        if (theirs == null) {
            return "";
        }
        var ratio = row.ratio(peer);
        return figure(theirs) + (ratio.isEmpty() ? "" : " (" + times(ratio.getAsDouble()) + ")");
    }

    private static String targets(Row row, Set<String> peers) {
        return peers.stream()
                .flatMap(peer -> row.target(peer).stream())
                .map(target -> times(target.ratio()) + (row.meets(target) ? "" : " **missed**"))
                .collect(Collectors.joining(", "));
    }

    private static String figure(Figure figure) {
        double value = figure.median();
        if (Math.abs(value) >= 1000) {
            return String.format(Locale.ROOT, "%,.0f", new BigDecimal(value).round(LARGE));
        }
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String times(double ratio) {
        boolean whole = ratio == Math.rint(ratio);
        return String.format(Locale.ROOT, whole || ratio >= 20 ? "%.0f×" : ratio < 1 ? "%.2f×" : "%.1f×", ratio);
    }
}
