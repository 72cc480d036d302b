package dev.konverge.testkit;

import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Json;
import dev.konverge.model.Unstructured;
import java.util.List;

/** The kinds that a definition of custom resources brings. The real server serves them a moment after it has taken the definition. */
final class ServedKind {
    private static final String DEFINITION = "CustomResourceDefinition";

    private ServedKind() {}

    /** {@return the kind in each version that a document defines; none if it is no definition} */
    static List<GroupVersionKind> of(Unstructured document) {
        if (!document.kind().equals(DEFINITION)) {
            return List.of();
        }
        String group = document.findString("spec", "group").orElse("");
        String kind = document.findString("spec", "names", "kind").orElse("");
        return document.items("spec", "versions").stream()
                .map(version -> Unstructured.of((Json.Obj) version))
                .filter(version -> version.findBoolean("served").orElse(false))
                .map(version ->
                        new GroupVersionKind(group, version.findString("name").orElse(""), kind))
                .toList();
    }

    /** Fails unless the server lists such objects. */
    static void check(ClientSet clients, GroupVersionKind kind) {
        clients.dynamic().resource(clients.mapper().get(kind)).list(ListOptions.NONE.withLimit(1));
    }
}
