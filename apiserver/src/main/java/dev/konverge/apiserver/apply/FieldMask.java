package dev.konverge.apiserver.apply;

import java.util.List;
import java.util.Set;

/** Fields that an endpoint ignores in what it is sent, so that nobody becomes their owner there. */
public final class FieldMask {
    /** Ignores nothing. */
    public static final FieldMask NONE = new FieldMask(FieldSet.EMPTY);

    private final FieldSet ignored;

    private FieldMask(FieldSet ignored) {
        this.ignored = ignored;
    }

    /** {@return a mask for these fields and all that is inside of them; each path is a list of field names} */
    public static FieldMask ignoring(Set<List<String>> paths) {
        return paths.isEmpty() ? NONE : new FieldMask(FieldSet.ofPaths(paths));
    }

    FieldSet apply(FieldSet fields) {
        return fields.recursiveDifference(ignored);
    }
}
