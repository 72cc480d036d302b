package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.OpenApi.GroupVersionKind;
import dev.konverge.schema.GroupDef;
import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.KindDef.SubresourceDef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an API server says of itself at {@code /api}, {@code /apis} and below: groups, versions and resources. Each
 * document is known by its kind, wherever it was read from.
 */
final class Discovery {
    private final List<GroupDef> namedGroups = new ArrayList<>();
    private List<String> coreVersions = List.of();
    private final Map<GroupVersionKind, ResourceDef> resources = new LinkedHashMap<>();

    /** {@return every group in the order that the server lists them, core first} */
    List<GroupDef> groups() {
        List<GroupDef> groups = new ArrayList<>();
        if (!coreVersions.isEmpty()) {
            groups.add(new GroupDef("", coreVersions));
        }
        groups.addAll(namedGroups);
        return groups;
    }

    /** {@return where objects of each kind are served} */
    Map<GroupVersionKind, ResourceDef> resources() {
        return resources;
    }

    /**
     * Adds what a document says.
     *
     * @param document what the document is called in messages
     */
    void add(JsonValue root, String document) {
        switch (root.text("kind")) {
            case "APIVersions" -> coreVersions = root.texts("versions");
            case "APIGroupList" -> root.array("groups").forEach(group -> namedGroups.add(group(group)));
            case "APIResourceList" -> resourceList(root, document);
            // Both repeat, each in another form, what the three above say.
            case "APIGroup", "APIGroupDiscoveryList" -> {}
            default ->
                throw new ImportException(document + " is no discovery document: its kind is '" + root.text("kind")
                        + "'; expected APIVersions, APIGroupList or APIResourceList");
        }
    }

    private static GroupDef group(JsonValue group) {
        String preferred = group.object("preferredVersion").text("version");
        List<String> versions = new ArrayList<>();
        group.array("versions").forEach(version -> versions.add(version.text("version")));
        // The list is in order of preference but for a group whose preferred version was set by hand.
        if (versions.remove(preferred)) {
            versions.add(0, preferred);
        }
        return new GroupDef(group.text("name"), versions);
    }

    private void resourceList(JsonValue list, String document) {
        String groupVersion = list.text("groupVersion");
        String group = groupVersion.substring(0, Math.max(0, groupVersion.indexOf('/')));
        String version = groupVersion.substring(groupVersion.indexOf('/') + 1);
        Map<String, JsonValue> byName = new TreeMap<>();
        list.array("resources").forEach(resource -> byName.put(resource.text("name"), resource));
        byName.forEach((name, resource) -> {
            if (name.indexOf('/') < 0) {
                GroupVersionKind kind = new GroupVersionKind(group, version, resource.text("kind"));
                ResourceDef definition = resource(resource, subresources(name, byName, group, version));
                if (resources.putIfAbsent(kind, definition) != null) {
                    throw new ImportException(document + ": " + groupVersion + " serves kind " + kind.kind()
                            + " as more than one resource, and the schema has room for one");
                }
            } else if (!byName.containsKey(name.substring(0, name.indexOf('/')))) {
                throw new ImportException(document + ": subresource " + name + " has no resource to belong to");
            }
        });
    }

    private static ResourceDef resource(JsonValue resource, List<SubresourceDef> subresources) {
        return new ResourceDef(
                resource.text("name"),
                resource.text("singularName"),
                resource.texts("shortNames"),
                resource.texts("categories"),
                resource.isTrue("namespaced"),
                resource.texts("verbs").stream().sorted().toList(),
                subresources);
    }

    private static List<SubresourceDef> subresources(
            String plural, Map<String, JsonValue> byName, String group, String version) {
        String prefix = plural + "/";
        return byName.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .map(entry -> subresource(entry.getKey().substring(prefix.length()), entry.getValue(), group, version))
                .sorted(Comparator.comparing(SubresourceDef::name))
                .toList();
    }

    private static SubresourceDef subresource(String name, JsonValue resource, String group, String version) {
        // Group and version are left out where they are those of the list.
        boolean own = resource.text("version").isEmpty();
        return new SubresourceDef(
                name,
                own ? group : resource.text("group"),
                own ? version : resource.text("version"),
                resource.text("kind"),
                resource.texts("verbs").stream().sorted().toList());
    }
}
