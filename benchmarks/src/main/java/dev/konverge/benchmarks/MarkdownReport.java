package dev.konverge.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A report for documents: a table in Markdown; beside a peer's figure the ratio and, where something is wanted, what, and whether it was reached. */
final class MarkdownReport {
    /** No figure is good for more digits than these. */
    private static final MathContext LARGE = new MathContext(5, RoundingMode.HALF_EVEN);

    private MarkdownReport() {}

    static String format(Run run) {
        Report report = run.report();
        var text = new StringBuilder();
        text.append("## ").append(report.bench()).append("\n\n");
        var facts = new ArrayList<String>();
        facts.add("on " + run.circumstances().where());
        facts.add(run.circumstances().method());
        report.settings().forEach((name, value) -> facts.add(name + ": " + value));
        report.missing().forEach((peer, reason) -> facts.add("missing: " + peer + ": " + reason));
        facts.forEach(fact -> text.append("- ").append(fact).append('\n'));
        text.append('\n');
        Set<String> peers = report.peers();
        var head = new ArrayList<>(List.of("row", Row.US));
        head.addAll(peers);
        appendLine(text, head);
        text.append("|---".repeat(head.size())).append("|\n");
        for (Row row : report.rows()) {
            var cells = new ArrayList<String>();
            cells.add("`" + row.name() + "`");
            cells.add(ours(row));
            peers.forEach(peer -> cells.add(theirs(row, peer)));
            appendLine(text, cells);
        }
        return text.append('\n')
                .append(Verdicts.of(report).inWords())
                .append("\n\n")
                .toString();
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
        return figure(us) + " " + row.unit() + us.precision();
    }

    private static String theirs(Row row, String peer) {
        Figure theirs = row.peers().get(peer);
        if (theirs == null) {
            return "";
        }
        var ratio = row.ratio(peer);
        if (ratio.isEmpty()) {
            return figure(theirs) + theirs.precision();
        }
        String verdict = row.target(peer)
                .map(target -> verdict(ratio.get(), target.ratio()))
                .orElseGet(() -> times(ratio.get().estimate()));
        return figure(theirs) + theirs.precision() + " (" + verdict + ")";
    }

    /** {@return how far ahead we are and what is wanted: bold if that was missed; slanted, and with what the rounds leave, if they do not decide} */
    private static String verdict(Ratio ratio, double wanted) {
        return switch (ratio.verdict(wanted)) {
            case MET -> times(ratio.estimate()) + " ≥ " + times(wanted);
            // Rounded up, it would look as if it had been met.
            case MISSED -> "**" + hundredths(Math.floor(ratio.estimate() * 100) / 100) + " < " + times(wanted) + "**";
            case OPEN ->
                String.format(
                        Locale.ROOT,
                        "*%s in %.2f–%s, wanted %s*",
                        times(ratio.estimate()),
                        ratio.low(),
                        hundredths(ratio.high()),
                        times(wanted));
        };
    }

    private static String hundredths(double ratio) {
        return String.format(Locale.ROOT, "%.2f×", ratio);
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
