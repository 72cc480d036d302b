package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * What may change in a Job that is there.
 *
 * @param spec what it shall do
 * @param old what it did
 * @param report takes what is wrong
 */
record JobUpdateChecks(Json.Obj spec, Json.Obj old, Report report) {
    /** Checks a change of a Job, which is looked at as a whole once more on that occasion. */
    static void check(Json.Obj next, Json.Obj live, Report report) {
        JobUpdateChecks checks = new JobUpdateChecks(Tree.object(next, "spec"), Tree.object(live, "spec"), report);
        JobChecks.selecting(checks.spec, report);
        checks.run(!Tree.has(live, "status", "startTime"));
    }

    private void run(boolean unstarted) {
        completions();
        report.immutable(spec, old, "spec", "selector");
        template(unstarted);
        report.immutable(spec, old, "spec", "completionMode");
        immutable("podFailurePolicy", "batch.v1.PodFailurePolicy");
        report.immutable(spec, old, "spec", "backoffLimitPerIndex", "managedBy");
        immutable("successPolicy", "batch.v1.SuccessPolicy");
    }

    private void immutable(String field, String type) {
        if (!Tree.object(spec, field).equals(Tree.object(old, field))) {
            report.invalid("spec." + field, report.inner(spec.get(field), type), MetadataChecks.IMMUTABLE);
        }
    }

    private void completions() {
        if (!JobChecks.isIndexed(spec)) {
            report.immutable(spec, old, "spec", "completions");
            return;
        }
        boolean changed = Tree.number(spec, "completions") != Tree.number(old, "completions");
        boolean together = Tree.number(spec, "completions") == Tree.number(spec, "parallelism");
        if (changed && Tree.has(spec, "completions") && !together) {
            report.invalid(
                    "spec.completions",
                    spec.get("completions"),
                    "can only be modified in tandem with spec.parallelism");
        }
    }

    /** The pods of a Job that waits to be started may still be told where to run and what they get. */
    private void template(boolean unstarted) {
        boolean waits = unstarted && Tree.flag(old, "suspend");
        if (!waits && !Tree.object(spec, "template").equals(Tree.object(old, "template"))) {
            report.invalid(
                    "spec.template",
                    report.inner(spec.get("template"), "core.v1.PodTemplateSpec"),
                    MetadataChecks.IMMUTABLE);
        }
        Json.Obj pod = Tree.object(spec, "template", "spec");
        if (waits && !pod.equals(directed(pod, Tree.object(old, "template", "spec")))) {
            report.invalid("spec.template.spec", report.inner(pod, "core.v1.PodSpec"), MetadataChecks.IMMUTABLE);
        }
    }

    /** {@return the old pod, directed to where the new one shall run and given what that gets} */
    private static Json.Obj directed(Json.Obj pod, Json.Obj before) {
        Json.Obj result = Tree.withFrom(before, pod, "affinity", "nodeAffinity");
        if (!Tree.has(pod, "affinity")
                && Tree.object(result, "affinity").fields().isEmpty()) {
            result = Tree.without(result, "affinity");
        }
        for (String field : List.of("nodeSelector", "tolerations", "schedulingGates")) {
            result = Tree.withFrom(result, pod, field);
        }
        for (String list : List.of("containers", "initContainers")) {
            result = equipped(result, pod, list);
        }
        return result;
    }

    private static Json.Obj equipped(Json.Obj pod, Json.Obj next, String list) {
        List<Json.Obj> now = Tree.objects(pod, list);
        List<Json.Obj> wanted = Tree.objects(next, list);
        if (now.size() != wanted.size() || now.isEmpty()) {
            return pod;
        }
        List<Json> merged = new ArrayList<>(now.size());
        for (int i = 0; i < now.size(); i++) {
            boolean same = Tree.text(now.get(i), "name").equals(Tree.text(wanted.get(i), "name"));
            merged.add(same ? Tree.withFrom(now.get(i), wanted.get(i), "resources") : now.get(i));
        }
        return Tree.with(pod, new Json.Arr(merged), list);
    }
}
