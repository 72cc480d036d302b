package dev.konverge.controller;

import dev.konverge.model.Json;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an object is beside its metadata and its status, small enough to be remembered: equal if and only if nobody has changed it.
 *
 * <p>Whether a field belongs to a value that is applied as a whole, such as a selector or a rule of an ingress, only the server knows; so
 * each counts, whoever wrote it.
 */
sealed interface Content {
    /** The server counts its changes. */
    record Counted(@Nullable String uid, long generation) implements Content {}

    /** The server does not, or its count leaves out what matters. */
    record Digested(Digest digest) implements Content {}

    /**
     * {@return that of an object}
     *
     * @param withStatus whether its status matters as well
     */
    static <R extends Resource> Content of(ResourceType<R> type, R object, boolean withStatus) {
        Long generation = object.metadata().generation();
        if (generation != null && generation > 0 && !withStatus && isCounted(type)) {
            return new Counted(object.metadata().uid(), generation);
        }
        Map<String, Json> fields =
                new LinkedHashMap<>(Trees.of(type.codec(), object).fields());
        fields.remove("metadata");
        if (!withStatus) {
            fields.remove("status");
        }
        return new Digested(Digest.of(new Json.Obj(fields).toBytes()));
    }

    /** Of priority classes the server begins to count, and never goes on. */
    private static boolean isCounted(ResourceType<?> type) {
        return !(type.kind().equals("PriorityClass") && type.group().equals("scheduling.k8s.io"));
    }
}
