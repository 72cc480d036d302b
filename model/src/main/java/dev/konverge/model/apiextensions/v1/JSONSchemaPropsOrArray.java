package dev.konverge.model.apiextensions.v1;

import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.ProtoCodec;
import dev.konverge.model.codec.ProtoReader;
import dev.konverge.model.codec.ProtoWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One schema for all items of a list, or a list of schemas, one for each. */
public sealed interface JSONSchemaPropsOrArray {
    /** How it is read and written. */
    ProtoCodec<JSONSchemaPropsOrArray> CODEC = new Form();

    /**
     * One schema for all.
     *
     * @param schema the schema
     */
    record One(JSONSchemaProps schema) implements JSONSchemaPropsOrArray {}

    /**
     * A schema for each.
     *
     * @param schemas the schemas
     */
    record Many(List<JSONSchemaProps> schemas) implements JSONSchemaPropsOrArray {
        /** Copies its argument. */
        public Many {
            schemas = List.copyOf(schemas);
        }
    }

    /** Reads and writes it. */
    final class Form implements ProtoCodec<JSONSchemaPropsOrArray> {
        private Form() {}

        @Override
        public JSONSchemaPropsOrArray read(JsonReader in) {
            return in.peek() == JsonReader.Kind.ARRAY
                    ? new Many(in.readList(JSONSchemaProps.CODEC))
                    : new One(JSONSchemaProps.CODEC.read(in));
        }

        @Override
        public void write(JSONSchemaPropsOrArray value, JsonWriter out) {
            switch (value) {
                case One one -> JSONSchemaProps.CODEC.write(one.schema(), out);
                case Many many -> out.list(many.schemas(), JSONSchemaProps.CODEC);
            }
        }

        @Override
        public JSONSchemaPropsOrArray readProto(ProtoReader in) {
            @Nullable JSONSchemaProps one = null;
            List<JSONSchemaProps> many = List.of();
            for (int t = in.nextTag(); t != 0; t = in.nextTag()) {
                switch (t >>> 3) {
                    case 1 -> one = in.message(t, JSONSchemaProps.CODEC);
                    case 2 -> many = in.messages(t, many, JSONSchemaProps.CODEC);
                    default -> in.skip(t);
                }
            }
            return one == null ? new Many(many) : new One(one);
        }

        @Override
        public void writeProto(JSONSchemaPropsOrArray value, ProtoWriter out) {
            switch (value) {
                case One one -> out.message(1, one.schema(), JSONSchemaProps.CODEC);
                case Many many -> out.messages(2, many.schemas(), JSONSchemaProps.CODEC);
            }
        }
    }
}
