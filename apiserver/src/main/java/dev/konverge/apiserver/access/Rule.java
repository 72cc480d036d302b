package dev.konverge.apiserver.access;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One rule of a role: verbs that are allowed with resources or with paths. Immutable.
 *
 * @param verbs the verbs; a star is all of them
 * @param groups the API groups of the resources; a star is all of them
 * @param resources the resources, such as {@code pods}, {@code pods/log} or {@code *}{@code /scale}; a star is all of them
 * @param names the only objects it is about, or none if it is about all
 * @param paths paths that are no resources; a star at the end stands for anything
 */
public record Rule(
        List<String> verbs, List<String> groups, List<String> resources, List<String> names, List<String> paths) {
    private static final String ANY = "*";

    /** All that can be done. */
    static final List<Rule> EVERYTHING = List.of(
            new Rule(List.of(ANY), List.of(ANY), List.of(ANY), List.of(), List.of()),
            new Rule(List.of(ANY), List.of(), List.of(), List.of(), List.of(ANY)));

    /** Copies its arguments. */
    public Rule {
        verbs = List.copyOf(verbs);
        groups = List.copyOf(groups);
        resources = List.copyOf(resources);
        names = List.copyOf(names);
        paths = List.copyOf(paths);
    }

    /** {@return the rules of a role} */
    public static List<Rule> ofRole(Json.Obj role) {
        return Tree.objects(role, "rules").stream().map(Rule::of).toList();
    }

    private static Rule of(Json.Obj rule) {
        return new Rule(
                Tree.strings(rule, "verbs"),
                Tree.strings(rule, "apiGroups"),
                Tree.strings(rule, "resources"),
                Tree.strings(rule, "resourceNames"),
                Tree.strings(rule, "nonResourceURLs"));
    }

    /** {@return this as a role has it} */
    public Json.Obj toJson() {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("verbs", Tree.arr(verbs));
        put(fields, "apiGroups", groups);
        put(fields, "resources", resources);
        put(fields, "resourceNames", names);
        put(fields, "nonResourceURLs", paths);
        return new Json.Obj(fields);
    }

    private static void put(Map<String, Json> fields, String name, List<String> values) {
        if (!values.isEmpty()) {
            fields.put(name, Tree.arr(values));
        }
    }

    /** {@return whether it allows an action} */
    boolean allows(Action action) {
        if (!hasOrAny(verbs, action.verb())) {
            return false;
        }
        return switch (action) {
            case Action.OnResource target ->
                hasOrAny(groups, target.group())
                        && allowsResource(target)
                        && (names.isEmpty() || names.contains(target.name()));
            case Action.OnPath target -> allowsPath(target.path());
        };
    }

    private boolean allowsResource(Action.OnResource target) {
        if (target.subresource().isEmpty()) {
            return hasOrAny(resources, target.resource());
        }
        return hasOrAny(resources, target.path()) || resources.contains("*/" + target.subresource());
    }

    private boolean allowsPath(String path) {
        for (String allowed : paths) {
            if (allowed.equals(ANY) || coversPath(allowed, path)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasOrAny(List<String> values, String wanted) {
        return values.contains(wanted) || values.contains(ANY);
    }

    private static boolean coversPath(String allowed, String path) {
        return allowed.equals(path) || (allowed.endsWith(ANY) && path.startsWith(withoutStars(allowed)));
    }

    private static String withoutStars(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '*') {
            end--;
        }
        return path.substring(0, end);
    }

    /** {@return this as rules of one verb, group, resource, name or path each} */
    List<Rule> atoms() {
        List<Rule> atoms = new ArrayList<>();
        for (String group : groups) {
            for (String resource : resources) {
                for (String verb : verbs) {
                    addAtoms(atoms, verb, group, resource);
                }
            }
        }
        for (String path : paths) {
            verbs.forEach(verb -> atoms.add(new Rule(List.of(verb), List.of(), List.of(), List.of(), List.of(path))));
        }
        return atoms;
    }

    private void addAtoms(List<Rule> atoms, String verb, String group, String resource) {
        Rule whole = new Rule(List.of(verb), List.of(group), List.of(resource), List.of(), List.of());
        if (names.isEmpty()) {
            atoms.add(whole);
        }
        names.forEach(name -> atoms.add(whole.withNames(List.of(name))));
    }

    private Rule withNames(List<String> newNames) {
        return new Rule(verbs, groups, resources, newNames, paths);
    }

    /** {@return this with more verbs} */
    Rule withVerbs(List<String> more) {
        List<String> all = new ArrayList<>(verbs);
        all.addAll(more);
        return new Rule(all, groups, resources, names, paths);
    }

    /** {@return whether whoever has this has an atom too} */
    boolean covers(Rule atom) {
        boolean namesCovered = names.isEmpty() || (!atom.names.isEmpty() && names.containsAll(atom.names));
        return hasAllOrAny(verbs, atom.verbs)
                && hasAllOrAny(groups, atom.groups)
                && atom.resources.stream().allMatch(this::coversResource)
                && namesCovered
                && atom.paths.stream().allMatch(path -> paths.stream().anyMatch(mine -> coversPath(mine, path)));
    }

    private static boolean hasAllOrAny(List<String> values, List<String> wanted) {
        return values.contains(ANY) || values.containsAll(wanted);
    }

    private boolean coversResource(String resource) {
        int slash = resource.indexOf('/');
        return hasOrAny(resources, resource) || (slash >= 0 && resources.contains("*" + resource.substring(slash)));
    }

    /** {@return this in the form in which refusals show rules} */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        show(parts, "APIGroups", groups);
        show(parts, "Resources", resources);
        show(parts, "NonResourceURLs", paths);
        show(parts, "ResourceNames", names);
        show(parts, "Verbs", verbs);
        return parts.stream().collect(Collectors.joining(", ", "{", "}"));
    }

    private static void show(List<String> parts, String name, List<String> values) {
        if (!values.isEmpty()) {
            parts.add(name + ":" + GoText.quoted(values));
        }
    }
}
