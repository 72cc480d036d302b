package dev.konverge.controller;

import dev.konverge.model.ResourceType;
import java.util.List;
import java.util.stream.Collectors;

/** The server does not serve kinds that a controller declared, and there is no use in waiting until it does. */
public final class UnservedKindException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnservedKindException(List<ResourceType<?>> types) {
        super(types.stream()
                .map(UnservedKindException::message)
                .collect(Collectors.joining("; ", "nothing can be planned: ", "")));
    }

    private static String message(ResourceType<?> type) {
        return "the server does not serve " + type.kind() + " of " + type.apiVersion() + ": " + advice(type);
    }

    private static String advice(ResourceType<?> type) {
        // Groups without a domain are Kubernetes' own, and nobody can define kinds in them.
        return type.group().contains(".")
                ? "apply the CustomResourceDefinition " + type.plural() + "." + type.group() + " with version "
                        + type.version() + " first, or start what serves it"
                : "it needs a server of a version that has it";
    }
}
