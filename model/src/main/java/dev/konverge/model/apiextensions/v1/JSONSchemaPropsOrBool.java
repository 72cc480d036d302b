package dev.konverge.model.apiextensions.v1;

import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.ProtoCodec;
import dev.konverge.model.codec.ProtoReader;
import dev.konverge.model.codec.ProtoWriter;
import org.jspecify.annotations.Nullable;

/** A schema that further fields must fit, or whether they are allowed at all. */
public sealed interface JSONSchemaPropsOrBool {
    /** How it is read and written. */
    ProtoCodec<JSONSchemaPropsOrBool> CODEC = new Form();

    /**
     * Allowed if they fit.
     *
     * @param schema what they must fit
     */
    record Fitting(JSONSchemaProps schema) implements JSONSchemaPropsOrBool {}

    /**
     * Allowed or not.
     *
     * @param allowed which of them
     */
    record Allowed(boolean allowed) implements JSONSchemaPropsOrBool {}

    /** Reads and writes it. */
    final class Form implements ProtoCodec<JSONSchemaPropsOrBool> {
        private Form() {}

        @Override
        public JSONSchemaPropsOrBool read(JsonReader in) {
            return in.peek() == JsonReader.Kind.BOOLEAN
                    ? new Allowed(in.readFlag())
                    : new Fitting(JSONSchemaProps.CODEC.read(in));
        }

        @Override
        public void write(JSONSchemaPropsOrBool value, JsonWriter out) {
            switch (value) {
                case Fitting fitting -> JSONSchemaProps.CODEC.write(fitting.schema(), out);
                case Allowed flag -> out.bool(flag.allowed());
            }
        }

        @Override
        public JSONSchemaPropsOrBool readProto(ProtoReader in) {
            boolean allowed = false;
            @Nullable JSONSchemaProps schema = null;
            for (int t = in.nextTag(); t != 0; t = in.nextTag()) {
                switch (t >>> 3) {
                    case 1 -> allowed = in.bool(t);
                    case 2 -> schema = in.message(t, JSONSchemaProps.CODEC);
                    default -> in.skip(t);
                }
            }
            return schema == null ? new Allowed(allowed) : new Fitting(schema);
        }

        @Override
        public void writeProto(JSONSchemaPropsOrBool value, ProtoWriter out) {
            switch (value) {
                case Fitting fitting -> {
                    out.message(2, fitting.schema(), JSONSchemaProps.CODEC);
                    out.bool(1, true);
                }
                case Allowed flag -> out.bool(1, flag.allowed());
            }
        }
    }
}
