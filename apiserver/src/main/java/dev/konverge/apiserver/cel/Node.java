package dev.konverge.apiserver.cel;

import java.util.List;
import java.util.Set;

/** A checked expression, ready to be evaluated. */
sealed interface Node {
    /** A value that was written down. */
    record Constant(Object value) implements Node {}

    /** A variable, of the environment or of a loop around. */
    record Variable(String name) implements Node {}

    /** A field of an object or a key of a map. */
    record Select(Node operand, String field) implements Node {}

    /** Whether a field is there. */
    record Has(Node operand, String field) implements Node {}

    /** A field if it is there. */
    record MaybeSelect(Node operand, Node field) implements Node {}

    /** An element of a list or a map; {@code optional} if it may be absent. */
    record Index(Node operand, Node index, boolean optional) implements Node {}

    /** Any function or operator that looks at all its arguments. */
    record Call(String name, Operation operation, List<Node> arguments) implements Node {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** Both, where a failure of one side does not matter if the other is false. */
    record And(Node left, Node right) implements Node {}

    /** Either, where a failure of one side does not matter if the other is true. */
    record Or(Node left, Node right) implements Node {}

    /** One or the other. */
    record Conditional(Node condition, Node yes, Node no) implements Node {}

    /** A list; the elements at the optional places are left out if they are absent. */
    record ListOf(List<Node> elements, Set<Integer> optional) implements Node {
        public ListOf {
            elements = List.copyOf(elements);
            optional = Set.copyOf(optional);
        }
    }

    /** A map. */
    record MapOf(List<Entry> entries) implements Node {
        public MapOf {
            entries = List.copyOf(entries);
        }
    }

    /** An entry of a map, left out if it is optional and absent. */
    record Entry(Node key, Node value, boolean optional) {}

    /**
     * A loop over a list or a map: what the macros become.
     *
     * @param first the variable for the element, or for the key if there are two
     * @param second the variable for the value, or empty
     * @param range what it runs over
     * @param result the variable that collects
     * @param start what it is before
     * @param condition whether to go on
     * @param step what it becomes
     * @param end what the whole is worth
     */
    record Loop(String first, String second, Node range, String result, Node start, Node condition, Node step, Node end)
            implements Node {}
}
