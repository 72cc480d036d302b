package dev.konverge.model;

/**
 * A merge patch that also merges lists by the keys that the API knows for them. Only built-in kinds take it.
 *
 * @param body the document: fields to set, nulls to remove, and directives such as {@code $patch}
 */
public record StrategicMergePatch(RawJson body) implements Patch {
    @Override
    public String contentType() {
        return "application/strategic-merge-patch+json";
    }
}
