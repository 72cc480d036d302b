package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.Map;
import java.util.Optional;

/** The fields by which the objects of a kind can be selected. */
public interface SelectableFields {
    /**
     * {@return the name under which {@link #values} knows a field that a client named}, or nothing if the kind cannot be selected
     * by it. Some names have aliases.
     */
    Optional<String> findLabel(String label);

    /** {@return what the client is told about a name that {@link #findLabel} does not find} */
    String unsupported(String label);

    /** {@return the value of every selectable field of an object}; one that is absent there is empty. */
    Map<String, String> values(Json.Obj object);
}
