package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.access.Action;
import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.access.Escalation;
import dev.konverge.apiserver.access.Grants;
import dev.konverge.apiserver.access.Rule;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Nobody grants what they do not have themselves, neither by a role nor by a binding, unless they may {@code escalate} or {@code bind}. */
final class RoleEscalation implements Admission.Plugin {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final Set<String> CONCERNED = Set.of("roles", "clusterroles", "rolebindings", "clusterrolebindings");

    private final Cluster cluster;
    private final Authorizer authorizer;

    RoleEscalation(Cluster cluster, Authorizer authorizer) {
        this.cluster = cluster;
        this.authorizer = authorizer;
    }

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        boolean concerned = write.resource().group().equals(GROUP)
                && CONCERNED.contains(write.resource().resource())
                && write.operation() != Write.Operation.DELETE;
        if (concerned) {
            User user = new User(write.userName(), "", write.userGroups(), Map.of());
            Json.Obj old = write.old();
            if (!authorizer.unlimited(user) && (old == null || !onlyLetsGo(object, old))) {
                check(write, user, object);
            }
        }
        return object;
    }

    private void check(Write write, User user, Json.Obj object) {
        switch (write.resource().resource()) {
            case "roles", "clusterroles" -> checkRole(write, user, object);
            default -> checkBinding(write, user, object);
        }
    }

    /** Whether an update does nothing but what the garbage collector needs to get rid of an object. */
    private static boolean onlyLetsGo(Json.Obj next, Json.Obj old) {
        Json.Obj same = next;
        for (String field : List.of("ownerReferences", "finalizers", "managedFields")) {
            same = Tree.withFrom(same, old, "metadata", field);
        }
        return same.equals(old) && !next.equals(old);
    }

    private void checkRole(Write write, User user, Json.Obj role) {
        String named = write.old() == null ? "" : write.name();
        Action escalate =
                new Action.OnResource("escalate", GROUP, write.resource().resource(), "", write.namespace(), named);
        if (authorizer.decide(user, escalate).allowed()) {
            return;
        }
        Grants held = authorizer.grants(user, write.namespace());
        refuse(write, user, held, Rule.ofRole(role));
        boolean gathers = gathers(role) || (write.old() != null && gathers(write.old()));
        if (gathers && !Escalation.hasEverything(held)) {
            throw write.forbidden("must have cluster-admin privileges to use the aggregationRule");
        }
    }

    private static boolean gathers(Json.Obj role) {
        return !Tree.list(role, "aggregationRule", "clusterRoleSelectors").isEmpty();
    }

    private void checkBinding(Write write, User user, Json.Obj binding) {
        String kind = Tree.text(binding, "roleRef", "kind");
        String name = Tree.text(binding, "roleRef", "name");
        boolean ofCluster = kind.equals("ClusterRole");
        String plural = ofCluster ? "clusterroles" : "roles";
        Action bind = new Action.OnResource("bind", GROUP, plural, "", write.namespace(), name);
        if (authorizer.decide(user, bind).allowed()) {
            return;
        }
        Json.Obj role = cluster.find(
                        new ObjectId(new GroupResource(GROUP, plural), ofCluster ? "" : write.namespace(), name))
                .orElseThrow(() -> Failures.notFound(write.resource(), name));
        refuse(write, user, authorizer.grants(user, write.namespace()), Rule.ofRole(role));
    }

    private static void refuse(Write write, User user, Grants held, List<Rule> given) {
        Escalation.findProblem(user, held, given).ifPresent(problem -> {
            throw Failures.forbidden(write.resource(), write.name(), problem);
        });
    }
}
