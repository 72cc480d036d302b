package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.SelectorText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Gives cluster roles that gather the rules of others what those have now. */
final class RoleAggregation implements Chore {
    private static final GroupResource ROLES = new GroupResource("rbac.authorization.k8s.io", "clusterroles");

    /** The roles that gather, by name, with what selects those they gather from. */
    private final Map<String, List<Json.Obj>> gatherers = new TreeMap<>();

    /** Of these: the ones to be looked at. */
    private final Set<String> queue = new LinkedHashSet<>();

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (!id.resource().equals(ROLES)) {
            return;
        }
        List<Json.Obj> selectors =
                after == null ? List.of() : Tree.objects(after, "aggregationRule", "clusterRoleSelectors");
        if (selectors.isEmpty()) {
            gatherers.remove(id.name());
            queue.remove(id.name());
        } else {
            gatherers.put(id.name(), selectors);
            queue.add(id.name());
        }
        gatherers.forEach((name, wanted) -> {
            if (isGathered(before, wanted) || isGathered(after, wanted)) {
                queue.add(name);
            }
        });
    }

    private static boolean isGathered(Json.@Nullable Obj role, List<Json.Obj> selectors) {
        return role != null
                && selectors.stream()
                        .anyMatch(selector -> SelectorText.matches(selector, Tree.texts(role, "metadata", "labels")));
    }

    @Override
    public void reset() {
        gatherers.clear();
        queue.clear();
    }

    @Override
    public boolean work(Cluster cluster, Instant now) {
        if (queue.isEmpty()) {
            return false;
        }
        String name = queue.iterator().next();
        queue.remove(name);
        Json rules = rules(cluster, name);
        try {
            cluster.update(
                    new ObjectId(ROLES, "", name),
                    "",
                    role -> Tree.list(role, "rules").equals(items(rules)) ? role : Tree.with(role, rules, "rules"));
        } catch (StatusException e) {
            if (!e.reason().equals("NotFound")) {
                throw e;
            }
        }
        return true;
    }

    private static List<Json> items(Json rules) {
        return rules instanceof Json.Arr list ? list.items() : List.of();
    }

    /** Those of each selector in turn, by the names of the roles they are from, each once. */
    private Json rules(Cluster cluster, String name) {
        List<Json.Obj> roles = cluster.list(ROLES, "");
        Set<Json> rules = new LinkedHashSet<>();
        for (Json.Obj selector : gatherers.getOrDefault(name, List.of())) {
            for (Json.Obj role : roles) {
                boolean itself = Tree.text(role, "metadata", "name").equals(name);
                if (!itself && SelectorText.matches(selector, Tree.texts(role, "metadata", "labels"))) {
                    rules.addAll(Tree.list(role, "rules"));
                }
            }
        }
        return new Json.Arr(List.copyOf(rules));
    }
}
