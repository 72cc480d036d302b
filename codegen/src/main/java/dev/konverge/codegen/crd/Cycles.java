package dev.konverge.codegen.crd;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks for values that hold themselves, which an alias in YAML can make and nobody can walk to the end. */
final class Cycles {
    private final Set<Object> around = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Object> done = Collections.newSetFromMap(new IdentityHashMap<>());

    private Cycles() {}

    /**
     * Looks through a document.
     *
     * @throws CrdException if something in it holds itself
     */
    static void require(@Nullable Object document, String name) {
        if (new Cycles().isIn(document)) {
            throw new CrdException(name + " has an alias to something that the alias is itself in");
        }
    }

    private boolean isIn(@Nullable Object value) {
        Collection<?> inside = switch (value) {
            case Map<?, ?> map -> map.values();
            case List<?> list -> list;
            case null, default -> List.of();
        };
        if (value == null || inside.isEmpty() || done.contains(value)) {
            return false;
        }
        if (!around.add(value)) {
            return true;
        }
        boolean found = inside.stream().anyMatch(this::isIn);
        around.remove(value);
        done.add(value);
        return found;
    }
}
