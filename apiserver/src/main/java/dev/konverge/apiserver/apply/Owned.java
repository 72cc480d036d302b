package dev.konverge.apiserver.apply;

import dev.konverge.model.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one manager owns.
 *
 * @param fields the fields
 * @param apiVersion the version whose fields these are
 * @param time when the manager last changed something, if it ever did
 * @param entry the form in which it was read; null if it must be written anew
 */
record Owned(FieldSet fields, String apiVersion, @Nullable Instant time, Json.@Nullable Obj entry) {
    Owned withFields(FieldSet other) {
        return other.equals(fields) ? this : new Owned(other, apiVersion, time, null);
    }

    Owned withTime(Instant other) {
        return other.equals(time) ? this : new Owned(fields, apiVersion, other, null);
    }
}
