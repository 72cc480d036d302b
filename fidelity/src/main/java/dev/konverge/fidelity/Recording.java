package dev.konverge.fidelity;

import dev.konverge.fidelity.play.Entry;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a real server answered to the scenarios in which the embedded one gave the same answers: a line for each, with the status
 * and a digest of the normalised answer to each step. So that the comparison can be made again where there is no real server.
 */
final class Recording {
    private static final int DIGEST = 16;

    private final Map<String, List<String>> answers;

    private Recording(Map<String, List<String>> answers) {
        this.answers = answers;
    }

    /** {@return the recording of these normalised transcripts, by the names of their scenarios} */
    static Recording of(Map<String, Transcript> transcripts) {
        Map<String, List<String>> answers = new LinkedHashMap<>();
        transcripts.forEach((scenario, transcript) -> answers.put(scenario, summary(transcript)));
        return new Recording(answers);
    }

    /** {@return the recording in a text} */
    static Recording parse(String text) {
        Map<String, List<String>> answers = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            String[] parts = line.split("\t", -1);
            answers.put(parts[0], List.of(parts).subList(1, parts.length));
        });
        return new Recording(answers);
    }

    /** {@return the recording as text} */
    String text() {
        StringBuilder text = new StringBuilder();
        answers.forEach((scenario, its) -> text.append(scenario)
                .append('\t')
                .append(String.join("\t", its))
                .append('\n'));
        return text.toString();
    }

    int size() {
        return answers.size();
    }

    boolean has(String scenario) {
        return answers.containsKey(scenario);
    }

    /** {@return the steps that were answered in another way than recorded, each with the answer} */
    List<String> deviations(String scenario, Transcript transcript) {
        List<String> recorded = answers.getOrDefault(scenario, List.of());
        List<String> now = summary(transcript);
        List<String> deviations = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            String before = i < recorded.size() ? recorded.get(i) : "nothing";
            if (!before.equals(now.get(i))) {
                deviations.add("step " + (i + 1) + ", recorded " + before + ", now "
                        + transcript.entries().get(i).toJson());
            }
        }
        return deviations;
    }

    private static List<String> summary(Transcript transcript) {
        return transcript.entries().stream()
                .map(entry -> entry.status() + ":" + digest(entry))
                .toList();
    }

    private static String digest(Entry entry) {
        try {
            // What was asked for may have versions in it, and is known from the scenario.
            Entry answer = new Entry("", entry.status(), entry.headers(), entry.body());
            byte[] bytes = sorted(answer.toJson()).toString().getBytes(StandardCharsets.UTF_8);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash).substring(0, DIGEST);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The order of fields means nothing. */
    private static Json sorted(Json value) {
        return switch (value) {
            case Json.Obj object -> {
                Map<String, Json> fields = new TreeMap<>();
                object.fields().forEach((name, field) -> fields.put(name, sorted(field)));
                yield new Json.Obj(fields);
            }
            case Json.Arr array ->
                new Json.Arr(array.items().stream().map(Recording::sorted).toList());
            default -> value;
        };
    }
}
