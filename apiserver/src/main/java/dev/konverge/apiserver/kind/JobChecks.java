package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What Jobs and CronJobs must be like; {@link JobUpdateChecks} knows what may change in a Job. */
final class JobChecks {
    private static final String INDEXED_ONLY = "requires indexed completion mode";
    private static final int MAX_MANAGER = 63;
    private static final int MAX_CRON_NAME = 52;

    private JobChecks() {}

    /** Checks a Job. */
    static void job(Json.Obj job, Report report) {
        generated(job, report);
        Json.Obj spec = Tree.object(job, "spec");
        selecting(spec, report);
        String name = Tree.text(job, "metadata", "name");
        long completions = Tree.number(spec, "completions");
        String last = name + "-" + (completions - 1);
        if (isIndexed(spec) && completions > 0 && !NameSyntax.label(last).isEmpty()) {
            report.invalid("metadata.name", name, "will not able to create pod with invalid DNS label: " + last);
        }
    }

    /** What the server has put into the selector and the labels must be there, unless the user took it over. */
    private static void generated(Json.Obj job, Report report) {
        Json.Obj selector = Tree.object(job, "spec", "selector");
        if (Tree.flag(job, "spec", "manualSelector") || !Tree.has(job, "spec", "selector")) {
            return;
        }
        String uid = Tree.text(job, "metadata", "uid");
        String name = Tree.text(job, "metadata", "name");
        Map<String, String> labels = Tree.texts(job, "spec", "template", "metadata", "labels");
        hasLabel(labels, "controller-uid", uid, report);
        hasLabel(labels, "job-name", name, report);
        hasLabel(labels, "batch.kubernetes.io/controller-uid", uid, report);
        hasLabel(labels, "batch.kubernetes.io/job-name", name, report);
        Map<String, String> expected = Map.of(
                "controller-uid", uid,
                "job-name", name,
                "batch.kubernetes.io/controller-uid", uid,
                "batch.kubernetes.io/job-name", name);
        if (SelectorText.parse(selector).isPresent() && !SelectorText.matches(selector, expected)) {
            report.invalid("spec.selector", report.shown(selector), "`selector` not auto-generated");
        }
    }

    private static void hasLabel(Map<String, String> labels, String key, String value, Report report) {
        String at = "spec.template.metadata.labels";
        if (!labels.containsKey(key)) {
            report.required(at + "[" + key + "]", "must be '" + value + "'");
        } else if (!value.equals(labels.get(key))) {
            report.invalid(at + "[" + key + "]", labels.get(key), "must be '" + value + "'");
        }
    }

    /** Checks what a Job is to do, and which pods are its own. */
    static void selecting(Json.Obj spec, Report report) {
        spec(spec, "spec", report);
        if (Tree.has(spec, "selector")) {
            report.selector(Tree.object(spec, "selector"), "spec.selector");
        } else {
            report.required("spec.selector");
        }
        WorkloadChecks.matching(spec, "spec", report);
    }

    static boolean isIndexed(Json.Obj spec) {
        return Tree.text(spec, "completionMode").equals("Indexed");
    }

    /** Checks the spec of a Job, or the one that a CronJob makes Jobs of. */
    private static void spec(Json.Obj spec, String path, Report report) {
        report.nonNegative(
                spec,
                path,
                "parallelism",
                "completions",
                "activeDeadlineSeconds",
                "backoffLimit",
                "ttlSecondsAfterFinished",
                "backoffLimitPerIndex",
                "maxFailedIndexes");
        if (Tree.has(spec, "maxFailedIndexes") && !Tree.has(spec, "backoffLimitPerIndex")) {
            report.required(path + ".backoffLimitPerIndex", "when maxFailedIndexes is specified");
        }
        String manager = Tree.text(spec, "managedBy");
        report.domainPath(path + ".managedBy", manager);
        if (manager.length() > MAX_MANAGER) {
            report.errors().add(FieldError.tooLong(path + ".managedBy", MAX_MANAGER));
        }
        indices(spec, path, report);
        if (Tree.has(spec, "podFailurePolicy")) {
            failurePolicy(spec, path + ".podFailurePolicy", report);
        }
        if (Tree.has(spec, "successPolicy") && !isIndexed(spec)) {
            report.invalid(
                    path + ".successPolicy",
                    report.inner(spec.get("successPolicy"), "batch.v1.SuccessPolicy"),
                    INDEXED_ONLY);
        }
        List<Json.Obj> rules = Tree.objects(spec, "successPolicy", "rules");
        for (int i = 0; i < rules.size() && isIndexed(spec); i++) {
            if (!Tree.has(rules.get(i), "succeededCount") && !Tree.has(rules.get(i), "succeededIndexes")) {
                report.required(
                        path + ".successPolicy.rules[" + i + "]",
                        "at least one of succeededCount or succeededIndexes must be specified");
            }
        }
        replacement(spec, path + ".podReplacementPolicy", report);
        WorkloadChecks.template(spec, path, List.of(), report);
        restarts(spec, path + ".template.spec.restartPolicy", report);
    }

