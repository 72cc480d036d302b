package dev.konverge.client;

import dev.konverge.model.GroupVersion;
import dev.konverge.model.GroupVersionResource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a server has, as far as it could tell: a group whose own server is away is missing, and named as a failure.
 *
 * @param groups the groups, in the server's order, core first
 * @param resources the resources of each group and version, subresources among them
 * @param failures the groups and versions that are not known of, and why
 */
public record ApiCatalog(
        List<ApiGroup> groups, Map<GroupVersion, List<ApiResource>> resources, Map<GroupVersion, String> failures) {
    /** Copies its arguments. */
    public ApiCatalog {
        groups = List.copyOf(groups);
        Map<GroupVersion, List<ApiResource>> copy = new LinkedHashMap<>();
        resources.forEach((groupVersion, list) -> copy.put(groupVersion, List.copyOf(list)));
        resources = Collections.unmodifiableMap(copy);
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
    }

    /** {@return the resources of a group and version; none if there is no such group and version} */
    public List<ApiResource> resources(GroupVersion groupVersion) {
        return resources.getOrDefault(groupVersion, List.of());
    }

    /** {@return every group and version: the preferred version of each group before its others} */
    public List<GroupVersion> byPreference() {
        List<GroupVersion> all = new ArrayList<>();
        for (ApiGroup group : groups) {
            if (!group.preferred().isEmpty()) {
                all.add(new GroupVersion(group.name(), group.preferred()));
            }
            group.versions().stream()
                    .filter(version -> !version.equals(group.preferred()))
                    .forEach(version -> all.add(new GroupVersion(group.name(), version)));
        }
        return all;
    }

    /**
     * {@return each resource once: in the version that its group prefers, or else in the first that has it}
     * Subresources are not among them.
     */
    public List<ApiResource> preferredResources() {
        Map<GroupVersionResource, ApiResource> chosen = new LinkedHashMap<>();
        for (GroupVersion groupVersion : byPreference()) {
            for (ApiResource resource : resources(groupVersion)) {
                if (!resource.isSubresource()) {
                    chosen.putIfAbsent(new GroupVersionResource(groupVersion.group(), "", resource.name()), resource);
                }
            }
        }
        return List.copyOf(chosen.values());
    }
}
