package dev.konverge.schema;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All types and kinds of one Kubernetes release. Immutable.
 *
 * @param release the release the facts were taken from, such as {@code 1.36.4}
 * @param groups every API group, in the order in which discovery lists them, core first
 * @param types every type, by its full name, sorted by package and name
 * @param kinds every kind that has a place in an API group, sorted by group, version and name
 */
public record Schema(String release, List<GroupDef> groups, Map<String, TypeDef> types, List<KindDef> kinds) {
    /** Copies its arguments. */
    public Schema {
        groups = List.copyOf(groups);
        types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
        kinds = List.copyOf(kinds);
    }

    /**
     * {@return the schema of these parts, put into order}
     *
     * @throws IllegalArgumentException if two types have the same name
     */
    public static Schema of(
            String release, List<GroupDef> groups, Collection<TypeDef> types, Collection<KindDef> kinds) {
        Map<String, TypeDef> byName = new LinkedHashMap<>();
        for (TypeDef type : types.stream().sorted(Order.TYPES).toList()) {
            if (byName.put(type.name(), type) != null) {
                throw new IllegalArgumentException("type \"" + type.name() + "\" is there twice");
            }
        }
        return new Schema(
                release, groups, byName, kinds.stream().sorted(Order.KINDS).toList());
    }

    /**
     * {@return the type of that name}
     *
     * @throws IllegalArgumentException if there is none
     */
    public TypeDef type(String name) {
        TypeDef type = types.get(name);
        if (type == null) {
            throw new IllegalArgumentException("no type \"" + name + "\" in the schema of Kubernetes " + release);
        }
        return type;
    }

    /** {@return the kind with that group (empty for core), version and name, if there is one} */
    public Optional<KindDef> findKind(String group, String version, String kind) {
        return kinds.stream()
                .filter(k -> k.group().equals(group)
                        && k.version().equals(version)
                        && k.kind().equals(kind))
                .findFirst();
    }
}
