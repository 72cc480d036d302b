package dev.konverge.model.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a field of a record is in protobuf, and so how it is read; what {@link FieldForm} is in JSON, and asked in the same way.
 *
 * <p>Where a type says that zero and absent are the same, the form ends in {@code OR_NULL}.
 */
public enum ProtoForm {
    /** A text. */
    STRING {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.string(tag);
        }
    },

    /** A text. */
    STRING_OR_NULL {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.stringOrNull(tag);
        }
    },

    /** A whole number of 32 bits. */
    INT32 {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.int32(tag);
        }
    },

    /** A whole number of 32 bits. */
    INT32_OR_NULL {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.int32OrNull(tag);
        }
    },

    /** A whole number of 64 bits. */
    INT64 {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.int64(tag);
        }
    },

    /** A whole number of 64 bits. */
    INT64_OR_NULL {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.int64OrNull(tag);
        }
    },

    /** A number. */
    FLOAT64 {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.float64(tag);
        }
    },

    /** A number. */
    FLOAT64_OR_NULL {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.float64OrNull(tag);
        }
    },

    /** True or false. */
    BOOL {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.bool(tag);
        }
    },

    /** True or false. */
    BOOL_OR_NULL {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.boolOrNull(tag);
        }
    },

    /** Octets. */
    BYTES {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.bytes(tag);
        }
    },

    /** Octets. */
    BYTES_OR_NULL {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.bytesOrNull(tag);
        }
    },

    /** A point in time. */
    TIME {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.time(tag);
        }
    },

    /** JSON in a message. */
    RAW {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.raw(tag);
        }
    },

    /** A message that the codec reads. */
    MESSAGE {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.message(tag, (ProtoCodec<?>) reader);
        }
    },

    /** Messages that the codec reads, as a list. */
    MESSAGES {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return messages(in, tag, before, (ProtoCodec<?>) reader);
        }
    },

    /** Messages that are left behind unless managed fields are kept. */
    MANAGED_FIELDS {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            if (in.keepsManagedFields()) {
                return messages(in, tag, before, (ProtoCodec<?>) reader);
            }
            in.skipRun(tag);
            return null;
        }
    },

    /** Texts, as a list. */
    STRINGS {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.strings(tag, RecordCodec.list(before));
        }
    },

    /** Octets several times, as a list. */
    ALL_BYTES {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.allBytes(tag, RecordCodec.list(before));
        }
    },

    /** Whole numbers of 32 bits, as a list. */
    INT32S {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.int32s(tag, RecordCodec.list(before));
        }
    },

    /** Whole numbers of 64 bits, as a list. */
    INT64S {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.int64s(tag, RecordCodec.list(before));
        }
    },

    /** Booleans, as a list. */
    BOOLS {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return in.bools(tag, RecordCodec.list(before));
        }
    },

    /** Entries whose values are read as the {@link ProtoValue} says, as a map. */
    ENTRIES {
        @Override
        @Nullable
        Object read(ProtoReader in, int tag, @Nullable Object before, Object reader) {
            return entries(in, tag, before, (ProtoValue<?>) reader);
        }
    };

    /**
     * {@return a field of that form}
     *
     * @param path its number, behind those of the messages around it that are no fields of their own
     */
    public ProtoFields.Field at(int... path) {
        List<Integer> numbers = new ArrayList<>(path.length);
        for (int number : path) {
            numbers.add(number);
        }
        return new ProtoFields.Field(this, numbers);
    }

    /**
     * {@return the value of a field, or null where the message says that it is absent}
     *
     * @param before what the field was so far: a list or map may come in several pieces
     * @param reader what {@link #reader} gave
     */
    @Nullable
    abstract Object read(ProtoReader in, int tag, @Nullable Object before, Object reader);

    /** {@return what reads the field of a record, or its elements; anything where the form needs nothing} */
    Object reader(RecordCodec<?> of, int field) {
        return switch (this) {
            case MESSAGE, MESSAGES, MANAGED_FIELDS -> of.codecOf(field);
            case ENTRIES -> ProtoValue.of(of.codecOf(field));
            default -> this;
        };
    }

    private static <T> List<T> messages(ProtoReader in, int tag, @Nullable Object before, ProtoCodec<T> codec) {
        return in.messages(tag, RecordCodec.list(before), codec);
    }

    private static <V> Map<String, V> entries(ProtoReader in, int tag, @Nullable Object before, ProtoValue<V> value) {
        return in.entries(tag, RecordCodec.map(before), value);
    }
}
