package dev.konverge.fidelity.play;

import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import dev.konverge.model.YamlException;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads a body by its media type: documents as trees, so that the order of their fields does not count. */
final class BodyForm {
    private BodyForm() {}

    static Json read(Map<String, String> headers, byte[] bytes) {
        String type = headers.getOrDefault("Content-Type", "");
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            if (type.contains("json")) {
                return Json.parse(bytes);
            }
            if (type.contains("protobuf")) {
                return ProtoBodies.read(bytes);
            }
            return type.contains("yaml") ? Yaml.parse(text) : Json.of(text);
        } catch (DecodeException | YamlException e) {
            return Json.of(text);
        }
    }
}
