package dev.konverge.apiserver.structure;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What values at one place of an object look like, as far as merging them goes. Immutable; parts of it are made when first
 * asked for.
 */
public sealed interface Structure permits Structure.Scalar, Structure.Sequence, Struct, Structure.Any {
    /** A value without parts. */
    enum Scalar implements Structure {
        /** A text. */
        STRING,
        /** A number, whole or not. */
        NUMBER,
        /** True or false. */
        BOOLEAN,
        /** A text, a number or a boolean: quantities, points in time, int-or-string. */
        ANY
    }

    /** A list. */
    sealed interface Sequence extends Structure {
        /** {@return what each element looks like} */
        Structure element();
    }

    /**
     * A list that is one whole.
     *
     * @param element what each element looks like
     */
    record AtomicList(Structure element) implements Sequence {}

    /**
     * A list of different scalars, each of which stands for itself.
     *
     * @param element what each element looks like
     */
    record SetList(Structure element) implements Sequence {}

    /**
     * A list of objects told apart by some of their fields.
     *
     * @param element what each element looks like
     * @param keys the names of the fields that tell elements apart, in the order of their names
     */
    record KeyedList(Structure element, List<String> keys) implements Sequence {
        /** Sorts the keys. */
        public KeyedList {
            keys = keys.stream().sorted().toList();
        }
    }

    /** A value of which the schema does not say whether it is a scalar, a list or an object. */
    final class Any implements Structure {
        /** A value of which nothing is known and which is one whole, such as a raw extension. */
        public static final Any ATOMIC =
                new Any(Struct.of(Map::of, () -> Any.ATOMIC).withAtomic(true), () -> Any.UNKNOWN_LIST);

        private static final Sequence UNKNOWN_LIST = new AtomicList(ATOMIC);

        /** A value of which nothing is known: objects are merged field by field, lists are one whole. */
        public static final Any DEDUCED = new Any(Struct.mapOfDeduced(), () -> Any.UNKNOWN_LIST);

        private final Struct object;
        private final Supplier<Sequence> list;

        private Any(Struct object, Supplier<Sequence> list) {
            this.object = object;
            this.list = list;
        }

        /** {@return a value that looks like the one if it is an object, and like the other if it is a list} */
        static Any of(Struct object, Sequence list) {
            return new Any(object, () -> list);
        }

        /** {@return what it looks like if it is an object} */
        public Struct object() {
            return object;
        }

        /** {@return what it looks like if it is a list} */
        public Sequence list() {
            return list.get();
        }
    }
}
