package dev.konverge.fidelity.compare;

import dev.konverge.fidelity.play.Entry;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Replaces in a transcript what may differ between two servers, or two runs, by words that keep what must not: a uid by the
 * order of its appearance, a resource version by its rank among those of the scenario, a time by its form.
 */
public final class Normaliser {
    private static final Pattern AGE = Pattern.compile("(\\d+[smhdy]){1,2}|<unknown>|<invalid>");
    private static final Pattern NODE_PORT = Pattern.compile("nodePort|healthCheckNodePort");

    private final Words words;
    private final Revisions revisions;

    private Normaliser(Words words, Revisions revisions) {
        this.words = words;
        this.revisions = revisions;
    }

    /**
     * {@return the transcript with words for what may differ}
     *
     * @param namespace the namespace that the scenario was played in
     * @param now when it was played: times near it are made alike, others are not
     */
    public static Transcript normalised(Transcript transcript, String namespace, Instant now) {
        Revisions revisions = new Revisions();
        Words words = new Words(namespace, now, revisions);
        words.collectPrefixes(transcript.generateNames());
        for (Entry entry : transcript.entries()) {
            revisions.collect(entry.body());
            words.collect(entry.body());
        }
        Normaliser normaliser = new Normaliser(words, revisions);
        List<Entry> entries = new ArrayList<>();
        for (Entry entry : transcript.entries()) {
            entries.add(normaliser.entry(entry));
        }
        return new Transcript(entries);
    }

    private Entry entry(Entry entry) {
        Map<String, String> headers = new LinkedHashMap<>();
        entry.headers().forEach((name, value) -> headers.put(name, words.in(value)));
        return new Entry(words.in(entry.step()), entry.status(), headers, value("", entry.body()));
    }

    private Json value(String name, Json value) {
        return switch (value) {
            case Json.Str text -> text(name, text.value());
            case Json.Arr array -> array(name, array);
            case Json.Obj object -> object(object);
            case Json.Int number
            when NODE_PORT.matcher(name).matches() && isNodePort(number.value()) -> Json.of("PORT");
            default -> value;
        };
    }

    private static boolean isNodePort(long number) {
        return number >= 30_000 && number <= 32_767;
    }

    private Json text(String name, String text) {
        return switch (name) {
            case "resourceVersion" -> Json.of(revisions.word(text));
            case "caBundle" -> Json.of(text.length() > 100 ? "AUTHORITY" : text);
            case "continue" -> Json.of(words.in(revisions.token(text)));
            default -> Json.of(words.in(text));
        };
    }

    private Json array(String name, Json.Arr array) {
        List<Json> items = new ArrayList<>();
        array.items().forEach(item -> items.add(value(name, item)));
        if (name.equals("managedFields")) {
            // Sorted by time first, to the second: whether two writes fell into the same one is chance.
            items.sort(Comparator.comparing(Json::toString));
        }
        return new Json.Arr(items);
    }

    private Json object(Json.Obj object) {
        Map<String, Json> fields = new LinkedHashMap<>();
        object.fields().forEach((name, field) -> fields.put(words.in(name), value(name, field)));
        if (Json.of("Table").equals(object.get("kind")) && fields.get("rows") instanceof Json.Arr rows) {
            fields.put(
                    "rows",
                    new Json.Arr(rows.items().stream().map(Normaliser::row).toList()));
        }
        return Unordered.sorted(new Json.Obj(fields));
    }

    private static Json row(Json row) {
        if (!(row instanceof Json.Obj object) || !(object.get("cells") instanceof Json.Arr cells)) {
            return row;
        }
        List<Json> plain = new ArrayList<>();
        for (Json cell : cells.items()) {
            boolean age =
                    cell instanceof Json.Str text && AGE.matcher(text.value()).matches();
            plain.add(age ? Json.of("AGE") : cell);
        }
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.put("cells", new Json.Arr(plain));
        return new Json.Obj(fields);
    }
}
