package dev.konverge.apiserver.admission.match;

import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules about operations and resources, as policies and webhooks have them. */
public final class ResourceRules {
    private ResourceRules() {}

    /**
     * {@return whether one of the rules is for a request}
     *
     * @param rules the rules
     * @param request the request
     * @param equivalents the resource in all versions, if a rule about another one is meant as well; else empty
     */
    public static boolean match(List<Json.Obj> rules, Request request, List<Served> equivalents) {
        return rules.stream()
                .anyMatch(rule -> matches(rule, request, request.served())
                        || equivalents.stream().anyMatch(other -> matches(rule, request, other)));
    }

    /**
     * {@return the version in which rules want to see what a request is about: its own if they name it, else the first of the
     * others that they name; nothing if they are not for the request}
     */
    public static Optional<Served> find(List<Json.Obj> rules, Request request, List<Served> equivalents) {
        return Stream.concat(Stream.of(request.served()), equivalents.stream())
                .filter(served -> rules.stream().anyMatch(rule -> matches(rule, request, served)))
                .findFirst();
    }

    private static boolean matches(Json.Obj rule, Request request, Served served) {
        List<String> names = Tree.strings(rule, "resourceNames");
        return has(rule, "operations", request.operation())
                && has(rule, "apiGroups", served.group())
                && has(rule, "apiVersions", served.version())
                && resource(Tree.strings(rule, "resources"), served.plural(), request.subresource())
                && scope(Tree.text(rule, "scope"), request)
                && (names.isEmpty() || names.contains(request.name()));
    }

    private static boolean has(Json.Obj rule, String field, String value) {
        List<String> stated = Tree.strings(rule, field);
        return stated.contains("*") || stated.contains(value);
    }

    private static boolean resource(List<String> stated, String plural, String subresource) {
        for (String entry : stated) {
            int slash = entry.indexOf('/');
            String resource = slash < 0 ? entry : entry.substring(0, slash);
            String sub = slash < 0 ? "" : entry.substring(slash + 1);
            boolean resourceFits = resource.equals("*") || resource.equals(plural);
            // A lone asterisk is every resource without its subresources.
            boolean subFits = sub.equals("*") || sub.equals(subresource);
            if (resourceFits && subFits) {
                return true;
            }
        }
        return false;
    }

    private static boolean scope(String scope, Request request) {
        // A namespace is of no namespace, whatever its requests say.
        boolean namespaced = !request.namespace().isEmpty() && !request.isAboutNamespace();
        return switch (scope) {
            case "Namespaced" -> namespaced;
            case "Cluster" -> !namespaced;
            default -> true;
        };
    }
}
