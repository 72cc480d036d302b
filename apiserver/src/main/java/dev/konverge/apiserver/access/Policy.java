package dev.konverge.apiserver.access;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The roles and bindings at one moment, and what follows from them. Immutable.
 *
 * <p>Bindings are indexed by whom they name, because there are many of them and few concern any one user. Rules are only ever added
 * up: nothing takes a permission away.
 */
public final class Policy {
    /** The roles that bindings refer to. */
    @FunctionalInterface
    public interface Roles {
        /** {@return a role}; the namespace of a cluster role is empty */
        Optional<Json.Obj> find(String namespace, String name);
    }

    /**
     * A binding and one of the subjects it names.
     *
     * @param order its place among the bindings, and so when it is asked
     * @param namespace its namespace, empty for the whole cluster
     * @param name its name
     * @param roleKind {@code Role} or {@code ClusterRole}
     * @param roleName the role
     * @param subject whom it names, as a reason shows it
     */
    private record Bound(int order, String namespace, String name, String roleKind, String roleName, String subject) {
        String shown() {
            String kind = namespace.isEmpty() ? "ClusterRoleBinding " : "RoleBinding ";
            String full = namespace.isEmpty() ? name : name + "/" + namespace;
            return kind + GoText.quote(full) + " of " + roleKind + " " + GoText.quote(roleName) + " to " + subject;
        }
    }

    private final Roles roles;

    /** By namespace, empty for the whole cluster, and in it by subject. */
    private final Map<String, Map<String, List<Bound>>> bindings = new HashMap<>();

    /**
     * Takes the objects in the order in which they are asked.
     *
     * @param clusterRoleBindings bindings for the whole cluster
     * @param roleBindings bindings for a namespace each
     * @param roles the roles they refer to
     */
    public Policy(Iterable<Json.Obj> clusterRoleBindings, Iterable<Json.Obj> roleBindings, Roles roles) {
        this.roles = roles;
        int order = 0;
        for (Json.Obj binding : clusterRoleBindings) {
            index(order++, "", binding);
        }
        for (Json.Obj binding : roleBindings) {
            index(order++, Tree.text(binding, "metadata", "namespace"), binding);
        }
    }

    private void index(int order, String namespace, Json.Obj binding) {
        Map<String, List<Bound>> bySubject = bindings.computeIfAbsent(namespace, any -> new HashMap<>());
        Set<String> seen = new HashSet<>();
        for (Json.Obj subject : Tree.objects(binding, "subjects")) {
            String key = key(subject, namespace);
            if (!key.isEmpty() && seen.add(key)) {
                bySubject
                        .computeIfAbsent(key, any -> new ArrayList<>())
                        .add(new Bound(
                                order,
                                namespace,
                                Tree.text(binding, "metadata", "name"),
                                Tree.text(binding, "roleRef", "kind"),
                                Tree.text(binding, "roleRef", "name"),
                                shown(subject, namespace)));
            }
        }
    }

    /** {@return by what a user is found}, empty for a subject that nobody can be */
    private static String key(Json.Obj subject, String namespace) {
        String name = Tree.text(subject, "name");
        return switch (Tree.text(subject, "kind")) {
            case "User" -> userKey(name);
            case "Group" -> groupKey(name);
            case "ServiceAccount" -> {
                String home = home(subject, namespace);
                yield home.isEmpty() ? "" : userKey("system:serviceaccount:" + home + ":" + name);
            }
            default -> "";
        };
    }

    private static String home(Json.Obj subject, String namespace) {
        String own = Tree.text(subject, "namespace");
        return own.isEmpty() ? namespace : own;
    }

    private static String userKey(String name) {
        return "user " + name;
    }

    private static String groupKey(String name) {
        return "group " + name;
    }

    private static String shown(Json.Obj subject, String namespace) {
        String kind = Tree.text(subject, "kind");
        String name = Tree.text(subject, "name");
        return kind + " " + GoText.quote(kind.equals("ServiceAccount") ? name + "/" + home(subject, namespace) : name);
    }

    /** {@return all that a user may do in a namespace, or outside of any if it is empty} */
    public Grants grants(User user, String namespace) {
        Map<Integer, Bound> bound = new TreeMap<>();
        collect(user, "", bound);
        if (!namespace.isEmpty()) {
            collect(user, namespace, bound);
        }
        List<Grants.Grant> grants = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Bound binding : bound.values()) {
            Optional<Json.Obj> role = findRole(binding);
            if (role.isEmpty()) {
                problems.add(missing(binding.roleKind, binding.roleName));
            } else {
                String source = binding.shown();
                Rule.ofRole(role.get()).forEach(rule -> grants.add(new Grants.Grant(rule, source)));
            }
        }
        return new Grants(grants, problems);
    }

    /** Finds the bindings of a user, each once however many of its subjects the user is. */
    private void collect(User user, String namespace, Map<Integer, Bound> into) {
        Map<String, List<Bound>> bySubject = bindings.getOrDefault(namespace, Map.of());
        add(bySubject.get(userKey(user.name())), into);
        for (String group : user.groups()) {
            add(bySubject.get(groupKey(group)), into);
        }
    }

    private static void add(@Nullable List<Bound> found, Map<Integer, Bound> into) {
        if (found != null) {
            found.forEach(bound -> into.putIfAbsent(bound.order, bound));
        }
    }

    private Optional<Json.Obj> findRole(Bound binding) {
        return roles.find(binding.roleKind.equals("ClusterRole") ? "" : binding.namespace, binding.roleName);
    }

    private static String missing(String roleKind, String roleName) {
        String kind = roleKind.equals("ClusterRole") ? "clusterrole" : "role";
        return kind + ".rbac.authorization.k8s.io " + GoText.quote(roleName) + " not found";
    }
}
