package dev.konverge.apiserver.negotiate;

/**
 * The kind that an endpoint takes.
 *
 * @param group its group, empty for core
 * @param version its version
 * @param kind its name
 * @param custom whether it is a custom resource: of those only the model of the definition says which fields they have
 */
public record Expected(String group, String version, String kind, boolean custom) {
    /** {@return a built-in kind} */
    public static Expected builtIn(String group, String version, String kind) {
        return new Expected(group, version, kind, false);
    }

    /** {@return {@code v1} or {@code apps/v1}} */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
