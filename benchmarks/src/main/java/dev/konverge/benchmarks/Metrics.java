package dev.konverge.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a child process says it measured: one flat JSON object of names and numbers. */
public final class Metrics {
    private static final JsonFactory JSON = new JsonFactory();

    private Metrics() {}

    /** {@return the metrics as a child process has to print them} */
    public static String format(Map<String, Double> metrics) {
        var text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, Double> metric : metrics.entrySet()) {
                json.writeNumberField(metric.getKey(), metric.getValue());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static Map<String, Double> parse(String who, String text) {
        var metrics = new LinkedHashMap<String, Double>();
        try (JsonParser json = JSON.createParser(text)) {
            require(json.nextToken() == JsonToken.START_OBJECT, who, text);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                require(json.nextToken().isNumeric(), who, text);
                metrics.put(name, json.getDoubleValue());
            }
            require(json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null, who, text);
        } catch (IOException e) {
            throw new BenchFailure(complaint(who, text), e);
        }
        return metrics;
    }

    private static void require(boolean condition, String who, String text) {
        if (!condition) {
            throw new BenchFailure(complaint(who, text), null);
        }
    }

    private static String complaint(String who, String text) {
        return who + " should print one JSON object of names and numbers, but printed: " + text;
    }
}
