package dev.konverge.model.codec;

import dev.konverge.model.Bytes;
import java.util.List;

/**
 * How the values of a protobuf map are read and written.
 *
 * @param <V> the value
 */
public interface ProtoValue<V> {
    /** Texts. */
    ProtoValue<String> STRING = new ProtoValue<>() {
        @Override
        public String read(ProtoReader in, int tag) {
            return in.string(tag);
        }

        @Override
        public void write(ProtoWriter out, int number, String value) {
            out.string(number, value);
        }

        @Override
        public String zero() {
            return "";
        }
    };

    /** Octets. */
    ProtoValue<Bytes> BYTES = new ProtoValue<>() {
        @Override
        public Bytes read(ProtoReader in, int tag) {
            return in.bytes(tag);
        }

        @Override
        public void write(ProtoWriter out, int number, Bytes value) {
            out.bytes(number, value);
        }

        @Override
        public Bytes zero() {
            return Bytes.EMPTY;
        }
    };

    /** Lists of texts, each wrapped in a message of its own. */
    ProtoValue<List<String>> STRINGS = new ProtoValue<>() {
        @Override
        public List<String> read(ProtoReader in, int tag) {
            List<String> list = List.of();
            int outer = in.enter(tag);
            for (int t = in.nextTag(); t != 0; t = in.nextTag()) {
                if (t >>> 3 == 1) {
                    list = in.strings(t, list);
                } else {
                    in.skip(t);
                }
            }
            in.exit(outer);
            return list;
        }

        @Override
        public void write(ProtoWriter out, int number, List<String> value) {
            int before = out.size();
            out.strings(1, value);
            out.endMessage(number, before);
        }

        @Override
        public List<String> zero() {
            return List.of();
        }
    };

    /** {@return how values of a codec are read and written} */
    static ProtoValue<?> of(Codec<?> codec) {
        if (codec instanceof ProtoCodec<?> messages) {
            return of(messages);
        }
        if (codec.equals(Scalars.STRING)) {
            return STRING;
        }
        if (codec.equals(Scalars.BYTES)) {
            return BYTES;
        }
        if (codec.equals(Scalars.STRINGS)) {
            return STRINGS;
        }
        throw new IllegalArgumentException("no protobuf form for the values of " + codec);
    }

    /** {@return how messages of a type are read and written} */
    static <V> ProtoValue<V> of(ProtoCodec<V> codec) {
        return new ProtoValue<>() {
            @Override
            public V read(ProtoReader in, int tag) {
                return in.message(tag, codec);
            }

            @Override
            public void write(ProtoWriter out, int number, V value) {
                out.message(number, value, codec);
            }

            @Override
            public V zero() {
                return codec.readProto(new ProtoReader(new byte[0]));
            }

            @Override
            public Object owner() {
                return codec;
            }
        };
    }

    /** {@return the value of a field} */
    V read(ProtoReader in, int tag);

    /** Writes a value as a field. */
    void write(ProtoWriter out, int number, V value);

    /** {@return the value of an entry that states none} */
    V zero();

    /** {@return whom maps of such values belong to in a {@link Sharing}} */
    default Object owner() {
        return this;
    }
}
