package dev.konverge.client;

import dev.konverge.model.APIResource;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.GroupVersionKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects what a server tells of itself. */
final class CatalogBuilder {
    private final List<ApiGroup> groups = new ArrayList<>();
    private final Map<GroupVersion, List<ApiResource>> resources = new LinkedHashMap<>();
    private final Map<GroupVersion, String> failures = new LinkedHashMap<>();

    void group(ApiGroup group) {
        groups.add(group);
    }

    void resources(GroupVersion groupVersion, List<ApiResource> all) {
        resources.put(groupVersion, all);
    }

    void failure(GroupVersion groupVersion, String reason) {
        failures.put(groupVersion, reason);
    }

    ApiCatalog build() {
        return new ApiCatalog(groups, resources, failures);
    }

    static ApiResource resource(GroupVersion groupVersion, APIResource from) {
        // A kind of another group says so; most are of the group they are served in.
        String version = text(from.version());
        GroupVersion kindAt = version.isEmpty() ? groupVersion : new GroupVersion(text(from.group()), version);
        return new ApiResource(
                groupVersion,
                text(from.name()),
                text(from.singularName()),
                kindAt.withKind(text(from.kind())),
                Boolean.TRUE.equals(from.namespaced()),
                from.verbs(),
                from.shortNames(),
                from.categories());
    }

    static GroupVersionKind kind(GroupVersion groupVersion, String group, String version, String kind) {
        return version.isEmpty() ? groupVersion.withKind(kind) : new GroupVersionKind(group, version, kind);
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
