package dev.konverge.model;

import org.jspecify.annotations.Nullable;

/**
 * The full name of a kind: what the {@code apiVersion} and {@code kind} of an object say.
 *
 * @param group the API group, empty for core
 * @param version the version
 * @param kind the name, such as {@code Deployment}
 */
public record GroupVersionKind(String group, String version, String kind) {
    /**
     * {@return the kind that these two fields of an object name}
     *
     * @throws IllegalArgumentException if {@code apiVersion} has more than one slash
     */
    public static GroupVersionKind of(String apiVersion, String kind) {
        return GroupVersion.parse(apiVersion).withKind(kind);
    }

    /** {@return the group and the version} */
    public GroupVersion groupVersion() {
        return new GroupVersion(group, version);
    }

    /** {@return the kind whatever its version} */
    public GroupKind groupKind() {
        return new GroupKind(group, kind);
    }

    /** {@return the text that objects carry: {@code apps/v1}, or {@code v1} for the core group} */
    public String apiVersion() {
        return groupVersion().apiVersion();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GroupVersionKind that
                && kind.equals(that.kind)
                && group.equals(that.group)
                && version.equals(that.version);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * group.hashCode() + version.hashCode()) + kind.hashCode();
    }

    /** {@return {@code apps/v1, Kind=Deployment}} */
    @Override
    public String toString() {
        return group + '/' + version + ", Kind=" + kind;
    }
}
