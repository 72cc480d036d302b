package dev.konverge.model.codec;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a field of a record is in protobuf, and so how it is read; what {@link FieldForm} is in JSON, and for the same reason.
 *
 * <p>Where a type says that zero and absent are the same, the form ends in {@code OR_NULL}.
 */
public enum ProtoForm {
    /** A field that the type does not have: it is left behind. */
    UNKNOWN {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            in.skip(tag);
            return null;
        }
    },

    /** A text. */
    STRING {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.string(tag);
        }
    },

    /** A text. */
    STRING_OR_NULL {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.stringOrNull(tag);
        }
    },

    /** A whole number of 32 bits. */
    INT32 {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.int32(tag);
        }
    },

    /** A whole number of 32 bits. */
    INT32_OR_NULL {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.int32OrNull(tag);
        }
    },

    /** A whole number of 64 bits. */
    INT64 {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.int64(tag);
        }
    },

    /** A whole number of 64 bits. */
    INT64_OR_NULL {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.int64OrNull(tag);
        }
    },

    /** A number. */
    FLOAT64 {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.float64(tag);
        }
    },

    /** A number. */
    FLOAT64_OR_NULL {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.float64OrNull(tag);
        }
    },

    /** True or false. */
    BOOL {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.bool(tag);
        }
    },

    /** True or false. */
    BOOL_OR_NULL {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.boolOrNull(tag);
        }
    },

    /** Octets. */
    BYTES {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.bytes(tag);
        }
    },

    /** Octets. */
    BYTES_OR_NULL {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.bytesOrNull(tag);
        }
    },

    /** A point in time. */
    TIME {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.time(tag);
        }
    },

    /** JSON in a message. */
    RAW {
        @Override
        public @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.raw(tag);
        }
    },

    /** A message that the codec reads. */
    MESSAGE {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.message(tag, (ProtoCodec<?>) Objects.requireNonNull(codec));
        }
    },

    /** Messages that the codec reads, as a list. */
    MESSAGES {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.messages(tag, List.of(), (ProtoCodec<?>) Objects.requireNonNull(codec));
        }
    },

    /** Messages that are left behind unless managed fields are kept. */
    MANAGED_FIELDS {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            if (in.keepsManagedFields()) {
                return in.messages(tag, List.of(), (ProtoCodec<?>) Objects.requireNonNull(codec));
            }
            in.skip(tag);
            return List.of();
        }
    },

    /** Texts, as a list. */
    STRINGS {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.strings(tag, List.of());
        }
    },

    /** Octets several times, as a list. */
    ALL_BYTES {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.allBytes(tag, List.of());
        }
    },

    /** Whole numbers of 32 bits, as a list. */
    INT32S {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.int32s(tag, List.of());
        }
    },

    /** Whole numbers of 64 bits, as a list. */
    INT64S {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.int64s(tag, List.of());
        }
    },

    /** Booleans, as a list. */
    BOOLS {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.bools(tag, List.of());
        }
    },

    /** Entries whose values are read as the {@link ProtoValue} says, as a map. */
    ENTRIES {
        @Override
        public Object read(ProtoReader in, int tag, @Nullable Object codec) {
            return in.entries(tag, PackedMap.empty(), (ProtoValue<?>) Objects.requireNonNull(codec));
        }
    };

    /**
     * {@return the value of a field, or null where the message says that it is absent}
     *
     * @param codec the {@link ProtoCodec} or {@link ProtoValue} of the value or of its elements; null where the form needs none
     */
    public abstract @Nullable Object read(ProtoReader in, int tag, @Nullable Object codec);
}
