package dev.konverge.apiserver.access;

import dev.konverge.apiserver.access.Accounts.Account;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The objects that a token can live and die with: a pod that uses it, a secret, a node. */
final class BoundObjects {
    private BoundObjects() {}

    /** {@return where the object is that a claim of a token names} */
    static ObjectId place(String kind, String namespace, String name) {
        return ObjectId.core(kind + "s", kind.equals("node") ? "" : namespace, name);
    }

    /** {@return what a request wants its token to be bound to} */
    static Map<String, Claims.Bound> of(
            Account owner, Json.Obj reference, Function<ObjectId, Optional<Json.Obj>> objects) {
        Map<String, Claims.Bound> bound = new TreeMap<>();
        if (reference.fields().isEmpty()) {
            return bound;
        }
        String kind = kind(reference);
        String name = Tree.text(reference, "name");
        if (name.isEmpty()) {
            throw Failures.badRequest("Name parameter required.");
        }
        ObjectId place = place(kind, owner.namespace(), name);
        Json.Obj object = objects.apply(place).orElseThrow(() -> Failures.notFound(place.resource(), name));
        if (kind.equals("pod")) {
            requireAccount(owner, object);
            node(object, objects).ifPresent(node -> bound.put("node", node));
        }
        String uid = Tree.text(reference, "uid");
        if (!uid.isEmpty() && !uid.equals(uid(object))) {
            throw Failures.conflict(
                    new GroupResource("", Tree.text(reference, "kind")),
                    name,
                    "the UID in the bound object reference (" + uid
                            + ") does not match the UID in record. The object might"
                            + " have been deleted and then recreated");
        }
        bound.put(kind, new Claims.Bound(name, uid(object)));
        return bound;
    }

    private static String kind(Json.Obj reference) {
        String version = Tree.text(reference, "apiVersion");
        String kind = Tree.text(reference, "kind");
        int slash = version.indexOf('/');
        String group = slash < 0 ? "" : version.substring(0, slash);
        return switch (group.isEmpty() ? kind : "") {
            case "Pod" -> "pod";
            case "Secret" -> "secret";
            case "Node" -> "node";
            default ->
                throw Failures.badRequest("cannot bind token to object of type " + group + "/"
                        + version.substring(slash + 1) + ", Kind=" + kind);
        };
    }

    private static void requireAccount(Account owner, Json.Obj pod) {
        if (!owner.name().equals(Tree.text(pod, "spec", "serviceAccountName"))) {
            throw Failures.badRequest("cannot bind token for serviceaccount " + GoText.quote(owner.name())
                    + " to pod running with different serviceaccount name.");
        }
    }

    /** The node of a pod is named even if there is no such node: it says where the token is used. */
    private static Optional<Claims.Bound> node(Json.Obj pod, Function<ObjectId, Optional<Json.Obj>> objects) {
        String name = Tree.text(pod, "spec", "nodeName");
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new Claims.Bound(
                        name,
                        objects.apply(place("node", "", name))
                                .map(BoundObjects::uid)
                                .orElse("")));
    }

    static String uid(Json.Obj object) {
        return Tree.text(object, "metadata", "uid");
    }
}
