package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static Figure figure(double value) {
        return new Figure(value, value * 0.9, value * 1.1, 7);
    }

    private static Map<String, Figure> peers(double fabric8, double official) {
        var peers = new LinkedHashMap<String, Figure>();
        peers.put("fabric8", figure(fabric8));
        peers.put("official", figure(official));
        return peers;
    }

    private static Row rate(@Nullable Figure ours) {
        return new Row(
                "decode",
                "pods/s",
                Better.HIGHER,
                ours,
                peers(17000, 3000),
                List.of(new Target("fabric8", 2.5), new Target("official", 20)));
    }

    private static Report report(Row... rows) {
        return new Report("codec", Map.of("pods", "small"), List.of(rows), Map.of("go", "there is no 'go' here"));
    }

    @Test
    void jsonHasExactlyTheAgreedForm() {
        assertThat(JsonReport.format(report(rate(figure(50000)))).replaceAll("\\s", ""))
                .isEqualTo("""
                        {"bench":"codec","rows":[{"row":"decode","unit":"pods/s","better":"higher","konverge":50000,\
                        "peers":{"fabric8":17000,"official":3000},"ratio":{"fabric8":2.94,"official":16.7}}],\
                        "spread":{"decode":{"konverge":0.1,"fabric8":0.1,"official":0.1}},\
                        "missing":{"go":"thereisno'go'here"}}""");
    }

    @Test
    void aRatioAboveOneMeansAheadAlsoWhereLessIsBetter() {
        Row row = new Row("retained", "bytes/pod", Better.LOWER, figure(5000.5), peers(48500, 2500.25), List.of());

        assertThat(row.ratio("fabric8").orElseThrow()).isGreaterThan(9);
        assertThat(row.ratio("official").orElseThrow()).isEqualTo(0.5);
        assertThat(JsonReport.format(report(row)))
                .contains("\"better\" : \"lower\"")
                .contains("\"konverge\" : 5000.5")
                .contains("\"fabric8\" : 9.7");
    }

    @Test
    void whoDidNotTakePartIsLeftOutOfTheJson() {
        assertThat(JsonReport.format(report(rate(null))).replaceAll("\\s", ""))
                .contains("\"better\":\"higher\",\"peers\":{")
                .contains("\"ratio\":{}}]")
                .contains("\"spread\":{\"decode\":{\"fabric8\"");
    }

    @Test
    void theTableHasRatiosFirstAndSaysWhichTargetsWereMet() {
        String text = TextReport.format(report(rate(figure(50000))), "2 cores", "7 rounds");

        assertThat(text.lines().toList())
                .containsExactly(
                        "bench codec",
                        "  on 2 cores",
                        "  7 rounds",
                        "  pods: small",
                        "  missing: go: there is no 'go' here",
                        "",
                        "row        ahead of fabric8       ahead of official       konverge        fabric8      official"
                                + "   unit",
                        "decode   2.94× (met: 2.50×)   16.7× (MISSED: 20.0×)   50,000 ±10 %   17,000 ±10 %   3,000 ±10 %"
                                + "   pods/s",
                        "",
                        "targets: 1 of 2 met; missed: decode against official");
    }

    @Test
    void aDocumentHasTheRatiosBesideTheFiguresAndSaysWhatWasMissed() {
        Row once = new Row("held", "bytes", Better.LOWER, new Figure(0.456, 0.456, 0.456, 1), Map.of(), List.of());
        String text = MarkdownReport.format(report(rate(figure(1234567)), once), "2 cores", "7 rounds");

        assertThat(text.lines().toList())
                .containsExactly(
                        "## codec",
                        "",
                        "- on 2 cores",
                        "- 7 rounds",
                        "- pods: small",
                        "- missing: go: there is no 'go' here",
                        "",
                        "| row | konverge | fabric8 | official |",
                        "|---|---|---|---|",
                        "| `decode` | 1,234,600 pods/s ±10 % | 17,000 (73× ≥ 2.5×) | 3,000 (412× ≥ 20×) |",
                        "| `held` | 0.46 bytes |  |  |",
                        "");
        assertThat(MarkdownReport.format(report(rate(figure(50000))), "", ""))
                .contains("17,000 (2.9× ≥ 2.5×) | 3,000 (**16.66× < 20×**) |");
        assertThat(MarkdownReport.format(report(rate(figure(42499))), "", "")).contains("17,000 (**2.49× < 2.5×**)");
        assertThat(MarkdownReport.format(report(rate(null)), "", "")).contains("| `decode` |  | 17,000 | 3,000 |");
    }

    @Test
    void aTargetMayLeaveRoomForWhatMeasuringGetsWrong() {
        Target notWorse = new Target("fewer", 0.91);
        Row tenth = new Row("row", "u", Better.HIGHER, figure(92), Map.of("fewer", figure(100)), List.of(notWorse));
        Row half = new Row("row", "u", Better.HIGHER, figure(50), Map.of("fewer", figure(100)), List.of(notWorse));

        assertThat(TextReport.format(report(tenth), "", "")).contains("0.92×", "targets: 1 of 1 met");
        assertThat(TextReport.format(report(half), "", "")).contains("0.50× (MISSED: 0.91×)", "targets: 0 of 1 met");
    }

    @Test
    void aFigureOfOneRoundClaimsNoSpread() {
        var row = new Row("held", "bytes", Better.LOWER, new Figure(1234, 1234, 1234, 1), Map.of(), List.of());

        assertThat(TextReport.format(report(row), "", "")).contains("1,234 once");
    }

    @Test
    void withoutOurFigureTargetsAreNotMet() {
        assertThat(TextReport.format(report(rate(null)), "", ""))
                .contains(
                        "targets: 0 of 2 met; missed: decode against fabric8 (not measured), decode against official");
    }

    @Test
    void severalReportsBecomeOneWhoseRowsSayWhereTheyComeFrom() {
        Report all = Report.join("all", List.of(report(rate(figure(50000))), report(rate(null))));

        assertThat(all.bench()).isEqualTo("all");
        assertThat(all.rows()).extracting(Row::name).containsExactly("codec/decode", "codec/decode");
        assertThat(all.missing()).containsExactly(Map.entry("codec/go", "there is no 'go' here"));
    }

    @Test
    void thePictureHasABarForEachRatioAndItsFigure() {
        String picture = RatioPlot.of(report(rate(figure(50000))));

        assertThat(picture)
                .startsWith("<svg ")
                .endsWith("</svg>\n")
                .contains(">decode<", ">fabric8<", ">2.94×<", ">16.7×<");
        assertThat(picture.split("<rect ", -1)).as("background, legend, bars").hasSize(1 + 1 + 2 + 2);
    }

    @Test
    void aRowThatNobodyElseTookPartInHasNoBar() {
        assertThat(RatioPlot.of(report(rate(null)))).doesNotContain(">decode<");
    }
}
