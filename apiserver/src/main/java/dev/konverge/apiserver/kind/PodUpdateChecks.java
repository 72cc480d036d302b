package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What may change in a pod that is there. */
final class PodUpdateChecks {
    private static final String UPDATABLE =
            "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
                    + "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
                    + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

    private PodUpdateChecks() {}

    /** Checks that only what may change in a pod has changed. */
    static void check(Json.Obj next, Json.Obj live, Report report) {
        Json.Obj spec = Tree.object(next, "spec");
        Json.Obj old = Tree.object(live, "spec");
        if (spec.equals(old)) {
            return;
        }
        Json.Obj masked = spec;
        for (String list : List.of("containers", "initContainers")) {
            if (Tree.list(spec, list).size() != Tree.list(old, list).size()) {
                report.forbidden("spec." + list, "pod updates may not add or remove containers");
                return;
            }
            masked = Tree.with(masked, withImages(spec, old, list), list);
        }
        for (String list : List.of("containers", "initContainers")) {
            images(spec, list, report);
        }
        deadline(spec, old, report);
        addedTolerations(spec, old, report);
        removedGates(spec, old, report);
        for (String free : List.of("activeDeadlineSeconds", "tolerations", "schedulingGates")) {
            masked = Tree.withFrom(masked, old, free);
        }
        if (!Tree.list(old, "schedulingGates").isEmpty()) {
            masked = Tree.withFrom(Tree.withFrom(masked, old, "nodeSelector"), old, "affinity");
        }
        if (Tree.number(old, "terminationGracePeriodSeconds") < 0
                && Tree.number(spec, "terminationGracePeriodSeconds") == 1) {
            masked = Tree.withFrom(masked, old, "terminationGracePeriodSeconds");
        }
        if (!masked.equals(old)) {
            String type = "core.v1.PodSpec";
            report.forbidden(
                    "spec", UPDATABLE + "\n" + LineDiff.of(report.lines(old, type), report.lines(masked, type)));
        }
    }

    private static Json.@Nullable Arr withImages(Json.Obj spec, Json.Obj old, String list) {
        List<Json.Obj> before = Tree.objects(old, list);
        List<Json.Obj> after = Tree.objects(spec, list);
        List<Json> same = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            same.add(Tree.withFrom(after.get(i), before.get(i), "image"));
        }
        return same.isEmpty() ? null : new Json.Arr(same);
    }

    private static void images(Json.Obj spec, String list, Report report) {
        List<Json.Obj> containers = Tree.objects(spec, list);
        for (int i = 0; i < containers.size(); i++) {
            String at = "spec." + list + "[" + i + "].image";
            String image = Tree.text(containers.get(i), "image");
            if (image.isEmpty()) {
                report.required(at);
            } else if (!image.equals(image.strip())) {
                report.invalid(at, image, "must not have leading or trailing whitespace");
            }
        }
    }

    private static void deadline(Json.Obj spec, Json.Obj old, Report report) {
        String at = "spec.activeDeadlineSeconds";
        Json before = old.get("activeDeadlineSeconds");
        Json after = spec.get("activeDeadlineSeconds");
        if (before != null && after == null) {
            report.invalid(at, after, "must not update from a positive integer to nil value");
        } else if (before instanceof Json.Int was && after instanceof Json.Int is && was.value() < is.value()) {
            report.invalid(at, after, "must be less than or equal to previous value");
        }
    }

    private static void addedTolerations(Json.Obj spec, Json.Obj old, Report report) {
        List<Json> after = Tree.list(spec, "tolerations");
        boolean kept = Tree.list(old, "tolerations").stream()
                .allMatch(before -> after.stream().anyMatch(now -> sameButSeconds(before, now)));
        if (!kept) {
            report.forbidden(
                    "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds");
        }
    }

    private static void removedGates(Json.Obj spec, Json.Obj old, Report report) {
        List<Json.Obj> before = Tree.objects(old, "schedulingGates");
        List<Json.Obj> after = Tree.objects(spec, "schedulingGates");
        for (int i = 0; i < after.size(); i++) {
            if (!before.contains(after.get(i))) {
                report.forbidden(
                        "spec.schedulingGates[" + i + "].name",
                        "only deletion is allowed, but found new scheduling gate '" + Tree.text(after.get(i), "name")
                                + "'");
            }
        }
    }

    private static boolean sameButSeconds(Json left, Json right) {
        return left instanceof Json.Obj one
                && right instanceof Json.Obj other
                && Objects.equals(Tree.without(one, "tolerationSeconds"), Tree.without(other, "tolerationSeconds"));
    }
}
