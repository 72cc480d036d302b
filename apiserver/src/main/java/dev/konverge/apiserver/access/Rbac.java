package dev.konverge.apiserver.access;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.store.Snapshot;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the roles and bindings that are stored.
 *
 * <p>What a user may do is worked out once, and holds until a role or a binding changes; the next request after that sees the change.
 */
public final class Rbac implements Authorizer {
    private static final String GROUP = ".rbac.authorization.k8s.io";
    private static final String CLUSTER_ROLES = "clusterroles" + GROUP;
    private static final String CLUSTER_ROLE_BINDINGS = "clusterrolebindings" + GROUP;
    private static final String ROLES = "roles" + GROUP;
    private static final String ROLE_BINDINGS = "rolebindings" + GROUP;

    /** How many users' permissions are remembered, so that made-up names do not fill the memory. */
    private static final int REMEMBERED = 10_000;

    private final Supplier<State> state;

    /** Replaced by whoever first sees that it is out of date; read by everyone. */
    private volatile @Nullable View view;

    /** Decides by what a store holds at the moment it is asked. */
    public Rbac(Supplier<State> state) {
        this.state = state;
    }

    /** Who a question is about, and where. */
    private record Question(String user, List<String> groups, String namespace) {}

    /** The revisions at which the four collections last changed. */
    private record Revisions(long clusterRoles, long clusterRoleBindings, long roles, long roleBindings) {
        static Revisions of(State state) {
            return new Revisions(
                    state.lastChange(CLUSTER_ROLES),
                    state.lastChange(CLUSTER_ROLE_BINDINGS),
                    state.lastChange(ROLES),
                    state.lastChange(ROLE_BINDINGS));
        }
    }

    /** A policy, of when it is, and what was asked of it. */
    private record View(Revisions revisions, Policy policy, Map<Question, Grants> answers) {}

    @Override
    public boolean unlimited(User user) {
        return user.groups().contains(MASTERS);
    }

    @Override
    public Decision decide(User user, Action action) {
        if (unlimited(user)) {
            return Decision.Allowed.ALWAYS;
        }
        String namespace = action instanceof Action.OnResource target ? target.namespace() : "";
        return grants(user, namespace).decide(action);
    }

    @Override
    public Grants grants(User user, String namespace) {
        View current = view();
        Question question = new Question(user.name(), user.groups(), namespace);
        Grants known = current.answers.get(question);
        if (known == null) {
            known = current.policy.grants(user, namespace);
            if (current.answers.size() >= REMEMBERED) {
                current.answers.clear();
            }
            current.answers.put(question, known);
        }
        return known;
    }

    private View view() {
        State now = state.get();
        Revisions revisions = Revisions.of(now);
        View known = view;
        if (known == null || !known.revisions.equals(revisions)) {
            known = new View(revisions, policy(now), new ConcurrentHashMap<>());
            view = known;
        }
        return known;
    }

    /** Made of snapshots of what it needs, so as not to keep the rest of a bygone state in memory. */
    private static Policy policy(State now) {
        Snapshot clusterRoles = now.objects(CLUSTER_ROLES);
        Snapshot roles = now.objects(ROLES);
        return new Policy(
                contents(now.objects(CLUSTER_ROLE_BINDINGS)),
                contents(now.objects(ROLE_BINDINGS)),
                (namespace, name) -> namespace.isEmpty()
                        ? Optional.ofNullable(clusterRoles.find(name)).map(Stored::content)
                        : Optional.ofNullable(roles.find(namespace + '/' + name))
                                .map(Stored::content));
    }

    private static List<Json.Obj> contents(Snapshot objects) {
        List<Json.Obj> contents = new ArrayList<>(objects.size());
        objects.from("").forEach(stored -> contents.add(stored.content()));
        return contents;
    }
}
