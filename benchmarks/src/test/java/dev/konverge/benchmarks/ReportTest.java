package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Circumstances CIRCUMSTANCES = new Circumstances(
            "2 cores", "Java 25", OptionalDouble.of(0.042), "7 rounds", Options.QUICK.withRoundsAsked(7));

    /** What seven rounds would find between which nothing but the machine changed, so that ratios have no spread. */
    private static Measured figure(double value) {
        return figure(value, 0.9, 1, 1, 1, 1, 1, 1.1);
    }

    private static Measured figure(double value, double... shares) {
        return Figure.of(
                DoubleStream.of(shares).map(share -> value * share).boxed().toList());
    }

    /** In which ours is up to a fifth better or worse than usual, but those of peers are not. */
    private static Measured uncertain(double value) {
        return figure(value, 1, 0.8, 1, 1.2, 1);
    }

    private static Map<String, Figure> peers(double fabric8, double official) {
        var peers = new LinkedHashMap<String, Figure>();
        peers.put("fabric8", figure(fabric8));
        peers.put("official", figure(official));
        return peers;
    }

    private static Row rate(@Nullable Measured ours) {
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

    private static Run run(Row... rows) {
        return new Run(report(rows), CIRCUMSTANCES);
    }

    private static String json(Row... rows) {
        return JsonReport.format(report(rows), List.of(run(rows))).replaceAll("\\s", "");
    }

    @Test
    void jsonHasExactlyTheAgreedForm() {
        assertThat(json(rate(uncertain(50000)))).isEqualTo("""
                        {"bench":"codec","runs":{"codec":{"machine":"2cores","java":"Java25","stolen":0.042,"method":"7rounds",\
                        "quick":true,"rounds":7,"forks":1,"roundMillis":150,"warmUpMillis":400}},"settings":{"pods":"small"},\
                        "rows":[{"row":"decode","unit":"pods/s","better":"higher","konverge":50000,\
                        "peers":{"fabric8":17000,"official":3000},"ratio":{"fabric8":2.94,"official":16.7},\
                        "targets":[{"peer":"fabric8","wanted":2.5,"ratio":2.9412,"interval":[2.3529,3.5294],"rounds":5,"verdict":"open"},\
                        {"peer":"official","wanted":20,"ratio":16.667,"interval":[13.333,20],"rounds":5,"verdict":"open"}]}],\
                        "spread":{"decode":{"konverge":0.2,"fabric8":0.1,"official":0.1}},\
                        "rounds":{"decode":{"konverge":{"1":50000,"2":40000,"3":50000,"4":60000,"5":50000},\
                        "fabric8":{"1":15300,"2":17000,"3":17000,"4":17000,"5":17000,"6":17000,"7":18700},\
                        "official":{"1":2700,"2":3000,"3":3000,"4":3000,"5":3000,"6":3000,"7":3300}}},\
                        "missing":{"go":"thereisno'go'here"}}""");
    }

    @Test
    void aRatioAboveOneMeansAheadAlsoWhereLessIsBetter() {
        Row row = new Row("retained", "bytes/pod", Better.LOWER, figure(5000.5), peers(48500, 2500.25), List.of());

        assertThat(row.ratio("fabric8").orElseThrow().estimate()).isGreaterThan(9);
        assertThat(row.ratio("official").orElseThrow().estimate()).isEqualTo(0.5);
        assertThat(json(row)).contains("\"better\":\"lower\"", "\"konverge\":5000.5", "\"fabric8\":9.7");
    }

    @Test
    void whoDidNotTakePartIsLeftOutOfTheJson() {
        assertThat(json(rate(null)))
                .contains("\"better\":\"higher\",\"peers\":{")
                .contains("\"ratio\":{},\"targets\":[{\"peer\":\"fabric8\",\"wanted\":2.5,\"verdict\":\"notmeasured\"}")
                .contains("\"spread\":{\"decode\":{\"fabric8\"");
    }

    @Test
    void theTableHasRatiosFirstAndSaysWhichTargetsWereMet() {
        String text = TextReport.format(run(rate(figure(50000))));

        assertThat(text.lines().toList())
                .containsExactly(
                        "bench codec",
                        "  on 2 cores, 4 % of its time taken by the host; Java 25",
                        "  7 rounds",
                        "  pods: small",
                        "  missing: go: there is no 'go' here",
                        "",
                        "row        ahead of fabric8       ahead of official       konverge        fabric8      official"
                                + "   unit",
                        "decode   2.94× (met: 2.50×)   16.7× (MISSED: 20.0×)   50,000 ±10 %   17,000 ±10 %   3,000 ±10 %"
                                + "   pods/s",
                        "",
                        "targets: 1 of 2 met; 1 missed: decode against official");
    }

    @Test
    void aDocumentHasTheRatiosBesideTheFiguresAndSaysWhatWasMissed() {
        Row once = new Row("held", "bytes", Better.LOWER, figure(0.456, 1), Map.of(), List.of()).wanting(0.5);
        String text = MarkdownReport.format(run(rate(figure(1234567)), once));

        assertThat(text.lines().toList())
                .containsExactly(
                        "## codec",
                        "",
                        "- on 2 cores, 4 % of its time taken by the host; Java 25",
                        "- 7 rounds",
                        "- pods: small",
                        "- missing: go: there is no 'go' here",
                        "",
                        "| row | konverge | fabric8 | official | wanted |",
                        "|---|---|---|---|---|",
                        "| `decode` | 1,234,600 pods/s ±10 % | 17,000 ±10 % (73× ≥ 2.5×) | 3,000 ±10 % (412× ≥ 20×) |  |",
                        "| `held` | 0.46 bytes once |  |  | 0.50 (1.1× ≥ 1×) |",
                        "",
                        "targets: 3 of 3 met",
                        "");
        assertThat(MarkdownReport.format(run(rate(figure(50000)))))
                .contains("17,000 ±10 % (2.9× ≥ 2.5×) | 3,000 ±10 % (**16.66× < 20×**) |");
        assertThat(MarkdownReport.format(run(rate(figure(42499))))).contains("17,000 ±10 % (**2.49× < 2.5×**)");
        assertThat(MarkdownReport.format(run(rate(null)))).contains("| `decode` |  | 17,000 ±10 % | 3,000 ±10 % |");
    }

    @Test
    void aTargetMayLeaveRoomForWhatMeasuringGetsWrong() {
        Target notWorse = new Target("fewer", 0.91);
        Row tenth = new Row("row", "u", Better.HIGHER, figure(92), Map.of("fewer", figure(100)), List.of(notWorse));
        Row half = new Row("row", "u", Better.HIGHER, figure(50), Map.of("fewer", figure(100)), List.of(notWorse));

        assertThat(TextReport.format(run(tenth))).contains("0.92×", "targets: 1 of 1 met");
        assertThat(TextReport.format(run(half))).contains("0.50× (MISSED: 0.91×)", "targets: 0 of 1 met");
    }

    @Test
    void aFigureOfOneRoundClaimsNoSpread() {
        var row = new Row("held", "bytes", Better.LOWER, figure(1234, 1), Map.of(), List.of());

        assertThat(TextReport.format(run(row))).contains("1,234 once");
    }

    @Test
    void aSingleRoundDecidesAndSaysThatItWasOne() {
        assertThat(TextReport.format(run(rate(figure(50000, 1)))))
                .contains("2.94× (met once: 2.50×)", "16.7× (MISSED once: 20.0×)")
                .contains("targets: 1 of 2 met; 1 missed: decode against official");
    }

    @Test
    void whatTheRoundsDoNotDecideIsOpen() {
        assertThat(TextReport.format(run(rate(uncertain(50000)))))
                .contains("2.94× (2.35× to 3.53×, open: 2.50×)")
                .contains("targets: 0 of 2 met; 2 open: decode against fabric8, decode against official");
        assertThat(MarkdownReport.format(run(rate(uncertain(50000)))))
                .contains("50,000 pods/s ±20 % | 17,000 ±10 % (*2.9× in 2.35–3.53×, wanted 2.5×*)");
    }

    @Test
    void whoWasNotMeasuredIsNotBeaten() {
        Row row = new Row(
                "decode",
                "pods/s",
                Better.HIGHER,
                figure(50000),
                peers(17000, 3000),
                List.of(new Target("fabric8", 2.5), new Target("go", 2), new Target("rust", 1)));

        assertThat(TextReport.format(run(row)))
                .contains("targets: 1 of 1 met; 1 not measured (go: there is no 'go' here): decode against go;"
                        + " 1 not measured (rust: no figure): decode against rust");
        assertThat(TextReport.format(run(rate(null))))
                .contains("targets: 0 of 0 met; 2 not measured (konverge: no figure): decode against fabric8,"
                        + " decode against official");
    }

    @Test
    void severalReportsBecomeOneWhoseRowsSayWhereTheyComeFrom() {
        Report all = Report.join("all", List.of(report(rate(figure(50000))), report(rate(null))));

        assertThat(all.bench()).isEqualTo("all");
        assertThat(all.rows()).extracting(Row::name).containsExactly("codec/decode", "codec/decode");
        assertThat(all.missing()).containsExactly(Map.entry("codec/go", "there is no 'go' here"));
        assertThat(all.settings()).containsExactly(Map.entry("codec/pods", "small"));
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
