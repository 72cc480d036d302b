package dev.konverge.model;

/**
 * An API group and a version of it, written {@code apps/v1}, or {@code v1} for the core group.
 *
 * @param group the group, empty for core
 * @param version the version
 */
public record GroupVersion(String group, String version) {
    /** The core group's {@code v1}. */
    public static final GroupVersion CORE_V1 = new GroupVersion("", "v1");

    /**
     * {@return the group and version that an {@code apiVersion} stands for}
     *
     * @throws IllegalArgumentException if the text has more than one slash
     */
    public static GroupVersion parse(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        if (slash < 0) {
            return new GroupVersion("", apiVersion);
        }
        if (apiVersion.indexOf('/', slash + 1) >= 0) {
            throw new IllegalArgumentException("unexpected GroupVersion string: " + apiVersion);
        }
        return new GroupVersion(apiVersion.substring(0, slash), apiVersion.substring(slash + 1));
    }

    /** {@return the kind of that name in this group and version} */
    public GroupVersionKind withKind(String kind) {
        return new GroupVersionKind(group, version, kind);
    }

    /** {@return the resource of that plural name in this group and version} */
    public GroupVersionResource withResource(String resource) {
        return new GroupVersionResource(group, version, resource);
    }

    /** {@return the text that objects carry: {@code apps/v1}, or {@code v1} for the core group} */
    public String apiVersion() {
        return group.isEmpty() ? version : group + '/' + version;
    }

    /** {@return {@link #apiVersion()}} */
    @Override
    public String toString() {
        return apiVersion();
    }
}
