package dev.konverge.client;

import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.FieldNames;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;

/**
 * The metadata of an object of any kind, and nothing else.
 *
 * @param metadata the metadata
 */
public record PartialObjectMetadata(ObjectMeta metadata) implements Resource {
    /** How it is read and written. What an object has besides metadata is passed over, whatever its kind. */
    public static final Codec<PartialObjectMetadata> CODEC = new MetadataCodec();

    /** The kind that servers make of other kinds on request; it is served nowhere of its own. */
    public static final ResourceType<PartialObjectMetadata> TYPE =
            ResourceType.of("meta.k8s.io", "v1", "PartialObjectMetadata", CODEC);

    /**
     * {@return the type of the metadata of objects of another type} It takes the place of the other wherever metadata are enough: clients and
     * caches ask the server to leave the rest out.
     */
    public static ResourceType<PartialObjectMetadata> typeOf(ResourceType<?> type) {
        return new ResourceType<>(
                type.groupVersionKind(),
                CODEC,
                type.plural(),
                type.singular(),
                type.namespaced(),
                type.shortNames(),
                type.categories(),
                type.verbs(),
                type.subresources());
    }

    /** {@return whether objects of a type are metadata alone, of whichever kind} */
    public static boolean isFormOf(ResourceType<?> type) {
        return type.codec().equals(CODEC);
    }

    @Override
    public ResourceType<PartialObjectMetadata> resourceType() {
        return TYPE;
    }

    private static final class MetadataCodec implements Codec<PartialObjectMetadata> {
        private static final FieldNames NAMES = FieldNames.of("metadata");
        private static final byte[] KIND = JsonWriter.encodedName("kind");
        private static final byte[] API_VERSION = JsonWriter.encodedName("apiVersion");
        private static final byte[] METADATA = JsonWriter.encodedName("metadata");

        @Override
        public PartialObjectMetadata read(JsonReader in) {
            ObjectMeta metadata = null;
            if (in.beginObject(16)) {
                for (int f = in.firstField(NAMES); f != FieldNames.END; f = in.nextField(NAMES)) {
                    if (f == 0) {
                        metadata = in.readObject(ObjectMeta.CODEC);
                    } else {
                        in.skipValue();
                    }
                }
            }
            return new PartialObjectMetadata(metadata == null ? ObjectMeta.EMPTY : metadata);
        }

        @Override
        public void write(PartialObjectMetadata value, JsonWriter out) {
            out.beginObject();
            out.string(KIND, "PartialObjectMetadata");
            out.string(API_VERSION, "meta.k8s.io/v1");
            out.object(METADATA, value.metadata(), ObjectMeta.CODEC);
            out.endObject();
        }
    }
}
