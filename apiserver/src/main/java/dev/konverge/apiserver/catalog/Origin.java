package dev.konverge.apiserver.catalog;

/** Where the description of a served resource comes from. */
public sealed interface Origin {
    /**
     * The schema of Kubernetes.
     *
     * @param type the full name of the type of its objects
     */
    record BuiltIn(String type) implements Origin {}

    /**
     * A custom resource definition.
     *
     * @param definition the name of the definition
     */
    record Custom(String definition) implements Origin {}
}
