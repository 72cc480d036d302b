package dev.konverge.apiserver.discovery;

import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Group;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;

/** Discovery in one document: all groups with all versions and all resources. */
final class AggregatedDiscovery {
    /** What a client compares the Content-Type with, letter by letter. */
    static final String CONTENT_TYPE = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final Catalog catalog;

    AggregatedDiscovery(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The document at {@code /api} (the core group) or {@code /apis} (all others). */
    Json.Obj document(boolean core) {
        List<Json> items = new ArrayList<>();
        for (Group group : catalog.groups()) {
            if (group.name().isEmpty() == core) {
                items.add(group(group));
            }
        }
        return new Fields()
                .put("kind", "APIGroupDiscoveryList")
                .put("apiVersion", "apidiscovery.k8s.io/v2")
                .put("metadata", Json.Obj.EMPTY)
                .put("items", items)
                .build();
    }

    private Json group(Group group) {
        List<Json> versions = new ArrayList<>();
        for (String version : group.versions()) {
            List<Json> resources = catalog.of(group.name(), version).stream()
                    .sorted(LegacyDiscovery.BY_PLURAL)
                    .map(AggregatedDiscovery::resource)
                    .toList();
            versions.add(new Fields()
                    .put("version", version)
                    .put("resources", resources)
                    .put("freshness", "Current")
                    .build());
        }
        return new Fields()
                .put("metadata", new Fields().putIfAny("name", group.name()))
                .put("versions", versions)
                .build();
    }

    private static Json resource(Served served) {
        Fields fields = new Fields()
                .put("resource", served.plural())
                .put("responseKind", kind(served, served.group(), served.version(), served.kind()))
                .put("scope", served.namespaced() ? "Namespaced" : "Cluster")
                .put("singularResource", served.names().singular())
                .putTexts("verbs", served.verbs())
                .putTextsIfAny("shortNames", served.names().shortNames())
                .putTextsIfAny("categories", served.names().categories());
        if (!served.subresources().isEmpty()) {
            fields.put(
                    "subresources",
                    served.subresources().stream()
                            .map(subresource -> subresource(served, subresource))
                            .toList());
        }
        return fields.build();
    }

    private static Json subresource(Served served, Subresource subresource) {
        return new Fields()
                .put("subresource", subresource.name())
                .put("responseKind", kind(served, subresource.group(), subresource.version(), subresource.kind()))
                .putTexts("verbs", subresource.verbs())
                .build();
    }

    /** Of built-in resources an empty group and version stand for those of the document; custom resources say both. */
    private static Fields kind(Served served, String group, String version, String kind) {
        boolean implied = !served.isCustom() && group.equals(served.group()) && version.equals(served.version());
        return new Fields()
                .put("group", implied ? "" : group)
                .put("version", implied ? "" : version)
                .put("kind", kind);
    }
}
