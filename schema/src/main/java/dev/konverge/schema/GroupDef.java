package dev.konverge.schema;

import java.util.List;

/**
 * An API group.
 *
 * @param name its name, empty for core
 * @param versions the versions served, the preferred one first
 */
public record GroupDef(String name, List<String> versions) {
    /** Copies its arguments. */
    public GroupDef {
        versions = List.copyOf(versions);
    }
}
