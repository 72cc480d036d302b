package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import dev.konverge.model.YamlDocument;
import dev.konverge.model.YamlException;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The YAML of a body, of which JSON is a part.
 *
 * @param value what it holds
 * @param complaint what strict decoding says of it, if anything
 */
record YamlText(Json value, Optional<String> complaint) {
    private static final String HEADING = "yaml: unmarshal errors:\n";
    private static final String CONVERSION = "error converting YAML to JSON: ";

    /**
     * {@return the first document of a body}
     *
     * @throws MalformedException if it is no YAML
     */
    static YamlText parse(byte[] body) {
        requireNoSurrogates(body);
        if (body.length > 0 && body[0] == '{') {
            try {
                return new YamlText(Json.parse(body), Optional.empty());
            } catch (DecodeException flowStyle) {
                // A mapping in YAML's flow style begins like JSON, and may say things twice.
            }
        }
        try {
            YamlDocument document = Yaml.parseFirst(new String(body, StandardCharsets.UTF_8));
            return new YamlText(document.value(), complaint(document.repeated()));
        } catch (YamlException e) {
            throw new MalformedException("yaml: " + e.serverWords());
        }
    }

    /** JSON may write a character as two escapes, but in YAML an escape stands for a character. */
    private static void requireNoSurrogates(byte[] body) {
        int line = 1;
        for (int i = 0; i + 3 < body.length; i++) {
            if (body[i] == '\n') {
                line++;
            } else if (body[i] == '\\') {
                boolean half = body[i + 1] == 'u'
                        && (body[i + 2] == 'd' || body[i + 2] == 'D')
                        && Character.digit(body[i + 3], 16) >= 8;
                if (half) {
                    String place = line == 1 ? "" : "line " + line + ": ";
                    throw new MalformedException("yaml: " + place + "found invalid Unicode character escape code");
                }
                i++;
            }
        }
    }

    private static Optional<String> complaint(List<YamlDocument.RepeatedKey> repeated) {
        return repeated.isEmpty()
                ? Optional.empty()
                : Optional.of(repeated.stream()
                        .map(key -> "  line " + key.line() + ": key " + GoText.quote(key.key()) + " already set in map")
                        .collect(Collectors.joining("\n", HEADING, "")));
    }

    /** {@return the complaint of an applied configuration} */
    Optional<String> conversionComplaint() {
        return complaint.map(CONVERSION::concat);
    }

    /** {@return the warnings that a complaint is told as}: each of its lines is one. */
    static List<String> warnings(String complaint) {
        String plain = complaint.startsWith(CONVERSION) ? complaint.substring(CONVERSION.length()) : complaint;
        return plain.startsWith(HEADING)
                ? plain.substring(HEADING.length()).lines().map(String::strip).toList()
                : List.of(complaint);
    }
}
