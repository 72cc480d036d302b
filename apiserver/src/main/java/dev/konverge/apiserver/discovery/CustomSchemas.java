package dev.konverge.apiserver.discovery;

import dev.konverge.apiserver.catalog.Served;
import dev.konverge.model.Json;
import java.util.Optional;

/** What says how the objects of custom resources look. */
@FunctionalInterface
public interface CustomSchemas {
    /** {@return the {@code openAPIV3Schema} of a custom resource in the version that is served, if its definition has one} */
    Optional<Json.Obj> find(Served served);
}
