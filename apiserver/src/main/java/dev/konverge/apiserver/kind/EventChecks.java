package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an Event must be like: little in the core group, more in its own, and most if it has the time that the new ones have. */
final class EventChecks {
    private static final int LONGEST = 128;
    private static final int LONGEST_NOTE = 1024;

    /** The fields of an event of its own group that stay, as they are called inside, and the types of those that have one. */
    private static final List<String> FIXED = List.of(
            "regarding involvedObject core.v1.ObjectReference",
            "reason reason",
            "note message",
            "deprecatedSource source core.v1.EventSource",
            "deprecatedFirstTimestamp firstTimestamp",
            "deprecatedLastTimestamp lastTimestamp",
            "deprecatedCount count",
            "reason reason",
            "type type",
            "eventTime eventTime",
            "action action",
            "related related core.v1.ObjectReference",
            "reportingController reportingController",
            "reportingInstance reportingInstance");

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
        old(event, report);
        series(event, report);
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

    /** What was always asked of events of its own group. */
    private static void old(Json.Obj event, Report report) {
        place(event, "regarding", report);
        if (Tree.has(event, "eventTime")) {
            reporter(event, "reportingController", "note", report);
        }
    }

    private static void series(Json.Obj event, Report report) {
        if (!Tree.has(event, "series")) {
            return;
        }
        if (Tree.number(event, "series", "count") < 2) {
            report.invalid("series.count", "", "should be at least 2");
        }
        if (!Tree.has(event, "series", "lastObservedTime")) {
            report.required("series.lastObservedTime");
        }
    }

    /** Checks that an event of its own group stays as it is, but for its series; the names are those of the core group. */
    static void changes(Json.Obj next, Json.Obj live, Report report) {
        old(next, report);
        if (!Objects.equals(next.get("series"), live.get("series"))) {
            series(next, report);
        }
        for (String row : FIXED) {
            String[] words = row.split(" ", -1);
            Json after = next.get(words[0]);
            if (!Objects.equals(after, live.get(words[0]))) {
                Json shown = words.length > 2
                        ? report.inner(after == null ? Json.Obj.EMPTY : after, words[2])
                        : zeroed(after);
                report.invalid(words[1], shown, MetadataChecks.IMMUTABLE);
            }
        }
    }

    private static Json zeroed(@Nullable Json value) {
        return value == null ? Json.of("") : value;
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
