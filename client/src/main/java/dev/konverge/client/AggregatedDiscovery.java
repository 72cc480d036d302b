package dev.konverge.client;

import dev.konverge.model.GroupVersion;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An answer that tells of all groups at once: {@code APIGroupDiscoveryList} of {@code apidiscovery.k8s.io/v2}. */
final class AggregatedDiscovery {
    /** Servers compare the parameters in this order (DS-1). */
    static final String ACCEPT =
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";

    private static final Set<String> PARAMETERS = Set.of("g=apidiscovery.k8s.io", "v=v2", "as=apigroupdiscoverylist");

    private final Json document;

    AggregatedDiscovery(Answer answer) {
        this.document = answer.into(Json.CODEC);
    }

    /** {@return whether an answer is of this form; its parameters may come in any order (DS-2)} */
    static boolean isOne(Answer answer) {
        List<String> parts = new ArrayList<>();
        for (String part : answer.contentType().split(";", -1)) {
            parts.add(part.strip().toLowerCase(Locale.ROOT));
        }
        return parts.getFirst().equals("application/json") && parts.containsAll(PARAMETERS);
    }

    List<String> versionsOf(String group) {
        List<String> versions = new ArrayList<>();
        for (Json item : items(document, "items")) {
            if (text(field(item, "metadata"), "name").equals(group)) {
                items(item, "versions").forEach(version -> versions.add(text(version, "version")));
            }
        }
        return versions;
    }

    void addTo(CatalogBuilder catalog) {
        for (Json item : items(document, "items")) {
            String group = text(field(item, "metadata"), "name");
            List<String> versions = new ArrayList<>();
            for (Json version : items(item, "versions")) {
                GroupVersion groupVersion = new GroupVersion(group, text(version, "version"));
                if (text(version, "freshness").equals("Stale")) {
                    catalog.failure(groupVersion, "the group's own server does not answer: what is known is stale");
                } else {
                    versions.add(groupVersion.version());
                    catalog.resources(groupVersion, resources(groupVersion, version));
                }
            }
            catalog.group(new ApiGroup(group, versions, versions.isEmpty() ? "" : versions.getFirst()));
        }
    }

    private static List<ApiResource> resources(GroupVersion groupVersion, Json version) {
        List<ApiResource> all = new ArrayList<>();
        for (Json resource : items(version, "resources")) {
            String name = text(resource, "resource");
            boolean namespaced = text(resource, "scope").equals("Namespaced");
            add(all, groupVersion, name, resource, namespaced);
            for (Json part : items(resource, "subresources")) {
                add(all, groupVersion, name + '/' + text(part, "subresource"), part, namespaced);
            }
        }
        return all;
    }

    /** What has no kind is not a resource of its own, only the place of its subresources (DS-4). */
    private static void add(
            List<ApiResource> all, GroupVersion groupVersion, String name, Json entry, boolean namespaced) {
        Json kind = field(entry, "responseKind");
        if (text(kind, "kind").isEmpty()) {
            return;
        }
        all.add(new ApiResource(
                groupVersion,
                name,
                text(entry, "singularResource"),
                CatalogBuilder.kind(groupVersion, text(kind, "group"), text(kind, "version"), text(kind, "kind")),
                namespaced,
                texts(entry, "verbs"),
                texts(entry, "shortNames"),
                texts(entry, "categories")));
    }

    private static Json field(Json value, String name) {
        Json field = value instanceof Json.Obj object ? object.get(name) : null;
        return field == null ? Json.Null.INSTANCE : field;
    }

    private static String text(Json value, String name) {
        return field(value, name) instanceof Json.Str text ? text.value() : "";
    }

    private static List<Json> items(Json value, String name) {
        return field(value, name) instanceof Json.Arr list ? list.items() : List.of();
    }

    private static List<String> texts(Json value, String name) {
        return items(value, name).stream()
                .filter(Json.Str.class::isInstance)
                .map(item -> ((Json.Str) item).value())
                .toList();
    }
}
