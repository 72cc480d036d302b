package dev.konverge.model;

/**
 * A kind whatever its version, written {@code Deployment.apps}.
 *
 * @param group the API group, empty for core
 * @param kind the name
 */
public record GroupKind(String group, String kind) {
    /** {@return the kind that a text such as {@code Deployment.apps} or {@code Pod} names} */
    public static GroupKind parse(String text) {
        int dot = text.indexOf('.');
        return dot < 0 ? new GroupKind("", text) : new GroupKind(text.substring(dot + 1), text.substring(0, dot));
    }

    /** {@return this kind in a version} */
    public GroupVersionKind withVersion(String version) {
        return new GroupVersionKind(group, version, kind);
    }

    /** {@return {@code Deployment.apps}, or the name alone for the core group} */
    @Override
    public String toString() {
        return group.isEmpty() ? kind : kind + '.' + group;
    }
}
