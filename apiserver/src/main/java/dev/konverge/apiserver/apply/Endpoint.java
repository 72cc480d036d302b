package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Struct;

/**
 * What a write is sent to.
 *
 * @param apiVersion the version, such as {@code apps/v1}
 * @param kind the kind
 * @param subresource the subresource, empty for the object itself
 * @param structure what objects of the kind look like in that version
 * @param ignored the fields that this endpoint ignores
 * @param versions the other versions of the kind
 */
public record Endpoint(
        String apiVersion, String kind, String subresource, Struct structure, FieldMask ignored, Versions versions) {}
