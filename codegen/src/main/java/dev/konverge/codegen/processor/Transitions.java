package dev.konverge.codegen.processor;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** Rules that compare a value with the one before it, which the server must be able to find. */
final class Transitions {
    private static final Pattern BEFORE = Pattern.compile("\\boldSelf\\b");

    private Transitions() {}

    /** {@return whether a rule compares} */
    static boolean isOne(String rule) {
        return BEFORE.matcher(rule).find();
    }

    /** {@return the rule that what is set is not taken away, which a rule on the value itself is not asked about} */
    static Node keep(Element component, String json) {
        String name = CelName.of(json)
                .orElseThrow(() -> new Complaint(
                        component,
                        "'" + component.getSimpleName()
                                + "' is @Immutable and may be absent, and CEL has no way to write \""
                                + json
                                + "\" to forbid that it is taken away; give it another name, or demand it"));
        return new Node()
                .with("rule", "!has(oldSelf." + name + ") || has(self." + name + ")")
                .with("message", json + " is immutable");
    }

    /** Complains about a list whose elements are not told apart if a rule inside compares. */
    static void require(Marked place, Node schema) {
        if (isLost(schema.tree())) {
            throw new Complaint(
                    place.element(),
                    place.name() + " is a list without keys, so nobody can tell which element was which,"
                            + " and the server refuses rules inside that speak of oldSelf, such as @Immutable; use"
                            + " @ListType(MAP)");
        }
    }

    /** Properties are left out: they were looked at when their record was read. */
    private static boolean isLost(@Nullable Object schema) {
        if (!(schema instanceof Map<?, ?> node)) {
            return false;
        }
        boolean keyed = "map".equals(node.get("x-kubernetes-list-type"));
        return (keyed ? isLost(node.get("items")) : isIn(node.get("items")))
                || isLost(node.get("additionalProperties"));
    }

    private static boolean isIn(@Nullable Object schema) {
        return switch (schema) {
            case Map<?, ?> node ->
                (node.get("rule") instanceof String rule && isOne(rule))
                        || node.values().stream().anyMatch(Transitions::isIn);
            case Collection<?> all -> all.stream().anyMatch(Transitions::isIn);
            case null, default -> false;
        };
    }
}
