package dev.konverge.apiserver.catalog;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.schema.GroupDef;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the catalog of what Kubernetes serves by itself out of its schema. */
public final class BuiltIns {
    /** Two resources with one store: whoever writes the one can read the other. */
    private static final GroupResource EVENTS = new GroupResource("", "events");

    private BuiltIns() {}

    /** {@return the catalog of all built-in resources} */
    public static Catalog catalog(Schema schema) {
        Map<String, GroupDef> groups = new HashMap<>();
        schema.groups().forEach(group -> groups.put(group.name(), group));
        List<Served> served = new ArrayList<>();
        Map<GroupResource, String> storageVersions = storageVersions(schema, groups);
        for (KindDef kind : schema.kinds()) {
            ResourceDef resource = kind.resource();
            if (resource != null && isStable(kind.version())) {
                served.add(served(kind, resource, storageVersions));
            }
        }
        List<Group> order = schema.groups().stream()
                .map(group -> new Group(
                        group.name(),
                        group.versions().stream().filter(BuiltIns::isStable).toList()))
                .filter(group -> !group.versions().isEmpty())
                .toList();
        return Catalog.of(order, served);
    }

    /** Alpha and beta versions are off unless somebody asks for them. */
    private static boolean isStable(String version) {
        return !version.contains("alpha") && !version.contains("beta");
    }

    private static Served served(KindDef kind, ResourceDef resource, Map<GroupResource, String> storageVersions) {
        Names names = new Names(
                kind.kind(),
                kind.kind() + "List",
                resource.plural(),
                resource.singular(),
                resource.shortNames(),
                resource.categories());
        List<Subresource> subresources = resource.subresources().stream()
                .map(sub -> new Subresource(sub.name(), sub.group(), sub.version(), sub.kind(), sub.verbs()))
                .toList();
        GroupResource collection = collection(kind.group(), resource.plural());
        return new Served(
                kind.group(),
                kind.version(),
                names,
                resource.namespaced(),
                resource.verbs(),
                subresources,
                collection,
                storageVersions.getOrDefault(collection, kind.apiVersion()),
                new Origin.BuiltIn(kind.type()));
    }

    private static GroupResource collection(String group, String plural) {
        GroupResource own = new GroupResource(group, plural);
        return own.equals(new GroupResource("events.k8s.io", "events")) ? EVENTS : own;
    }

    /** The version preferred by its group among those that serve the resource. */
    private static Map<GroupResource, String> storageVersions(Schema schema, Map<String, GroupDef> groups) {
        Map<GroupResource, String> found = new HashMap<>();
        Map<GroupResource, Integer> ranks = new HashMap<>();
        for (KindDef kind : schema.kinds()) {
            ResourceDef resource = kind.resource();
            GroupDef group = groups.get(kind.group());
            if (resource == null || group == null) {
                continue;
            }
            GroupResource own = new GroupResource(kind.group(), resource.plural());
            int rank = group.versions().indexOf(kind.version());
            if (rank >= 0 && rank < ranks.getOrDefault(own, Integer.MAX_VALUE)) {
                ranks.put(own, rank);
                found.put(own, kind.apiVersion());
            }
        }
        return found;
    }
}
