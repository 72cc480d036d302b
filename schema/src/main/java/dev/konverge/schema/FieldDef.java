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
 *     the field is not sent in protobuf. A list that protobuf wraps in a message of its own has the path into that
 *     message.
 * @param merge how lists and maps of it are merged
 * @param defaultJson the default that the API description states, as compact JSON, if any. What goes without saying is
 *     not stated here: a string, number, boolean or plain object that is {@linkplain Presence#ALWAYS always there} is zero
 *     by default.
 * @param enumValues the values that the API takes (of the elements or entries, for a list or a map), sorted; empty if
 *     it lists none
 * @param go what Go calls it, where that does not follow from the rest
 */
public record FieldDef(
        String name,
        Shape shape,
        boolean required,
        Presence presence,
        List<Integer> protoPath,
        Merge merge,
        @Nullable String defaultJson,
        List<String> enumValues,
        Go go) {
    /**
     * How an absent value and a zero value are told apart. The zero value is 0, false, the empty string, the empty list
     * or map, and an object without a field set.
     */
    public enum Presence {
        /**
         * Zero and absent are different, and both forms keep the difference. Never the case for a list, a map or
         * bytes.
         */
        EXPLICIT,
        /** Zero is absent: JSON leaves it out, protobuf may send it. */
        ZERO_IS_ABSENT,
        /**
         * There is always a value: JSON and protobuf send it even when it is zero. Kubernetes writes a list, a map or a
         * point in time that was never set as null.
         */
        ALWAYS
    }

    /**
     * How values of a field are merged by server-side apply and by strategic merge patch.
     *
     * @param listType {@code atomic}, {@code set} or {@code map} as server-side apply sees a list, if stated
     * @param mapKeys the fields that identify an element of a list of type {@code map}, in order
     * @param mapType what server-side apply takes a map or an object for, if stated; overrides what the type of the
     *     object says
     * @param patchStrategies strategic merge patch's strategies: {@code merge}, {@code replace}, {@code retainKeys}
     * @param patchMergeKey the field that identifies an element for strategic merge patch, if stated
     */
    public record Merge(
            @Nullable ListType listType,
            List<String> mapKeys,
            @Nullable MapType mapType,
            List<String> patchStrategies,
            @Nullable String patchMergeKey) {
        /** Nothing stated. */
        public static final Merge UNSTATED = new Merge(null, List.of(), null, List.of(), null);

        /** Copies its arguments. */
        public Merge {
            mapKeys = List.copyOf(mapKeys);
            patchStrategies = List.copyOf(patchStrategies);
        }
    }

    /**
     * Names that a field has in Go and nowhere else. A server that is written in Go shows them when a value is of the wrong
     * type.
     *
     * @param type the type of its value if that has a name of its own, such as {@code v1.Protocol} for a string; that of a
     *     list without a name is the name of its elements behind {@code []}
     * @param within the struct that it is declared in, if that is embedded in the type; one inside of the other, with dots
     */
    public record Go(@Nullable String type, @Nullable String within) {
        /** Nothing stated. */
        public static final Go UNSTATED = new Go(null, null);
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

    /** What server-side apply takes a map or an object for. */
    public enum MapType {
        /** Replaced as a whole. */
        ATOMIC,
        /** Each entry or field is owned on its own. */
        GRANULAR
    }

    /** A field of which it does not matter what Go calls it. */
    public FieldDef(
            String name,
            Shape shape,
            boolean required,
            Presence presence,
            List<Integer> protoPath,
            Merge merge,
            @Nullable String defaultJson,
            List<String> enumValues) {
        this(name, shape, required, presence, protoPath, merge, defaultJson, enumValues, Go.UNSTATED);
    }

    /** Copies its arguments. */
    public FieldDef {
        protoPath = List.copyOf(protoPath);
        enumValues = List.copyOf(enumValues);
    }
}
