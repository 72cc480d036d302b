package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;

/** Makes the object of one version of a custom resource that of another. */
@FunctionalInterface
public interface Conversion {
    /** The strategy {@code None}: all versions look the same but for what they call themselves. */
    Conversion NONE = (object, apiVersion) -> Tree.with(object, Json.of(apiVersion), "apiVersion");

    /**
     * {@return an object in another version}
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it cannot be converted
     */
    Json.Obj convert(Json.Obj object, String apiVersion);
}
