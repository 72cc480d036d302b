package dev.konverge.model.codec;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a message by their numbers: a place in a record for each, or a message around further fields of the same record.
 */
public final class ProtoFields {
    /** Says that a message has no field of that number. */
    static final int UNKNOWN = -1;

    /** For each number the place in the record, {@link #UNKNOWN}, or {@code -2 - g} for the group {@code g}. */
    private final int[] places;

    private final ProtoFields[] groups;

    /** The form of each place in the record. */
    private final ProtoForm[] forms;

    /** What reads values, filled as they are met: types may contain each other. */
    private final @Nullable Object[] readers;

    /**
     * What a field is in a message.
     *
     * @param form its form
     * @param path its number, behind those of the messages around it that are no fields of their own
     */
    public record Field(ProtoForm form, List<Integer> path) {
        /** Copies the path. */
        public Field {
            path = List.copyOf(path);
        }
    }

    private ProtoFields(Field[] fields, List<Integer> around, ProtoForm[] forms, @Nullable Object[] readers) {
        this.forms = forms;
        this.readers = readers;
        int depth = around.size();
        int most = 0;
        for (Field field : fields) {
            most = within(field, around) ? Math.max(most, field.path().get(depth)) : most;
        }
        this.places = new int[most + 1];
        Arrays.fill(places, UNKNOWN);
        ProtoFields[] groups = new ProtoFields[0];
        for (int i = 0; i < fields.length; i++) {
            if (!within(fields[i], around)) {
                continue;
            }
            List<Integer> path = fields[i].path();
            int number = path.get(depth);
            if (path.size() == depth + 1) {
                places[number] = i;
            } else if (places[number] == UNKNOWN) {
                places[number] = -2 - groups.length;
                groups = Arrays.copyOf(groups, groups.length + 1);
                groups[groups.length - 1] = new ProtoFields(fields, path.subList(0, depth + 1), forms, readers);
            }
        }
        this.groups = groups;
    }

    private static boolean within(Field field, List<Integer> around) {
        return field.path().size() > around.size()
                && field.path().subList(0, around.size()).equals(around);
    }

    /** {@return the fields of a record, in its order} */
    public static ProtoFields of(Field... fields) {
        ProtoForm[] forms = new ProtoForm[fields.length];
        for (int i = 0; i < fields.length; i++) {
            forms[i] = fields[i].form();
        }
        return new ProtoFields(fields, List.of(), forms, new @Nullable Object[fields.length]);
    }

    /** {@return the place in the record of the field with a number, {@link #UNKNOWN}, or another negative number for a group} */
    int place(int number) {
        return number < places.length ? places[number] : UNKNOWN;
    }

    /** {@return the fields of the group that {@link #place} spoke of} */
    ProtoFields group(int place) {
        return groups[-2 - place];
    }

    ProtoForm form(int place) {
        return forms[place];
    }

    /** {@return what the form at a place of the record reads with} */
    Object reader(int place, RecordCodec<?> of) {
        Object reader = readers[place];
        if (reader == null) {
            reader = forms[place].reader(of, place);
            readers[place] = reader;
        }
        return reader;
    }
}
