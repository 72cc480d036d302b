package dev.konverge.controller.webhook;

import dev.konverge.model.Json;
import dev.konverge.model.Unstructured;
import java.util.LinkedHashMap;
import java.util.Map;

/** Objects of a kind whose versions name a field of the spec differently. */
final class Foos {
    private Foos() {}

    static Unstructured renamed(Unstructured foo, String from, String to) {
        Map<String, Json> fields = new LinkedHashMap<>(foo.content().fields());
        Map<String, Json> spec =
                new LinkedHashMap<>(Review.object(foo.content(), "spec").fields());
        Json value = spec.remove(from);
        if (value != null) {
            spec.put(to, value);
        }
        fields.put("spec", new Json.Obj(spec));
        return Unstructured.of(new Json.Obj(fields));
    }
}
