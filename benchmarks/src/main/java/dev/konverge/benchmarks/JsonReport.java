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

/**
 * A report for programs. A row has {@code konverge}, {@code peers} and {@code ratio}; a ratio above 1 means that Konverge is
 * ahead, whichever direction is the better one. {@code spread} is half the distance between the best and the worst round, as a
 * share of the median. Who did not take part is in no row, but in {@code missing}, with the reason.
 */
final class JsonReport {
    private static final MathContext FIGURE = new MathContext(5, RoundingMode.HALF_EVEN);
    private static final MathContext RATIO = new MathContext(3, RoundingMode.HALF_EVEN);

    private JsonReport() {}

    static String format(Report report) {
        var text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
            json.writeStringField("bench", report.bench());
            json.writeArrayFieldStart("rows");
            for (Row row : report.rows()) {
                write(row, json);
            }
            json.writeEndArray();
            json.writeObjectFieldStart("spread");
            for (Row row : report.rows()) {
                writeSpread(row, json);
            }
            json.writeEndObject();
            json.writeObjectFieldStart("missing");
            for (var missing : report.missing().entrySet()) {
                json.writeStringField(missing.getKey(), missing.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + "\n";
    }

    private static void write(Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("row", row.name());
        json.writeStringField("unit", row.unit());
        json.writeStringField("better", row.better().word());
        Figure us = row.konverge();
        if (us != null) {
            json.writeNumberField("konverge", rounded(us.median(), FIGURE));
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
                json.writeNumberField(peer, rounded(ratio.getAsDouble(), RATIO));
            }
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeSpread(Row row, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(row.name());
        Figure us = row.konverge();
        if (us != null) {
            json.writeNumberField(Row.US, rounded(us.spread(), RATIO));
        }
        for (var peer : row.peers().entrySet()) {
            json.writeNumberField(peer.getKey(), rounded(peer.getValue().spread(), RATIO));
        }
        json.writeEndObject();
    }

    /** No more digits than the measurement has; whole numbers without a point, and none in scientific notation. */
    private static BigDecimal rounded(double value, MathContext digits) {
        BigDecimal rounded = new BigDecimal(value).round(digits).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0, RoundingMode.UNNECESSARY) : rounded;
    }
}
