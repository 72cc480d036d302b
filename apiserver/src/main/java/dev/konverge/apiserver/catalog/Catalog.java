package dev.konverge.apiserver.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that is served at a moment. Immutable: a change makes another one.
 *
 * <p>Two catalogs that say the same are still told apart by {@link #generation()}, so whoever derives something costly from a
 * catalog can keep it until the generation changes.
 */
public final class Catalog {
    private record Place(String group, String version, String plural) {}

    private record KindPlace(String group, String version, String kind) {}

    private final long generation;
    private final Map<String, Group> groups;
    private final List<Served> all;
    private final Map<Place, Served> byPlace;
    private final Map<KindPlace, Served> byKind;

    private Catalog(long generation, Map<String, Group> groups, List<Served> all) {
        this.generation = generation;
        this.groups = groups;
        this.all = List.copyOf(all);
        this.byPlace = new HashMap<>(all.size() * 2);
        this.byKind = new HashMap<>(all.size() * 2);
        for (Served served : all) {
            byPlace.put(new Place(served.group(), served.version(), served.plural()), served);
            byKind.putIfAbsent(new KindPlace(served.group(), served.version(), served.kind()), served);
        }
    }

    /** {@return a catalog of these} Groups in the order in which discovery lists them, core first. */
    public static Catalog of(List<Group> groups, Collection<Served> served) {
        Map<String, Group> byName = new LinkedHashMap<>();
        groups.forEach(group -> byName.put(group.name(), group));
        return new Catalog(1, byName, List.copyOf(served));
    }

    /** {@return this with the custom resources replaced} Their groups come behind the built-in ones, sorted by name. */
    public Catalog withCustom(Collection<Served> custom) {
        List<Served> kept = new ArrayList<>(all);
        kept.removeIf(Served::isCustom);
        Map<String, Group> builtIn = new LinkedHashMap<>();
        for (Group group : groups.values()) {
            if (kept.stream().anyMatch(served -> served.group().equals(group.name()))) {
                builtIn.put(group.name(), group);
            }
        }
        kept.addAll(custom);
        return new Catalog(generation + 1, Group.extend(builtIn, custom), kept);
    }

    /** {@return a number that grows with each change} */
    public long generation() {
        return generation;
    }

    /** {@return the groups in the order of discovery, core first} */
    public List<Group> groups() {
        return List.copyOf(groups.values());
    }

    /** {@return the group of that name, if anything of it is served} */
    public Optional<Group> findGroup(String name) {
        return Optional.ofNullable(groups.get(name));
    }

    /** {@return whether that version of that group is served} */
    public boolean serves(String group, String version) {
        Group found = groups.get(group);
        return found != null && found.versions().contains(version);
    }

    /** {@return what is served at a path, if anything is} */
    public Optional<Served> find(String group, String version, String plural) {
        return Optional.ofNullable(byPlace.get(new Place(group, version, plural)));
    }

    /** {@return what serves a kind, if anything does} */
    public Optional<Served> findKind(String group, String version, String kind) {
        return Optional.ofNullable(byKind.get(new KindPlace(group, version, kind)));
    }

    /** {@return what serves a kind, if anything does}; {@code apiVersion} is such as {@code apps/v1} */
    public Optional<Served> findKind(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? findKind("", apiVersion, kind)
                : findKind(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }

    /** {@return everything served, built-in before custom} */
    public List<Served> all() {
        return all;
    }

    /** {@return what is served of a version of a group} */
    public List<Served> of(String group, String version) {
        return all.stream()
                .filter(served ->
                        served.group().equals(group) && served.version().equals(version))
                .toList();
    }
}
