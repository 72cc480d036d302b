package dev.konverge.model.apiextensions.v1;

import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.ProtoCodec;
import dev.konverge.model.codec.ProtoReader;
import dev.konverge.model.codec.ProtoWriter;
import dev.konverge.model.codec.Scalars;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A schema that an object must fit, or the names of fields that it must have. */
public sealed interface JSONSchemaPropsOrStringArray {
    /** How it is read and written. */
    ProtoCodec<JSONSchemaPropsOrStringArray> CODEC = new Form();

    /**
     * A schema.
     *
     * @param schema the schema
     */
    record Fitting(JSONSchemaProps schema) implements JSONSchemaPropsOrStringArray {}

    /**
     * Names of fields.
     *
     * @param names the names
     */
    record Names(List<String> names) implements JSONSchemaPropsOrStringArray {
        /** Copies its argument. */
        public Names {
            names = List.copyOf(names);
        }
    }

    /** Reads and writes it. */
    final class Form implements ProtoCodec<JSONSchemaPropsOrStringArray> {
        private Form() {}

        @Override
        public JSONSchemaPropsOrStringArray read(JsonReader in) {
            return in.peek() == JsonReader.Kind.ARRAY
                    ? new Names(in.readList(Scalars.STRING))
                    : new Fitting(JSONSchemaProps.CODEC.read(in));
        }

        @Override
        public void write(JSONSchemaPropsOrStringArray value, JsonWriter out) {
            switch (value) {
                case Fitting fitting -> JSONSchemaProps.CODEC.write(fitting.schema(), out);
                case Names all -> out.list(all.names(), Scalars.STRING);
            }
        }

        @Override
        public JSONSchemaPropsOrStringArray readProto(ProtoReader in) {
            @Nullable JSONSchemaProps schema = null;
            List<String> names = List.of();
            for (int t = in.nextTag(); t != 0; t = in.nextTag()) {
                switch (t >>> 3) {
                    case 1 -> schema = in.message(t, JSONSchemaProps.CODEC);
                    case 2 -> names = in.strings(t, names);
                    default -> in.skip(t);
                }
            }
            return schema == null ? new Names(names) : new Fitting(schema);
        }

        @Override
        public void writeProto(JSONSchemaPropsOrStringArray value, ProtoWriter out) {
            switch (value) {
                case Fitting fitting -> out.message(1, fitting.schema(), JSONSchemaProps.CODEC);
                case Names all -> out.strings(2, all.names());
            }
        }
    }
}
