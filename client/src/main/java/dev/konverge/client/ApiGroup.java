package dev.konverge.client;

import java.util.List;

/**
 * An API group that a server has.
 *
 * @param name its name, empty for core
 * @param versions its versions, in the server's order
 * @param preferred the version that the server prefers; empty if there is none
 */
public record ApiGroup(String name, List<String> versions, String preferred) {
    /** Copies its argument. */
    public ApiGroup {
        versions = List.copyOf(versions);
    }
}
