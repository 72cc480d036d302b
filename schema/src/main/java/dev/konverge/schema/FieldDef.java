package dev.konverge.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of an object type.
 *
 * @param name its JSON name
 * @param shape the shape of its value
 * @param required whether the API description demands it
 * @param presence how an absent value and a zero value are told apart
 * @param protoPath its protobuf number, preceded by the numbers of the messages that JSON inlines around it; empty when
 *     the field is not sent in protobuf
 * @param merge how lists and maps of it are merged
 * @param defaultJson the default that the API description states, as JSON, if any
 * @param enumValues the values that the API description lists, sorted; empty if it lists none
 */
public record FieldDef(
        String name,
        Shape shape,
        boolean required,
        Presence presence,
        List<Integer> protoPath,
        Merge merge,
        @Nullable String defaultJson,
        List<String> enumValues) {
    /** How an absent value and a zero value are told apart. */
    public enum Presence {
        /** Zero (or empty) and absent are different; both forms keep the difference. */
        EXPLICIT,
        /** Zero is absent: JSON leaves it out, protobuf may send it. */
        ZERO_IS_ABSENT,
        /** There is always a value: JSON and protobuf send it even when it is zero. */
        ALWAYS
    }

    /**
     * How values of a field are merged by server-side apply and by strategic merge patch.
     *
     * @param listType {@code atomic}, {@code set} or {@code map} as server-side apply sees a list, if stated
     * @param mapKeys the fields that identify an element of a list of type {@code map}, in order
     * @param atomicMap whether a map or object field is replaced as a whole by server-side apply
     * @param patchStrategies strategic merge patch's strategies: {@code merge}, {@code replace}, {@code retainKeys}
     * @param patchMergeKey the field that identifies an element for strategic merge patch, if stated
     */
    public record Merge(
            @Nullable ListType listType,
            List<String> mapKeys,
            boolean atomicMap,
            List<String> patchStrategies,
            @Nullable String patchMergeKey) {
        /** Nothing stated. */
        public static final Merge UNSTATED = new Merge(null, List.of(), false, List.of(), null);

        /** Copies its arguments. */
        public Merge {
            mapKeys = List.copyOf(mapKeys);
            patchStrategies = List.copyOf(patchStrategies);
        }
    }

    /** What server-side apply takes a list for. */
    public enum ListType {
        /** Replaced as a whole. */
        ATOMIC,
        /** A set of scalars, each owned on its own. */
        SET,
        /** Objects identified by key fields, each owned on its own. */
        MAP
    }

    /** Copies its arguments. */
    public FieldDef {
        protoPath = List.copyOf(protoPath);
        enumValues = List.copyOf(enumValues);
    }
}
