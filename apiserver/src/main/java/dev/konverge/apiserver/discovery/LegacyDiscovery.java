package dev.konverge.apiserver.discovery;

import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Group;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The discovery documents of one group, one version and one list of groups: one document a path. */
final class LegacyDiscovery {
    private final Catalog catalog;

    LegacyDiscovery(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The document at {@code /api}. */
    static Json.Obj versions(String serverAddress) {
        return new Fields()
                .put("kind", "APIVersions")
                .putTexts("versions", List.of("v1"))
                .put(
                        "serverAddressByClientCIDRs",
                        List.of(new Fields()
                                .put("clientCIDR", "0.0.0.0/0")
                                .put("serverAddress", serverAddress)
                                .build()))
                .build();
    }

    /** The document at {@code /apis}. */
    Json.Obj groups() {
        List<Json> groups = new ArrayList<>();
        for (Group group : catalog.groups()) {
            if (!group.name().isEmpty()) {
                groups.add(describe(new Fields(), group).build());
            }
        }
        return new Fields()
                .put("kind", "APIGroupList")
                .put("apiVersion", "v1")
                .put("groups", groups)
                .build();
    }

    /** The document at {@code /apis/{group}}. */
    static Json.Obj group(Group group) {
        return describe(new Fields().put("kind", "APIGroup").put("apiVersion", "v1"), group)
                .build();
    }

    private static Fields describe(Fields fields, Group group) {
        List<Json> versions = new ArrayList<>();
        group.versions().forEach(version -> versions.add(version(group.name(), version)));
        return fields.put("name", group.name()).put("versions", versions).put("preferredVersion", versions.getFirst());
    }

    private static Json version(String group, String version) {
        return new Fields()
                .put("groupVersion", group + "/" + version)
                .put("version", version)
                .build();
    }

    /** The document at {@code /api/v1} and {@code /apis/{group}/{version}}. */
    Json.Obj resources(String group, String version) {
        Map<String, Json> resources = new TreeMap<>();
        for (Served served : catalog.of(group, version)) {
            resources.put(served.plural(), resource(served));
            for (int i = 0; i < served.subresources().size(); i++) {
                Subresource subresource = served.subresources().get(i);
                // Those of custom resources stay in their order.
                String place = served.isCustom() ? Integer.toString(i) : subresource.name();
                resources.put(served.plural() + "/" + place, subresource(served, subresource));
            }
        }
        Fields fields = new Fields().put("kind", "APIResourceList");
        if (!group.isEmpty()) {
            fields.put("apiVersion", "v1");
        }
        return fields.put("groupVersion", group.isEmpty() ? version : group + "/" + version)
                .put("resources", resources.values())
                .build();
    }

    private static Json resource(Served served) {
        Fields fields = new Fields()
                .put("name", served.plural())
                .put("singularName", served.names().singular())
                .put("namespaced", served.namespaced())
                .put("kind", served.kind())
                .putTexts("verbs", served.verbs())
                .putTextsIfAny("shortNames", served.names().shortNames())
                .putTextsIfAny("categories", served.names().categories());
        if (served.allows("create") && served.allows("list")) {
            fields.put("storageVersionHash", storageVersionHash(served));
        }
        return fields.build();
    }

    private static Json subresource(Served served, Subresource subresource) {
        Fields fields = new Fields()
                .put("name", served.plural() + "/" + subresource.name())
                .put("singularName", "")
                .put("namespaced", served.namespaced());
        if (!isOfSameVersion(served, subresource)) {
            fields.putIfAny("group", subresource.group()).put("version", subresource.version());
        }
        return fields.put("kind", subresource.kind())
                .putTexts("verbs", subresource.verbs())
                .build();
    }

    static boolean isOfSameVersion(Served served, Subresource subresource) {
        return subresource.group().equals(served.group())
                && subresource.version().equals(served.version());
    }

    /** Says in which version objects are stored; two servers that agree on it can share a store. */
    private static String storageVersionHash(Served served) {
        String stored = served.storageVersion();
        String name = (stored.contains("/") ? stored : "/" + stored) + "/" + served.kind();
        byte[] hash = Hashes.digest("SHA-256", name.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, 8));
    }

    /** Sorted by the name in the path, as every discovery document is. */
    static final Comparator<Served> BY_PLURAL = Comparator.comparing(Served::plural);
}
