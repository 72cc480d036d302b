package dev.konverge.model.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a field of a record is in JSON, and so how it is read.
 *
 * <p>A form is asked for the value by a call that has as many targets as there are forms. With a switch the compiler of the JVM would
 * copy the whole reader into the loop over the fields, and into itself once more, which takes it longer than all the rest.
 */
public enum FieldForm {
    /** A text. */
    TEXT {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readString();
        }
    },

    /** True or false. */
    BOOLEAN {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readBoolean();
        }
    },

    /** A whole number of 32 bits. */
    INTEGER {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readInteger();
        }
    },

    /** A whole number of 64 bits. */
    LONG {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readLong();
        }
    },

    /** A number. */
    DOUBLE {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readDouble();
        }
    },

    /** Octets. */
    BYTES {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readBytes();
        }
    },

    /** A point in time. */
    TIME {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readTime();
        }
    },

    /** A point in time with microseconds. */
    MICRO_TIME {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readMicroTime();
        }
    },

    /** What the codec reads. */
    OBJECT {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readObject(of.codecOf(field));
        }
    },

    /** A list of what the codec reads. */
    LIST {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readList(of.codecOf(field));
        }
    },

    /** A map to what the codec reads. */
    MAP {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return in.readMap(of.codecOf(field));
        }
    },

    /** A list that is left behind unless managed fields are kept. */
    MANAGED_FIELDS {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            if (in.keepsManagedFields()) {
                return in.readList(of.codecOf(field));
            }
            in.skipValue();
            return List.of();
        }
    },

    /** A value that the codec knows before, and that is no part of the record: its kind. */
    KNOWN {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            return of.codecOf(field).read(in);
        }
    },

    /** A value that is no part of the record, whatever it is. */
    LEFT_BEHIND {
        @Override
        @Nullable
        Object read(JsonReader in, RecordCodec<?> of, int field) {
            in.skipValue();
            return null;
        }
    };

    /**
     * {@return the value that comes next, or null where {@code null} stands for an absent field}
     *
     * @param of the codec of the record whose field it is
     */
    @Nullable
    abstract Object read(JsonReader in, RecordCodec<?> of, int field);
}
