package dev.konverge.apiserver.cel;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All functions and operators that expressions can call, by their names. */
final class Functions {
    private static final Map<String, Operation> BY_NAME = all();

    private Functions() {}

    private static Map<String, Operation> all() {
        Map<String, Operation> all = new HashMap<>();
        all.putAll(Operators.ALL);
        all.putAll(Standard.all());
        all.putAll(Strings.ALL);
        all.putAll(ListFunctions.all());
        all.putAll(Quantities.ALL);
        all.putAll(Semver.ALL);
        all.putAll(AddressRange.ALL);
        all.putAll(Url.ALL);
        all.putAll(NamedFormat.all());
        all.putAll(Permissions.ALL);
        return Map.copyOf(all);
    }

    /** {@return the function of a name, null if there is none} */
    static @Nullable Operation find(String name) {
        return BY_NAME.get(name);
    }
}
