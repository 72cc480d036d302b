package dev.konverge.informer;

import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;

/** An object that can be changed in place, as those of other libraries can. */
class MutableThing implements Resource {
    private static final byte[] METADATA = JsonWriter.encodedName("metadata");

    static final ResourceType<MutableThing> TYPE =
            ResourceType.of("demo.dev", "v1", "Thing", new Codec<MutableThing>() {
                @Override
                public MutableThing read(JsonReader in) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void write(MutableThing value, JsonWriter out) {
                    if (!value.writable) {
                        throw new IllegalStateException("cannot be written");
                    }
                    out.beginObject();
                    out.object(METADATA, value.metadata(), ObjectMeta.CODEC);
                    out.endObject();
                }
            });

    private String name;
    private boolean writable = true;

    MutableThing(String name) {
        this.name = name;
    }

    void rename(String other) {
        name = other;
    }

    void makeUnwritable() {
        writable = false;
    }

    @Override
    public ObjectMeta metadata() {
        return ObjectMeta.builder().name(name).namespace("ns").build();
    }

    @Override
    public ResourceType<MutableThing> resourceType() {
        return TYPE;
    }
}
