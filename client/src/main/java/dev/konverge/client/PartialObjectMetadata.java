package dev.konverge.client;

import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.FieldNames;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of an object of any kind, and nothing else.
 *
 * @param resourceType the type that it was read as: of that kind it is the metadata
 * @param metadata the metadata
 */
public record PartialObjectMetadata(ResourceType<PartialObjectMetadata> resourceType, ObjectMeta metadata)
        implements Resource {
    private static final GroupVersionKind KIND = new GroupVersionKind("meta.k8s.io", "v1", "PartialObjectMetadata");

    /** The kind that servers make of other kinds on request; it is served nowhere of its own. */
    public static final ResourceType<PartialObjectMetadata> TYPE =
            new MetadataCodec(codec -> ResourceType.of(KIND, codec)).type;

    /** How it is read and written where the kind does not matter. What an object has besides metadata is passed over, whatever its kind. */
    public static final Codec<PartialObjectMetadata> CODEC = TYPE.codec();

    /** Metadata of an object of which the kind does not matter. */
    public PartialObjectMetadata(ObjectMeta metadata) {
        this(TYPE, metadata);
    }

    /**
     * {@return the type of the metadata of objects of another type} It takes the place of the other wherever metadata are enough: clients and
     * caches ask the server to leave the rest out. What is read as that type is of the other's kind.
     */
    public static ResourceType<PartialObjectMetadata> typeOf(ResourceType<?> type) {
        return new MetadataCodec(codec -> new ResourceType<>(
                        type.groupVersionKind(),
                        codec,
                        type.plural(),
                        type.singular(),
                        type.namespaced(),
                        type.shortNames(),
                        type.categories(),
                        type.verbs(),
                        type.subresources()))
                .type;
    }

    /** {@return what a server is asked for, to be read as metadata of objects of another type} */
    static ResourceType<PartialObjectMetadata> askedFor(ResourceType<?> type) {
        return ResourceType.of(KIND, typeOf(type).codec());
    }

    /** {@return whether objects of a type are metadata alone, of whichever kind} */
    public static boolean isFormOf(ResourceType<?> type) {
        return type.codec() instanceof MetadataCodec;
    }

    /** {@return the same object with other metadata} */
    public PartialObjectMetadata withMetadata(ObjectMeta other) {
        return new PartialObjectMetadata(resourceType, other);
    }

    /** Equal to others of the same kind, so that metadata of a kind are one form of it. */
    private static final class MetadataCodec implements Codec<PartialObjectMetadata> {
        private static final FieldNames NAMES = FieldNames.of("metadata");
        private static final byte[] KIND = JsonWriter.encodedName("kind");
        private static final byte[] API_VERSION = JsonWriter.encodedName("apiVersion");
        private static final byte[] METADATA = JsonWriter.encodedName("metadata");

        private final ResourceType<PartialObjectMetadata> type;

        MetadataCodec(Function<Codec<PartialObjectMetadata>, ResourceType<PartialObjectMetadata>> typeWith) {
            this.type = typeWith.apply(this);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof MetadataCodec codec
                    && codec.type.groupVersionKind().equals(type.groupVersionKind());
        }

        @Override
        public int hashCode() {
            return type.groupVersionKind().hashCode();
        }

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
            return new PartialObjectMetadata(type, metadata == null ? ObjectMeta.EMPTY : metadata);
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
