package dev.konverge.apiserver.admission.match;

import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What policies and webhooks need to know of the cluster to say whether they are for a request.
 *
 * @param catalog what is served
 * @param namespaces finds a namespace by its name
 */
public record Scope(Supplier<Catalog> catalog, Function<String, Optional<Json.Obj>> namespaces) {
    /**
     * {@return whether criteria are met}: selectors of namespaces and objects, and rules about resources
     *
     * @param criteria an object with {@code namespaceSelector}, {@code objectSelector}, {@code resourceRules},
     *     {@code excludeResourceRules} and {@code matchPolicy}; without resource rules it is for every resource
     */
    public boolean matches(Json.Obj criteria, Request request) {
        if (!selects(criteria, request)) {
            return false;
        }
        List<Served> equivalents = equivalents(criteria, request);
        if (ResourceRules.match(Tree.objects(criteria, "excludeResourceRules"), request, equivalents)) {
            return false;
        }
        List<Json.Obj> rules = Tree.objects(criteria, "resourceRules");
        return rules.isEmpty() || ResourceRules.match(rules, request, equivalents);
    }

    /** {@return whether the selectors of namespaces and objects select what a request is about} */
    public boolean selects(Json.Obj criteria, Request request) {
        Json.Obj objects = Tree.object(criteria, "objectSelector");
        boolean object = Selectors.isEverything(objects)
                || Selectors.matchObject(objects, request.object())
                || Selectors.matchObject(objects, request.old());
        return object && inNamespace(Tree.object(criteria, "namespaceSelector"), request);
    }

    private boolean inNamespace(Json.Obj selector, Request request) {
        if (Selectors.isEverything(selector)) {
            return true;
        }
        if (request.isAboutNamespace()) {
            Json.Obj own =
                    request.object() != null && request.subresource().isEmpty() ? request.object() : request.old();
            return Selectors.matchObject(selector, own);
        }
        return request.namespace().isEmpty()
                || namespaces
                        .apply(request.namespace())
                        .filter(namespace -> Selectors.matchObject(selector, namespace))
                        .isPresent();
    }

    /** {@return the resource of a request in all its versions, unless criteria are meant to the letter} */
    public List<Served> equivalents(Json.Obj criteria, Request request) {
        if (Tree.text(criteria, "matchPolicy").equals("Exact")) {
            return List.of();
        }
        return catalog.get().all().stream()
                .filter(other -> other.collection().equals(request.served().collection()))
                .toList();
    }
}
