package dev.konverge.apiserver.failure;

/**
 * A resource whatever its version, as failures name it.
 *
 * @param group the API group, empty for core
 * @param resource the plural
 */
public record GroupResource(String group, String resource) {
    /** {@return {@code deployments.apps}, or the plural alone for the core group} */
    @Override
    public String toString() {
        return group.isEmpty() ? resource : resource + '.' + group;
    }
}