    private static void indices(Json.Obj spec, String path, Report report) {
        long completions = Tree.number(spec, "completions");
        if (!isIndexed(spec)) {
            for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
                if (Tree.has(spec, field)) {
                    report.invalid(path + "." + field, spec.get(field), INDEXED_ONLY);
                }
            }
        } else if (!Tree.has(spec, "completions")) {
            report.required(path + ".completions", "when completion mode is Indexed");
        } else if (Tree.number(spec, "maxFailedIndexes") > completions) {
            report.invalid(
                    path + ".maxFailedIndexes",
                    spec.get("maxFailedIndexes"),
                    "must be less than or equal to completions");
        }
    }

    private static void replacement(Json.Obj spec, String at, Report report) {
        String policy = Tree.text(spec, "podReplacementPolicy");
        List<String> known =
                Tree.has(spec, "podFailurePolicy") ? List.of("Failed") : List.of("Failed", "TerminatingOrFailed");
        if (!policy.isEmpty() && !known.contains(policy)) {
            report.notSupported(at, policy, known);
        }
    }

    private static void restarts(Json.Obj spec, String at, Report report) {
        String policy = Tree.text(spec, "template", "spec", "restartPolicy");
        if (policy.isEmpty() || policy.equals("Always")) {
            report.required(at, "valid values: \"OnFailure\", \"Never\"");
        } else if (!policy.equals("OnFailure") && !policy.equals("Never")) {
            report.notSupported(at, policy, List.of("OnFailure", "Never"));
        } else if (Tree.has(spec, "podFailurePolicy") && !policy.equals("Never")) {
            report.invalid(at, policy, "only \"Never\" is supported when podFailurePolicy is specified");
        }
    }

    private static void failurePolicy(Json.Obj spec, String path, Report report) {
        List<Json.Obj> rules = Tree.objects(spec, "podFailurePolicy", "rules");
        for (int i = 0; i < rules.size(); i++) {
            String at = path + ".rules[" + i + "]";
            String action = Tree.text(rules.get(i), "action");
            List<String> actions = List.of("Count", "FailIndex", "FailJob", "Ignore");
            if (action.equals("FailIndex") && !Tree.has(spec, "backoffLimitPerIndex")) {
                report.invalid(at + ".action", action, "requires the backoffLimitPerIndex to be set");
            } else if (!actions.contains(action)) {
                report.notSupported(at + ".action", action, actions);
            }
            boolean codes = Tree.has(rules.get(i), "onExitCodes");
            boolean conditions = !Tree.list(rules.get(i), "onPodConditions").isEmpty();
            if (codes) {
                exitCodes(rules.get(i), spec, at + ".onExitCodes", report);
            }
            if (codes && conditions) {
                report.errors()
                        .add(FieldError.invalid(
                                at, (Json) null, "specifying both OnExitCodes and OnPodConditions is not supported"));
            } else if (!codes && !conditions) {
                report.errors()
                        .add(FieldError.invalid(
                                at, (Json) null, "specifying one of OnExitCodes and OnPodConditions is required"));
            }
        }
    }

    private static void exitCodes(Json.Obj rule, Json.Obj spec, String at, Report report) {
        Json.Obj codes = Tree.object(rule, "onExitCodes");
        List<Json.Obj> containers = new ArrayList<>(Tree.objects(spec, "template", "spec", "containers"));
        containers.addAll(Tree.objects(spec, "template", "spec", "initContainers"));
        String name = Tree.text(codes, "containerName");
        boolean known = containers.stream()
                .anyMatch(container -> Tree.text(container, "name").equals(name));
        if (Tree.has(codes, "containerName") && !known) {
            report.invalid(
                    at + ".containerName",
                    name,
                    "must be one of the container or initContainer names in the pod template");
        }
        if (Tree.list(codes, "values").isEmpty()) {
            report.invalid(at + ".values", codes.get("values"), "at least one value is required");
        }
    }

    /** Checks a CronJob. */
    static void cronJob(Json.Obj object, Report report) {
        Json.Obj spec = Tree.object(object, "spec");
        String name = Tree.text(object, "metadata", "name");
        if (name.length() > MAX_CRON_NAME) {
            report.invalid("metadata.name", name, "must be no more than 52 characters");
        }
        String schedule = Tree.text(spec, "schedule");
        if (schedule.isEmpty()) {
            report.required("spec.schedule");
        } else {
            CronSyntax.problem(schedule).ifPresent(problem -> report.invalid("spec.schedule", schedule, problem));
        }
        report.nonNegative(spec, "spec", "startingDeadlineSeconds");
        timeZone(spec, report);
        Json.Obj template = Tree.object(spec, "jobTemplate", "spec");
        spec(template, "spec.jobTemplate.spec", report);
        if (Tree.has(template, "selector")) {
            report.invalid(
                    "spec.jobTemplate.spec.selector", template.get("selector"), "`selector` will be auto-generated");
        }
        if (Tree.flag(template, "manualSelector")) {
            report.notSupported("spec.jobTemplate.spec.manualSelector", Json.Bool.TRUE, List.of("nil", "false"));
        }
        report.nonNegative(spec, "spec", "successfulJobsHistoryLimit", "failedJobsHistoryLimit");
    }

    private static void timeZone(Json.Obj spec, Report report) {
        String zone = Tree.text(spec, "timeZone");
        if (!Tree.has(spec, "timeZone")) {
            return;
        }
        if (zone.isEmpty()) {
            report.invalid("spec.timeZone", zone, "timeZone must be nil or non-empty string");
        } else if (zone.equalsIgnoreCase("Local")) {
            report.invalid(
                    "spec.timeZone",
                    zone,
                    "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        } else if (!isZone(zone)) {
            report.invalid("spec.timeZone", zone, "unknown time zone " + zone);
        }
    }

    private static boolean isZone(String zone) {
        try {
            return Set.of("UTC", "GMT").contains(zone)
                    || ZoneId.getAvailableZoneIds().contains(zone);
        } catch (DateTimeException noZones) {
            return false;
        }
    }
}
