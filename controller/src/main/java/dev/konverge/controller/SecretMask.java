package dev.konverge.controller;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Secret that can be shown: whether its values are those of another state of it can be seen, the values cannot. Pure. */
final class SecretMask {
    private static final String MASK = "***";

    /** Where kubectl repeats all that was applied. */
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private SecretMask() {}

    /**
     * {@return a Secret without its values}
     *
     * @param other its other state, if there is one
     * @param which what is said of values that the other state does not have
     */
    static Json.Obj of(Json.Obj secret, Optional<Json.Obj> other, String which) {
        Json.Obj masked = masked(secret, other, "data", which);
        masked = masked(masked, other, "stringData", which);
        Json.Obj metadata = Trees.objectIn(secret, "metadata");
        Json.Obj annotations = Trees.objectIn(metadata, "annotations");
        if (annotations.get(LAST_APPLIED) == null) {
            return masked;
        }
        Json there = other.map(object -> Trees.objectIn(Trees.objectIn(object, "metadata"), "annotations"))
                .map(all -> all.get(LAST_APPLIED))
                .orElse(null);
        Json shown = mask(annotations.get(LAST_APPLIED), there, which);
        return Trees.with(
                masked, "metadata", Trees.with(metadata, "annotations", Trees.with(annotations, LAST_APPLIED, shown)));
    }

    private static Json.Obj masked(Json.Obj secret, Optional<Json.Obj> other, String field, String which) {
        if (!(secret.get(field) instanceof Json.Obj values)) {
            return secret.get(field) == null ? secret : Trees.with(secret, field, Json.of(MASK));
        }
        Json.Obj others = other.map(object -> Trees.objectIn(object, field)).orElse(Json.Obj.EMPTY);
        Map<String, Json> shown = new LinkedHashMap<>();
        values.fields().forEach((name, value) -> shown.put(name, mask(value, others.get(name), which)));
        return Trees.with(secret, field, new Json.Obj(shown));
    }

    private static Json mask(@Nullable Json value, @Nullable Json other, String which) {
        return Json.of(other == null || other.equals(value) ? MASK : MASK + " (" + which + ')');
    }
}
