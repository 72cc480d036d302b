package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Set;

/** What an Event must be like: little in the core group, more in its own, and most if it has the time that the new ones have. */
final class EventChecks {
    private static final int LONGEST = 128;
    private static final int LONGEST_NOTE = 1024;

    private EventChecks() {}

    /** Checks an event of the core group. */
    static void core(Json.Obj event, Report report) {
        place(event, "involvedObject", report);
        if (Tree.has(event, "eventTime")) {
            reporter(event, "reportingComponent", "message", report);
        }
    }

    /** Checks an event of its own group. */
    static void ofGroup(Json.Obj event, Report report) {
        place(event, "regarding", report);
        if (Tree.has(event, "eventTime")) {
            reporter(event, "reportingController", "note", report);
        }
        if (Tree.has(event, "series")) {
            if (Tree.number(event, "series", "count") < 2) {
                report.invalid("series.count", "", "should be at least 2");
            }
            if (!Tree.has(event, "series", "lastObservedTime")) {
                report.required("series.lastObservedTime");
            }
        }
        if (!Tree.has(event, "eventTime")) {
            report.required("eventTime");
        }
        String type = Tree.text(event, "type");
        if (!Set.of("Normal", "Warning").contains(type)) {
            report.invalid("type", "", "has invalid value: " + type);
        }
        unset(event, "deprecatedFirstTimestamp", "firstTimestamp", report);
        unset(event, "deprecatedLastTimestamp", "lastTimestamp", report);
        unset(event, "deprecatedCount", "count", report);
        if (!Tree.object(event, "deprecatedSource").fields().isEmpty()) {
            report.invalid("source", "", "needs to be unset");
        }
    }

    private static void unset(Json.Obj event, String field, String shown, Report report) {
        if (Tree.has(event, field)) {
            report.invalid(shown, "", "needs to be unset");
        }
    }

    private static void place(Json.Obj event, String object, Report report) {
        String own = Tree.text(event, "metadata", "namespace");
        String other = Tree.text(event, object, "namespace");
        boolean old = !Tree.has(event, "eventTime");
        List<String> homes = old ? List.of("", "default") : List.of("default", "kube-system");
        boolean homeless = other.isEmpty() && !homes.contains(own);
        boolean elsewhere = old && !other.isEmpty() && !other.equals(own);
        if (homeless || elsewhere) {
            report.invalid("involvedObject.namespace", other, "does not match event.namespace");
        }
    }

    private static void reporter(Json.Obj event, String controller, String note, Report report) {
        String name = Tree.text(event, controller);
        if (name.isEmpty()) {
            report.required(controller);
        }
        report.invalid(controller, name, NameSyntax.qualified(name));
        for (String field : List.of("reportingInstance", "action", "reason")) {
            String value = Tree.text(event, field);
            if (value.isEmpty()) {
                report.required(field);
            } else {
                bounded(value, field, LONGEST, report);
            }
        }
        bounded(Tree.text(event, note), "message", LONGEST_NOTE, report);
    }

    private static void bounded(String value, String field, int longest, Report report) {
        if (value.length() > longest) {
            report.invalid(field, "", "can have at most " + longest + " characters");
        }
    }
}
