package dev.konverge.apiserver.structure;

import dev.konverge.model.Json;
import org.jspecify.annotations.Nullable;

/**
 * A named field of an object.
 *
 * @param name its name
 * @param structure what its value looks like
 * @param defaultValue what is there if nothing is given, if the schema says
 * @param presence whether Kubernetes' own types write the field even when it was never set
 * @param patch how strategic merge patch merges it
 */
public record Field(
        String name, Structure structure, @Nullable Json defaultValue, Presence presence, PatchRule patch) {
    /** Whether an object that was just made has the field. */
    public enum Presence {
        /** Only if it was set. */
        WHEN_SET,
        /** Always; a list, a map or a time that was not set is null. */
        ALWAYS
    }

    /** {@return a field that is there if it was set, and is merged as it comes} */
    static Field of(String name, Structure structure) {
        return new Field(name, structure, null, Presence.WHEN_SET, PatchRule.PLAIN);
    }
}
