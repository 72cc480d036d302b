package dev.konverge.model.codec;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a field of a record is in JSON, and so how it is read.
 *
 * <p>A codec asks the form of a field for its value instead of calling the reader itself. With a call for each field the
 * compiler of the JVM would copy the reader into every codec, as often as the type has fields: a process would then spend most of
 * its first seconds compiling.
 */
public enum FieldForm {
    /** A text. */
    TEXT {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readString();
        }
    },

    /** True or false. */
    BOOLEAN {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readBoolean();
        }
    },

    /** A whole number of 32 bits. */
    INTEGER {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readInteger();
        }
    },

    /** A whole number of 64 bits. */
    LONG {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readLong();
        }
    },

    /** A number. */
    DOUBLE {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readDouble();
        }
    },

    /** Octets. */
    BYTES {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readBytes();
        }
    },

    /** A point in time. */
    TIME {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readTime();
        }
    },

    /** A point in time with microseconds. */
    MICRO_TIME {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readMicroTime();
        }
    },

    /** What the codec reads. */
    OBJECT {
        @Override
        public @Nullable Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readObject(Objects.requireNonNull(codec));
        }
    },

    /** A list of what the codec reads. */
    LIST {
        @Override
        public Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readList(Objects.requireNonNull(codec));
        }
    },

    /** A map to what the codec reads. */
    MAP {
        @Override
        public Object read(JsonReader in, @Nullable Codec<?> codec) {
            return in.readMap(Objects.requireNonNull(codec));
        }
    },

    /** A list that is left behind unless managed fields are kept. */
    MANAGED_FIELDS {
        @Override
        public Object read(JsonReader in, @Nullable Codec<?> codec) {
            if (in.keepsManagedFields()) {
                return in.readList(Objects.requireNonNull(codec));
            }
            in.skipValue();
            return List.of();
        }
    };

    /**
     * {@return the value that comes next, or null where {@code null} stands for an absent field}
     *
     * @param codec the codec of the value, or of its elements; null where the form needs none
     */
    public abstract @Nullable Object read(JsonReader in, @Nullable Codec<?> codec);
}
