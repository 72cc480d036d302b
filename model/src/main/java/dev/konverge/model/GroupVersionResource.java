package dev.konverge.model;

/**
 * The full name of a resource: where objects of a kind are served.
 *
 * @param group the API group, empty for core
 * @param version the version
 * @param resource the plural name, such as {@code deployments}
 */
public record GroupVersionResource(String group, String version, String resource) {
    /** {@return the group and the version} */
    public GroupVersion groupVersion() {
        return new GroupVersion(group, version);
    }

    /** {@return the name whatever the version: {@code deployments.apps}, or the plural alone for the core group} */
    public String qualifiedName() {
        return group.isEmpty() ? resource : resource + '.' + group;
    }

    /** {@return {@code apps/v1, Resource=deployments}} */
    @Override
    public String toString() {
        return group + '/' + version + ", Resource=" + resource;
    }
}
