package dev.konverge.model.codec;

import dev.konverge.model.Resource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A codec of a type that is made of fields: it states what they are called and of what form they are, and makes a value of what was
 * read.
 *
 * <p>One loop in each reader reads all such types. A loop in each codec would be a little faster in the end, but each of them would have
 * to be compiled first, and that is what a process that was just started spends most of its time on.
 *
 * @param <T> the type
 */
public abstract class RecordCodec<T> implements Codec<T> {
    final FieldNames names;
    final FieldForm[] forms;

    /** How many of the fields are parts of the value: the first ones, before what says of which kind it is. */
    final int size;

    /** Roughly what one such object takes before its parts: header and references. */
    final int heapBytes;

    /** Filled as fields are met: types that contain each other cannot have their codecs ready before. */
    private final @Nullable Object[] codecs;

    /** The names as they are written; made when the first value is. */
    private volatile byte @Nullable [][] encoded;

    /**
     * A codec of a type with these fields.
     *
     * @param forms the form of each field, in the order of the names
     */
    protected RecordCodec(FieldNames names, FieldForm... forms) {
        if (names.size() != forms.length) {
            throw new IllegalArgumentException(forms.length + " forms for the fields " + names.names());
        }
        this.names = names;
        this.forms = forms;
        this.size = partsOf(forms);
        this.heapBytes = 16 + 8 * ((forms.length + 1) / 2);
        this.codecs = new @Nullable Object[forms.length];
    }

    private static int partsOf(FieldForm[] forms) {
        int parts = forms.length;
        while (parts > 0 && (forms[parts - 1] == FieldForm.KNOWN || forms[parts - 1] == FieldForm.LEFT_BEHIND)) {
            parts--;
        }
        return parts;
    }

    /**
     * {@return the codec of a field's value, or of its elements; null if its form needs none}
     *
     * @param field its place among the names
     */
    protected abstract @Nullable Codec<?> codec(int field);

    /**
     * {@return a value of what was read}
     *
     * @param given holds the value of each field, in the order of the names, and null for a field that was not there
     * @param at where in the array the first of them is
     */
    protected abstract T make(@Nullable Object[] given, int at);

    /**
     * Takes a value apart: the other way round of {@link #make}.
     *
     * @param into takes the value of each field that is a part of it, in the order of the names
     * @param at where in the array the first of them goes
     */
    protected abstract void take(T value, @Nullable Object[] into, int at);

    /**
     * {@return a newer value, made of the parts of an older one wherever they are written alike; the older one if all are} It says what the newer one says.
     */
    public final T renewed(T newer, T older) {
        return new Renewal().renew(this, newer, older);
    }

    /**
     * {@return the same of an object that was read with that memory} What is kept of the older state is what the next one that is read with it is made of
     * where it stays as it is.
     */
    public final T renewed(T newer, T older, Sharing sharing) {
        return newer instanceof Resource resource
                ? new Renewal(sharing.imprints(), resource.metadata()).renew(this, newer, older)
                : renewed(newer, older);
    }

    @Override
    public final T read(JsonReader in) {
        return in.readRecord(this);
    }

    /** {@return the codec of a field whose form needs one} */
    final Codec<?> codecOf(int field) {
        Object known = codecs[field];
        if (known != null) {
            return (Codec<?>) known;
        }
        Codec<?> codec = codec(field);
        if (codec == null) {
            throw new IllegalStateException("no codec for field \"" + names.name(field) + "\" of " + getClass());
        }
        codecs[field] = codec;
        return codec;
    }

    /** {@return the names of the fields as {@link JsonWriter} wants them} */
    protected final byte[][] encodedNames() {
        byte[][] known = encoded;
        if (known == null) {
            known = new byte[names.size()][];
            for (int i = 0; i < known.length; i++) {
                known[i] = JsonWriter.encodedName(names.name(i));
            }
            encoded = known;
        }
        return known;
    }

    /** {@return a field that is a list, empty if it was not there} */
    @SuppressWarnings("unchecked") // the form of the field made it
    protected static <E> List<E> list(@Nullable Object given) {
        return given == null ? List.of() : (List<E>) given;
    }

    /** {@return a field that is a map, empty if it was not there} */
    @SuppressWarnings("unchecked") // the form of the field made it
    protected static <V> Map<String, V> map(@Nullable Object given) {
        return given == null ? PackedMap.empty() : (Map<String, V>) given;
    }
}
