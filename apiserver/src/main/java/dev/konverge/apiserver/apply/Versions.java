package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Struct;
import dev.konverge.model.Json;
import java.util.Optional;

/** Converts objects between the versions of their kind: each manager's fields are kept in the version it wrote. */
@FunctionalInterface
public interface Versions {
    /** Knows no other version. Managers of other versions lose their fields. */
    Versions NONE = (object, apiVersion) -> Optional.empty();

    /**
     * An object in a version.
     *
     * @param object the object
     * @param structure what it looks like in that version
     */
    record Versioned(Json.Obj object, Struct structure) {}

    /** {@return the object in another version, nothing if the kind has no such version any more} */
    Optional<Versioned> find(Json.Obj object, String apiVersion);
}
