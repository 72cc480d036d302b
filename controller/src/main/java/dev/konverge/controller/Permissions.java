package dev.konverge.controller;

import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Yaml;
import dev.konverge.model.rbac.v1.ClusterRole;
import dev.konverge.model.rbac.v1.PolicyRule;
import dev.konverge.model.rbac.v1.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rights that a {@link Manager} needs on a server that checks them (RBAC), as far as its description says: to read the kinds that
 * its controllers declare, to write the status and the finalizers of those that they reconcile, to create and change those that
 * they own, to report events, and to hold its lease.
 *
 * <p>What only a reconciler knows is not among them, and is to be added by hand: kinds that it writes without owning them, deletions
 * ({@link Scope#delete}), the status of other objects, whatever it does with {@link Scope#clients()} and own tasks with theirs; the
 * status of a kind without a class, whose type does not say that it has one; and what webhooks do to their configurations.
 *
 * @param everywhere the rules for a ClusterRole
 * @param within the rules for a Role in each of these namespaces
 */
public record Permissions(List<PolicyRule> everywhere, Map<String, List<PolicyRule>> within) {
    private static final List<String> READ = List.of("get", "list", "watch");

    /** Copies its arguments. */
    public Permissions {
        everywhere = List.copyOf(everywhere);
        SortedMap<String, List<PolicyRule>> sorted = new TreeMap<>();
        within.forEach((namespace, rules) -> sorted.put(namespace, List.copyOf(rules)));
        within = Collections.unmodifiableSortedMap(sorted);
    }

    static Permissions of(ManagerSettings settings) {
        Grants cluster = new Grants();
        // A manager that looks at some namespaces only needs its rights there; what is in no namespace it needs as a
        // whole.
        Grants named = settings.namespaces().isEmpty() ? cluster : new Grants();
        for (ControllerBuilder<?> controller : settings.controllers()) {
            controller.declared().forEach(type -> (type.namespaced() ? named : cluster).add(type, "", READ));
            Grants own = controller.type.namespaced() ? named : cluster;
            own.addReconciled(controller);
            own.add("events.k8s.io", "events", List.of("create", "patch"));
            controller.owned.forEach(
                    type -> (type.namespaced() ? named : cluster).add(type, "", List.of("create", "patch")));
        }
        Map<String, List<PolicyRule>> within = new TreeMap<>();
        settings.namespaces().forEach(namespace -> within.put(namespace, named.rules()));
        settings.candidacy().ifPresent(candidacy -> {
            Key lease = candidacy.get().lease();
            // That it leads, and no longer does, is an event of the lease.
            boolean mayTell = settings.namespaces().isEmpty()
                    ? !settings.controllers().isEmpty()
                    : settings.namespaces().contains(lease.namespace());
            within.merge(lease.namespace(), ofLease(lease.name(), mayTell), (rules, more) -> {
                List<PolicyRule> all = new ArrayList<>(rules);
                all.addAll(more);
                return all;
            });
        });
        return new Permissions(cluster.rules(), within);
    }

    /** Who creates an object has no name for it yet, as far as RBAC is concerned. */
    private static List<PolicyRule> ofLease(String name, boolean mayTell) {
        List<PolicyRule> rules = new ArrayList<>();
        rules.add(rule("coordination.k8s.io", List.of("leases"), List.of("create")));
        rules.add(rule("coordination.k8s.io", List.of("leases"), List.of("get", "update"))
                .with(rule -> rule.resourceNames(List.of(name))));
        if (!mayTell) {
            rules.add(rule("events.k8s.io", List.of("events"), List.of("create", "patch")));
        }
        return rules;
    }

    private static PolicyRule rule(String group, List<String> resources, List<String> verbs) {
        return PolicyRule.builder()
                .apiGroups(List.of(group))
                .resources(resources)
                .verbs(verbs)
                .build();
    }

    /** {@return the roles with these rules, all with that name: a ClusterRole, and a Role in each of the namespaces} */
    public List<Resource> roles(String name) {
        List<Resource> roles = new ArrayList<>();
        if (!everywhere.isEmpty()) {
            roles.add(ClusterRole.builder()
                    .metadata(meta -> meta.name(name))
                    .rules(everywhere)
                    .build());
        }
        within.forEach((namespace, rules) -> roles.add(Role.builder()
                .metadata(meta -> meta.namespace(namespace).name(name))
                .rules(rules)
                .build()));
        return roles;
    }

    /** {@return the same roles, as documents in YAML for {@code kubectl apply}} Who has them, bindings say. */
    public String yaml(String name) {
        return Yaml.writeAll(roles(name));
    }

    /** Rights in the making: verbs by group and resource. */
    private static final class Grants {
        private final SortedMap<String, SortedMap<String, Set<String>>> verbs = new TreeMap<>();

        void add(String group, String resource, List<String> some) {
            verbs.computeIfAbsent(group, key -> new TreeMap<>())
                    .computeIfAbsent(resource, key -> new TreeSet<>())
                    .addAll(some);
        }

        void add(ResourceType<?> type, String subresource, List<String> some) {
            add(type.group(), subresource.isEmpty() ? type.plural() : type.plural() + '/' + subresource, some);
        }

        void addReconciled(ControllerBuilder<?> controller) {
            if (controller.cleansUp()) {
                add(controller.type, "", List.of("patch"));
            }
            if (controller.type.hasSubresource("status")) {
                add(controller.type, "status", List.of("patch"));
            }
            if (!controller.owned.isEmpty()) {
                // Where owner references are guarded, who writes one that blocks must be allowed to write finalizers.
                add(controller.type, "finalizers", List.of("update"));
            }
        }

        /** {@return a rule for each group and each set of verbs in it} */
        List<PolicyRule> rules() {
            List<PolicyRule> rules = new ArrayList<>();
            verbs.forEach((group, resources) -> {
                Map<Set<String>, List<String>> alike = new LinkedHashMap<>();
                resources.forEach((resource, some) ->
                        alike.computeIfAbsent(some, key -> new ArrayList<>()).add(resource));
                alike.forEach((some, names) -> rules.add(rule(group, names, List.copyOf(some))));
            });
            return rules;
        }
    }
}
