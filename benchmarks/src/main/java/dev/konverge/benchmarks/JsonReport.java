package dev.konverge.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A report for programs. A row has {@code konverge}, {@code peers}, {@code ratio} and {@code targets}; a ratio above 1 means that Konverge is
 * ahead, whichever direction is the better one. {@code spread} is half the distance between the best and the worst round, as a
 * share of the median, and {@code rounds} has all that was measured, so that whoever doubts an interval can work it out. Who did not take part is in no
 * row, but in {@code missing}, with the reason. {@code runs} says of each benchmark how it was run, and on what.
 */
final class JsonReport {
    private static final MathContext FIGURE = new MathContext(5, RoundingMode.HALF_EVEN);
    private static final MathContext RATIO = new MathContext(3, RoundingMode.HALF_EVEN);

    private JsonReport() {}

    /** {@return what these runs found} */
    static String format(Report report, List<Run> runs) {
        var text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
            json.writeStringField("bench", report.bench());
            json.writeObjectFieldStart("runs");
            for (Run run : runs) {
                json.writeFieldName(run.report().bench());
                write(run.circumstances(), json);
            }
            json.writeEndObject();
            write("settings", report.settings(), json);
            json.writeArrayFieldStart("rows");
            for (Row row : report.rows()) {
                write(row, json);
            }
            json.writeEndArray();
            forEachRow("spread", report, json, figure -> json.writeNumber(rounded(figure.spread(), RATIO)));
            forEachRow("rounds", report, json, figure -> writeRounds(figure, json));
            write("missing", report.missing(), json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + "\n";
    }

    private static void write(Circumstances circumstances, JsonGenerator json) throws IOException {
        Options options = circumstances.options();
        json.writeStartObject();
        json.writeStringField("machine", circumstances.machine());
        json.writeStringField("java", circumstances.java());
        if (circumstances.stolen().isPresent()) {
            json.writeNumberField("stolen", rounded(circumstances.stolen().getAsDouble(), RATIO));
        }
        json.writeStringField("method", circumstances.method());
        json.writeBooleanField("quick", options.quick());
        json.writeNumberField("rounds", options.rounds());
        json.writeNumberField("forks", options.forks());
        json.writeNumberField("roundMillis", options.round().toMillis());
        json.writeNumberField("warmUpMillis", options.warmUp().toMillis());
        json.writeEndObject();
    }

    private static void write(String name, Map<String, String> texts, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            json.writeStringField(text.getKey(), text.getValue());
        }
        json.writeEndObject();
    }

    private static void write(Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("row", row.name());
        json.writeStringField("unit", row.unit());
        json.writeStringField("better", row.better().word());
        Figure us = row.konverge();
        if (us != null) {
            json.writeNumberField(Row.US, rounded(us.median(), FIGURE));
        }
        json.writeObjectFieldStart("peers");
        for (var peer : row.peers().entrySet()) {
            json.writeNumberField(peer.getKey(), rounded(peer.getValue().median(), FIGURE));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("ratio");
        for (String peer : row.peers().keySet()) {
            var ratio = row.ratio(peer);
            if (ratio.isPresent()) {
                json.writeNumberField(peer, rounded(ratio.get().estimate(), RATIO));
            }
        }
        json.writeEndObject();
        json.writeArrayFieldStart("targets");
        for (Target target : row.targets()) {
            write(target, row, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(Target target, Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("peer", target.peer());
        json.writeNumberField("wanted", rounded(target.ratio(), RATIO));
        Optional<Ratio> ratio = row.ratio(target.peer());
        if (ratio.isPresent()) {
            // With all digits that decided: rounded, one that was missed by little would look as if it had been met.
            json.writeNumberField("ratio", rounded(ratio.get().estimate(), FIGURE));
            json.writeArrayFieldStart("interval");
            json.writeNumber(rounded(ratio.get().low(), FIGURE));
            json.writeNumber(rounded(ratio.get().high(), FIGURE));
            json.writeEndArray();
            json.writeNumberField("rounds", ratio.get().rounds());
        }
        json.writeStringField("verdict", row.verdict(target).map(Verdict::word).orElse("not measured"));
        json.writeEndObject();
    }

    /** What is said of one figure. */
    private interface Said {
        void of(Figure figure) throws IOException;
    }

    private static void forEachRow(String name, Report report, JsonGenerator json, Said said) throws IOException {
        json.writeObjectFieldStart(name);
        for (Row row : report.rows()) {
            json.writeObjectFieldStart(row.name());
            Figure us = row.konverge();
            if (us != null) {
                json.writeFieldName(Row.US);
                said.of(us);
            }
            for (var peer : row.peers().entrySet()) {
                json.writeFieldName(peer.getKey());
                said.of(peer.getValue());
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    /** By the number of the round: in some of them a contender may not have come to a figure. */
    private static void writeRounds(Figure figure, JsonGenerator json) throws IOException {
        json.writeStartObject();
        if (figure instanceof Measured measured) {
            for (Map.Entry<Integer, Double> round : measured.values().entrySet()) {
                json.writeNumberField(Integer.toString(round.getKey() + 1), rounded(round.getValue(), FIGURE));
            }
        }
        json.writeEndObject();
    }

    /** No more digits than the measurement has; whole numbers without a point, and none in scientific notation. */
    private static BigDecimal rounded(double value, MathContext digits) {
        BigDecimal rounded = new BigDecimal(value).round(digits).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0, RoundingMode.UNNECESSARY) : rounded;
    }
}
