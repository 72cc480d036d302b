package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.admission.match.Selectors;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the objects that a binding hands to its policy as parameters. */
final class Parameters {
    /** That there is no saying what the parameters are. */
    static final class Misconfigured extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean policy;

        Misconfigured(String message) {
            this(message, false);
        }

        private Misconfigured(String message, boolean policy) {
            super(message, null, false, false);
            this.policy = policy;
        }

        /** {@return whether it is the policy's fault, not the binding's} */
        boolean isOfPolicy() {
            return policy;
        }
    }

    private final State state;
    private final Catalog catalog;

    Parameters(State state, Catalog catalog) {
        this.state = state;
        this.catalog = catalog;
    }

    /**
     * {@return the parameters, one for each time the policy is evaluated}: none of them may be empty, which is a policy without any
     *
     * @param spec the policy's
     * @param binding the binding's
     * @param namespace that of the request
     */
    List<Optional<Json.Obj>> find(Json.Obj spec, Json.Obj binding, String namespace) {
        Json.Obj kind = Tree.object(spec, "paramKind");
        Json.Obj reference = Tree.object(binding, "paramRef");
        if (kind.fields().isEmpty() || reference.fields().isEmpty()) {
            return List.of(Optional.empty());
        }
        Served served = catalog.findKind(Tree.text(kind, "apiVersion"), Tree.text(kind, "kind"))
                .orElseThrow(() -> new Misconfigured(
                        "failed to find resource referenced by paramKind: '" + shown(Tree.text(kind, "apiVersion"))
                                + ", Kind=" + Tree.text(kind, "kind") + "'",
                        true));
        String place = place(served, Tree.text(reference, "namespace"), namespace);
        List<Optional<Json.Obj>> found = new ArrayList<>();
        String name = Tree.text(reference, "name");
        if (!name.isEmpty()) {
            Stored stored = state.find(served.collection().toString(), place + name);
            if (stored != null) {
                found.add(Optional.of(stored.object()));
            }
        } else {
            found.addAll(selected(served, place, Tree.object(reference, "selector")));
        }
        if (found.isEmpty() && Tree.text(reference, "parameterNotFoundAction").equals("Deny")) {
            throw new Misconfigured("no params found for policy binding with `Deny` parameterNotFoundAction");
        }
        return found;
    }

    private static String shown(String apiVersion) {
        return apiVersion.indexOf('/') < 0 ? "/" + apiVersion : apiVersion;
    }

    /** {@return what the keys of the objects begin with} */
    private static String place(Served served, String stated, String namespace) {
        if (!served.namespaced()) {
            if (!stated.isEmpty()) {
                throw new Misconfigured("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
            }
            return "";
        }
        String chosen = stated.isEmpty() ? namespace : stated;
        if (chosen.isEmpty()) {
            throw new Misconfigured(
                    "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
        }
        return chosen + '/';
    }

    private List<Optional<Json.Obj>> selected(Served served, String place, Json.Obj selector) {
        List<Optional<Json.Obj>> found = new ArrayList<>();
        String namespace = place.isEmpty() ? "" : place.substring(0, place.length() - 1);
        state.objects(served.collection().toString()).from("").forEach(stored -> {
            boolean here = Tree.text(stored.content(), "metadata", "namespace").equals(namespace);
            if (here && Selectors.matchObject(selector, stored.content())) {
                found.add(Optional.of(stored.object()));
            }
        });
        return found;
    }
}
