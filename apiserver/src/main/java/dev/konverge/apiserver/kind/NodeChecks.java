package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a Node must be like, and what may change in it. */
final class NodeChecks {
    private NodeChecks() {}

    static void whole(Json.Obj node, Report report) {
        taints(Tree.objects(node, "spec", "taints"), report);
        List<String> ranges = Tree.strings(node, "spec", "podCIDRs");
        for (int i = 0; i < ranges.size(); i++) {
            report.invalid("spec.podCIDRs[" + i + "]", ranges.get(i), AddressSyntax.range(ranges.get(i)));
        }
        if (ranges.size() > 2) {
            report.invalid("spec.podCIDRs", Tree.arr(ranges), "may specify no more than one CIDR for each IP family");
        }
    }

    /** Taints are spoken of as if they were metadata. */
    private static void taints(List<Json.Obj> taints, Report report) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            String at = "metadata.taints[" + i + "]";
            String key = Tree.text(taints.get(i), "key");
            String value = Tree.text(taints.get(i), "value");
            String effect = Tree.text(taints.get(i), "effect");
            report.invalid(at + ".key", key, NameSyntax.qualified(key));
            List<String> problems = NameSyntax.labelValue(value);
            if (!problems.isEmpty()) {
                report.invalid(at + ".value", value, String.join(";", problems));
            }
            List<String> effects = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
            if (effect.isEmpty()) {
                report.required(at + ".effect");
            } else if (!effects.contains(effect)) {
                report.notSupported(at + ".effect", effect, effects);
            }
            if (!seen.add(effect + " " + key)) {
                report.errors()
                        .add(new FieldError(
                                FieldError.Type.DUPLICATE,
                                at,
                                report.inner(taints.get(i), "core.v1.Taint"),
                                "taints must be unique by key and effect pair"));
            }
        }
    }

    static void changes(Json.Obj next, Json.Obj live, Report report) {
        for (String field : List.of("podCIDRs", "providerID")) {
            Json before = Tree.at(live, "spec", field);
            if (before != null && !before.equals(Tree.at(next, "spec", field))) {
                String word = field.equals("podCIDRs") ? "podCIDR" : field;
                report.forbidden("spec." + field, "node updates may not change " + word + " except from \"\" to valid");
            }
        }
        taints(Tree.objects(next, "spec", "taints"), report);
        if (!Tree.text(next, "spec", "externalID").equals(Tree.text(live, "spec", "externalID"))) {
            report.forbidden("spec.externalID", "may not be updated");
        }
    }
}
