package dev.konverge.apiserver.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An API group that is served.
 *
 * @param name its name, empty for core
 * @param versions the versions served, the preferred one first
 */
public record Group(String name, List<String> versions) {
    /** Copies its argument. */
    public Group {
        versions = List.copyOf(versions);
    }

    /** The built-in groups and those of custom resources. */
    static Map<String, Group> extend(Map<String, Group> builtIn, Collection<Served> custom) {
        Map<String, TreeSet<String>> versions = new TreeMap<>();
        for (Served served : custom) {
            versions.computeIfAbsent(served.group(), any -> new TreeSet<>(VersionOrder.PREFERRED_FIRST))
                    .add(served.version());
        }
        Map<String, Group> all = new LinkedHashMap<>(builtIn);
        versions.forEach((name, found) -> {
            Group there = builtIn.get(name);
            List<String> merged = new ArrayList<>(there == null ? List.of() : there.versions());
            found.stream().filter(version -> !merged.contains(version)).forEach(merged::add);
            all.put(name, new Group(name, merged));
        });
        return all;
    }
}
