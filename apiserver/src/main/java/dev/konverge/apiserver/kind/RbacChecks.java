package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;

/** What roles and their bindings must be like. */
final class RbacChecks {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private RbacChecks() {}

    static void create(String kind, Json.Obj object, Report report) {
        switch (kind) {
            case "Role." + GROUP -> rules(object, true, report);
            case "ClusterRole." + GROUP -> {
                rules(object, false, report);
                aggregation(object, report);
            }
            case "RoleBinding." + GROUP -> binding(object, true, List.of("Role", "ClusterRole"), report);
            case "ClusterRoleBinding." + GROUP -> binding(object, false, List.of("ClusterRole"), report);
            default -> {
                // Other kinds have no rules.
            }
        }
    }

    static void update(String kind, Json.Obj next, Json.Obj live, Report report) {
        boolean binds = kind.equals("RoleBinding." + GROUP) || kind.equals("ClusterRoleBinding." + GROUP);
        if (binds && !Tree.object(next, "roleRef").equals(Tree.object(live, "roleRef"))) {
            // Kubernetes shows its own, inner form of the reference here.
            Json.Obj shown = Tree.of(
                    "APIGroup", Tree.text(next, "roleRef", "apiGroup"),
                    "Kind", Tree.text(next, "roleRef", "kind"),
                    "Name", Tree.text(next, "roleRef", "name"));
            report.invalid("roleRef", shown, "cannot change roleRef");
        }
    }

    private static void aggregation(Json.Obj role, Report report) {
        String at = "aggregationRule.clusterRoleSelectors";
        List<Json.Obj> selectors = Tree.objects(role, "aggregationRule", "clusterRoleSelectors");
        if (selectors.isEmpty() && Tree.has(role, "aggregationRule")) {
            report.required(at, "at least one clusterRoleSelector required if aggregationRule is non-nil");
        }
        for (int i = 0; i < selectors.size(); i++) {
            report.selector(selectors.get(i), at + "[" + i + "]");
            if (SelectorText.parse(selectors.get(i)).isEmpty()) {
                report.invalid(at + "[" + i + "]", Json.Null.INSTANCE, "invalid label selector.");
            }
        }
    }

    private static void rules(Json.Obj role, boolean namespaced, Report report) {
        List<Json.Obj> rules = Tree.objects(role, "rules");
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.get(i), "rules[" + i + "]", namespaced, report);
        }
    }

    private static void rule(Json.Obj rule, String at, boolean namespaced, Report report) {
        if (Tree.list(rule, "verbs").isEmpty()) {
            report.required(at + ".verbs", "verbs must contain at least one value");
        }
        boolean resources = !Tree.list(rule, "apiGroups").isEmpty()
                || !Tree.list(rule, "resources").isEmpty()
                || !Tree.list(rule, "resourceNames").isEmpty();
        if (!Tree.list(rule, "nonResourceURLs").isEmpty()) {
            if (namespaced) {
                report.invalid(
                        at + ".nonResourceURLs",
                        rule.get("nonResourceURLs"),
                        "namespaced rules cannot apply to non-resource URLs");
            }
            if (resources) {
                report.invalid(
                        at + ".nonResourceURLs",
                        rule.get("nonResourceURLs"),
                        "rules cannot apply to both regular resources and non-resource URLs");
            }
            return;
        }
        if (Tree.list(rule, "apiGroups").isEmpty()) {
            report.required(at + ".apiGroups", "resource rules must supply at least one api group");
        }
        if (Tree.list(rule, "resources").isEmpty()) {
            report.required(at + ".resources", "resource rules must supply at least one resource");
        }
    }

    private static void binding(Json.Obj binding, boolean namespaced, List<String> kinds, Report report) {
        String group = Tree.text(binding, "roleRef", "apiGroup");
        if (!group.equals(GROUP)) {
            report.notSupported("roleRef.apiGroup", group, List.of(GROUP));
        }
        String kind = Tree.text(binding, "roleRef", "kind");
        if (!kinds.contains(kind)) {
            report.notSupported("roleRef.kind", kind, kinds);
        }
        report.invalid(
                "roleRef.name",
                Tree.text(binding, "roleRef", "name"),
                NameSyntax.pathSegment(Tree.text(binding, "roleRef", "name")));
        List<Json.Obj> subjects = Tree.objects(binding, "subjects");
        for (int i = 0; i < subjects.size(); i++) {
            subject(subjects.get(i), "subjects[" + i + "]", namespaced, report);
        }
    }

    private static void subject(Json.Obj subject, String at, boolean namespaced, Report report) {
        String group = Tree.text(subject, "apiGroup");
        switch (Tree.text(subject, "kind")) {
            case "ServiceAccount" -> {
                String name = Tree.text(subject, "name");
                if (!name.isEmpty()) {
                    report.invalid(at + ".name", name, NameSyntax.subdomain(name));
                }
                if (!group.isEmpty()) {
                    report.notSupported(at + ".apiGroup", group, List.of(""));
                }
                if (!namespaced && Tree.text(subject, "namespace").isEmpty()) {
                    report.required(at + ".namespace");
                }
            }
            case "User", "Group" -> {
                if (!group.equals(GROUP)) {
                    report.notSupported(at + ".apiGroup", group, List.of(GROUP));
                }
            }
            default ->
                report.notSupported(
                        at + ".kind", Tree.text(subject, "kind"), List.of("ServiceAccount", "User", "Group"));
        }
    }
}
