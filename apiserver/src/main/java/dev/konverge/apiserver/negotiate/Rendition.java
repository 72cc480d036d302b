package dev.konverge.apiserver.negotiate;

/** What of an object a client wants to see. */
public sealed interface Rendition {
    /** The object itself. */
    record Plain() implements Rendition {}

    /**
     * A table, as kubectl prints it.
     *
     * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
     */
    record Table(String apiVersion) implements Rendition {}

    /**
     * The metadata of one object.
     *
     * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
     */
    record Metadata(String apiVersion) implements Rendition {}

    /**
     * The metadata of the objects of a list.
     *
     * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
     */
    record MetadataList(String apiVersion) implements Rendition {}
}
