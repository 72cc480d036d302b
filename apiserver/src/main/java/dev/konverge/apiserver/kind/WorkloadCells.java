package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The cells of kinds that make pods. */
final class WorkloadCells {
    private WorkloadCells() {}

    static String ready(Json.Obj o) {
        return Tree.number(o, "status", "readyReplicas") + "/" + Tree.number(o, "spec", "replicas");
    }

    /** The names and the images of the containers of a pod template. */
    static List<Object> containers(Json.Obj o, String... template) {
        Json.Obj spec = Tree.object(Tree.object(o, template), "spec");
        List<String> names = new ArrayList<>();
        List<String> images = new ArrayList<>();
        for (Json.Obj container : Tree.objects(spec, "containers")) {
            names.add(Tree.text(container, "name"));
            images.add(Tree.text(container, "image"));
        }
        return List.of(String.join(",", names), String.join(",", images));
    }

    static List<Object> cronJob(Json.Obj o, Instant now) {
        String last = Tree.text(o, "status", "lastScheduleTime");
        List<Object> cells = new ArrayList<>();
        cells.add(
                !Tree.has(o, "spec", "suspend") ? KindCells.UNSET : Tree.flag(o, "spec", "suspend") ? "True" : "False");
        cells.add(last.isEmpty() ? KindCells.NONE : Ages.since(last, now));
        cells.addAll(containers(o, "spec", "jobTemplate", "spec", "template"));
        cells.add(KindCells.selector(o, "spec", "jobTemplate", "spec", "selector"));
        return cells;
    }

    static List<Object> job(Json.Obj o, Instant now) {
        List<Object> cells = new ArrayList<>();
        cells.add(jobStatus(o));
        cells.add(completions(o));
        cells.add(jobDuration(o, now));
        cells.addAll(containers(o, "spec", "template"));
        cells.add(KindCells.selector(o, "spec", "selector"));
        return cells;
    }

    private static String jobStatus(Json.Obj o) {
        if (KindCells.isTrue(o, "Complete")) {
            return "Complete";
        }
        if (KindCells.isTrue(o, "Failed")) {
            return "Failed";
        }
        if (Tree.has(o, "metadata", "deletionTimestamp")) {
            return "Terminating";
        }
        for (String type : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (KindCells.isTrue(o, type)) {
                return type;
            }
        }
        return "Running";
    }

    private static String completions(Json.Obj o) {
        long succeeded = Tree.number(o, "status", "succeeded");
        long parallel = Tree.number(o, "spec", "parallelism");
        if (Tree.has(o, "spec", "completions")) {
            return succeeded + "/" + Tree.number(o, "spec", "completions");
        }
        return succeeded + "/1" + (parallel > 1 ? " of " + parallel : "");
    }

    private static String jobDuration(Json.Obj o, Instant now) {
        String start = Tree.text(o, "status", "startTime");
        String end = Tree.text(o, "status", "completionTime");
        if (start.isEmpty()) {
            return "";
        }
        return end.isEmpty()
                ? Ages.since(start, now)
                : Ages.of(Duration.between(Instant.parse(start), Instant.parse(end)));
    }

    static String controller(Json.Obj o) {
        for (Json.Obj owner : Tree.objects(o, "metadata", "ownerReferences")) {
            if (Tree.flag(owner, "controller")) {
                String version = Tree.text(owner, "apiVersion");
                int slash = version.indexOf('/');
                String group = slash < 0 ? "" : "." + version.substring(0, slash);
                return (Tree.text(owner, "kind") + group).toLowerCase(Locale.ROOT) + "/" + Tree.text(owner, "name");
            }
        }
        return KindCells.NONE;
    }

    static String scaleTarget(Json.Obj o) {
        return Tree.text(o, "spec", "scaleTargetRef", "kind") + "/" + Tree.text(o, "spec", "scaleTargetRef", "name");
    }
}
