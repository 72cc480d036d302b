package dev.konverge.model;

/**
 * A resource whatever its version, written {@code deployments.apps}: the form that custom resource definitions are
 * named by and that errors speak in.
 *
 * @param group the API group, empty for core
 * @param resource the plural name
 */
public record GroupResource(String group, String resource) {
    /** {@return the resource that a text such as {@code deployments.apps} or {@code pods} names} */
    public static GroupResource parse(String text) {
        int dot = text.indexOf('.');
        return dot < 0
                ? new GroupResource("", text)
                : new GroupResource(text.substring(dot + 1), text.substring(0, dot));
    }

    /** {@return this resource in a version} */
    public GroupVersionResource withVersion(String version) {
        return new GroupVersionResource(group, version, resource);
    }

    /** {@return {@code deployments.apps}, or the name alone for the core group} */
    @Override
    public String toString() {
        return group.isEmpty() ? resource : resource + '.' + group;
    }
}
