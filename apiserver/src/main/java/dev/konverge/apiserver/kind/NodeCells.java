package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The cells of a Node. */
final class NodeCells {
    private static final String ROLE = "node-role.kubernetes.io/";

    private NodeCells() {}

    static List<Object> of(Json.Obj node) {
        return List.of(status(node), roles(node), address(node, "InternalIP"), address(node, "ExternalIP"));
    }

    private static String status(Json.Obj node) {
        List<String> words = new ArrayList<>();
        Json.Obj ready = KindCells.condition(node, "Ready");
        if (ready == null) {
            words.add("Unknown");
        } else {
            words.add(Tree.text(ready, "status").equals("True") ? "Ready" : "NotReady");
        }
        if (Tree.flag(node, "spec", "unschedulable")) {
            words.add("SchedulingDisabled");
        }
        return String.join(",", words);
    }

    private static String roles(Json.Obj node) {
        TreeSet<String> roles = new TreeSet<>();
        for (Map.Entry<String, String> label :
                Tree.texts(node, "metadata", "labels").entrySet()) {
            if (label.getKey().startsWith(ROLE) && label.getKey().length() > ROLE.length()) {
                roles.add(label.getKey().substring(ROLE.length()));
            } else if (label.getKey().equals("kubernetes.io/role")
                    && !label.getValue().isEmpty()) {
                roles.add(label.getValue());
            }
        }
        return roles.isEmpty() ? "<none>" : String.join(",", roles);
    }

    private static String address(Json.Obj node, String type) {
        for (Json.Obj address : Tree.objects(node, "status", "addresses")) {
            if (Tree.text(address, "type").equals(type)) {
                return Tree.text(address, "address");
            }
        }
        return "<none>";
    }
}
