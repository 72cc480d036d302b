package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The roles and bindings that every API server begins with, read from a table of facts. */
final class BootstrapPolicy {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final String AGGREGATE = GROUP + "/aggregate-to-";

    /** The roles that are made for users, and those that these are made of. */
    private static final Set<String> FOR_USERS = Set.of(
            "admin",
            "cluster-admin",
            "edit",
            "system:aggregate-to-admin",
            "system:aggregate-to-edit",
            "system:aggregate-to-view",
            "system:basic-user",
            "system:discovery",
            "system:public-info-viewer",
            "view");

    private BootstrapPolicy() {}

    /** {@return the roles and bindings}, roles first; {@code whole} has those for the parts of a cluster as well as those for users */
    static List<Json.Obj> objects(boolean whole) {
        List<Json.Obj> objects = new ArrayList<>();
        List<String> lines = lines();
        int at = 0;
        while (at < lines.size()) {
            String head = lines.get(at++);
            List<String> body = new ArrayList<>();
            while (at < lines.size() && lines.get(at).startsWith(" ")) {
                body.add(lines.get(at++).strip());
            }
            if (whole || FOR_USERS.contains(head.split(" ", 3)[1])) {
                objects.add(object(head.split(" ", -1), body));
            }
        }
        return objects;
    }

    private static List<String> lines() {
        try (InputStream in = BootstrapPolicy.class.getResourceAsStream("bootstrap-policy.txt")) {
            if (in == null) {
                throw new IllegalStateException("bootstrap-policy.txt is not beside " + BootstrapPolicy.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read bootstrap-policy.txt", e);
        }
    }

    /** {@return the object that a line and those that belong to it stand for} */
    private static Json.Obj object(String[] head, List<String> body) {
        String kind = head[0];
        int slash = head[1].indexOf('/');
        String name = head[1].substring(slash + 1);
        Map<String, Json> labels = new LinkedHashMap<>();
        labels.put("kubernetes.io/bootstrapping", Json.of("rbac-defaults"));
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("apiVersion", Json.of(GROUP + "/v1"));
        fields.put("kind", Json.of(kind));
        String role = name;
        for (int i = 2; i + 1 < head.length; i += 2) {
            switch (head[i]) {
                case "to" -> labels.put(AGGREGATE + head[i + 1], Json.of("true"));
                case "from" -> fields.put("aggregationRule", aggregation(head[i + 1]));
                case "as" -> role = head[i + 1];
                default -> throw new IllegalStateException("no object has \"" + head[i] + "\" in its first line");
            }
        }
        Json.Obj metadata = Tree.of(
                "name",
                name,
                "labels",
                new Json.Obj(labels),
                "annotations",
                Tree.of("rbac.authorization.kubernetes.io/autoupdate", "true"));
        fields.put(
                "metadata",
                slash < 0 ? metadata : Tree.with(metadata, Json.of(head[1].substring(0, slash)), "namespace"));
        fill(fields, kind, role, body);
        return new Json.Obj(fields);
    }

    private static void fill(Map<String, Json> fields, String kind, String role, List<String> body) {
        if (kind.endsWith("Role")) {
            if (!body.isEmpty()) {
                fields.put(
                        "rules",
                        new Json.Arr(body.stream().map(BootstrapPolicy::rule).toList()));
            }
            return;
        }
        if (!body.isEmpty()) {
            fields.put(
                    "subjects",
                    new Json.Arr(body.stream().map(BootstrapPolicy::subject).toList()));
        }
        String roleKind = kind.substring(0, kind.length() - "Binding".length());
        fields.put("roleRef", Tree.of("apiGroup", GROUP, "kind", roleKind, "name", role));
    }

    private static Json.Obj aggregation(String label) {
        return Tree.of("clusterRoleSelectors", List.of(Tree.of("matchLabels", Tree.of(AGGREGATE + label, "true"))));
    }

    private static Json rule(String line) {
        String[] parts = line.split(" \\| ", -1);
        Map<String, Json> rule = new LinkedHashMap<>();
        rule.put("verbs", list(parts[0]));
        if (parts.length == 2) {
            rule.put("nonResourceURLs", list(parts[1]));
        } else {
            rule.put("apiGroups", list(parts[1]));
            rule.put("resources", list(parts[2]));
            if (parts.length > 3) {
                rule.put("resourceNames", list(parts[3]));
            }
        }
        return new Json.Obj(rule);
    }

    private static Json list(String text) {
        return Tree.arr(Stream.of(text.split(",", -1))
                .map(item -> item.equals("core") ? "" : item)
                .toList());
    }

    private static Json subject(String line) {
        String[] parts = line.split(" ", 2);
        int slash = parts[1].indexOf('/');
        return slash < 0
                ? Tree.of("kind", parts[0], "apiGroup", GROUP, "name", parts[1])
                : Tree.of(
                        "kind",
                        parts[0],
                        "name",
                        parts[1].substring(slash + 1),
                        "namespace",
                        parts[1].substring(0, slash));
    }
}
