package dev.konverge.apiserver.catalog;

import dev.konverge.apiserver.failure.GroupResource;
import java.util.List;
import java.util.Optional;

/**
 * One resource in one version as it is served.
 *
 * @param group the API group, empty for core
 * @param version the version
 * @param names how it is called
 * @param namespaced whether its objects live in a namespace
 * @param verbs what can be done with it, in the order in which discovery lists them
 * @param subresources its subresources, in the order in which discovery lists them
 * @param collection where its objects are stored: the same for all versions, and for resources that share their objects
 * @param storageVersion the apiVersion in which its objects are stored
 * @param origin where its description comes from
 */
public record Served(
        String group,
        String version,
        Names names,
        boolean namespaced,
        List<String> verbs,
        List<Subresource> subresources,
        GroupResource collection,
        String storageVersion,
        Origin origin) {
    /** Copies its arguments. */
    public Served {
        verbs = List.copyOf(verbs);
        subresources = List.copyOf(subresources);
    }

    /** Of what tells it from others: each request asks for what is known of a resource, and all of it is long. */
    @Override
    public int hashCode() {
        return 31 * (31 * group.hashCode() + version.hashCode())
                + names.plural().hashCode();
    }

    /** {@return {@code v1} or {@code apps/v1}} */
    public String apiVersion() {
        return group.isEmpty() ? version : group + '/' + version;
    }

    /** {@return the kind of its objects} */
    public String kind() {
        return names.kind();
    }

    /** {@return the name in the path} */
    public String plural() {
        return names.plural();
    }

    /** {@return its name in failures, whatever the version} */
    public GroupResource resource() {
        return new GroupResource(group, names.plural());
    }

    /** {@return the subresource of that name, if there is one} */
    public Optional<Subresource> findSubresource(String name) {
        for (Subresource subresource : subresources) {
            if (subresource.name().equals(name)) {
                return Optional.of(subresource);
            }
        }
        return Optional.empty();
    }

    /** {@return whether a verb is served} */
    public boolean allows(String verb) {
        return verbs.contains(verb);
    }

    /** {@return whether it is a custom resource} */
    public boolean isCustom() {
        return origin instanceof Origin.Custom;
    }
}
