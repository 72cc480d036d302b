package dev.konverge.client;

import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;

/** Makes clients of resources that no type is known of; objects are trees. Always JSON. */
public final class DynamicClient {
    private final RestClient rest;

    DynamicClient(RestClient rest) {
        this.rest = rest.withEncoding(Encoding.JSON);
    }

    /**
     * {@return a client of a resource} Whether its objects live in namespaces is the caller's to know: with
     * {@link ResourceClient#in} they do.
     */
    public ResourceClient<Unstructured> resource(GroupVersionResource resource) {
        ResourceType<Unstructured> anyKind =
                ResourceType.of(new GroupVersionKind(resource.group(), resource.version(), ""), Unstructured.CODEC);
        return new ResourceClient<>(
                rest, Format.of(anyKind, Encoding.JSON), new Place(resource, Place.Scope.UNKNOWN, ""));
    }

    /** {@return a client of a resource that discovery told of} */
    public ResourceClient<Unstructured> resource(ApiResource resource) {
        ResourceType<Unstructured> type = ResourceType.of(
                new GroupVersionKind(resource.kind().group(), resource.kind().version(), ""), Unstructured.CODEC);
        return new ResourceClient<>(rest, Format.of(type, Encoding.JSON), place(resource));
    }

    static Place place(ApiResource resource) {
        return new Place(
                resource.groupVersionResource(),
                resource.namespaced() ? Place.Scope.NAMESPACED : Place.Scope.CLUSTER,
                "");
    }
}
