package dev.konverge.client;

import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.ResourceType;

/**
 * Makes clients that read nothing but the metadata of objects, of whatever kind: the server leaves the rest out, which
 * spares both sides where labels, owners and versions are all that counts.
 */
public final class MetadataClient {
    private final RestClient rest;

    MetadataClient(RestClient rest) {
        this.rest = rest.withEncoding(Encoding.JSON);
    }

    /** {@return a client of a resource; with {@link ResourceClient#in} its objects live in a namespace} */
    public ResourceClient<PartialObjectMetadata> resource(GroupVersionResource resource) {
        return client(new Place(resource, Place.Scope.UNKNOWN, ""), PartialObjectMetadata.TYPE);
    }

    /** {@return a client of the resource of a type} */
    public ResourceClient<PartialObjectMetadata> resource(ResourceType<?> type) {
        return client(Place.of(type), PartialObjectMetadata.askedFor(type));
    }

    private ResourceClient<PartialObjectMetadata> client(Place place, ResourceType<PartialObjectMetadata> type) {
        return new ResourceClient<>(rest, Format.as(type), place);
    }
}
