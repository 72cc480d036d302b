package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The cells of an Event, whichever of its two groups it is shown in. */
final class EventCells {
    private EventCells() {}

    static List<Object> of(Json.Obj event, Instant now) {
        String first = first(event, now);
        String last = either(event, "lastTimestamp", "deprecatedLastTimestamp");
        String seen = last.isEmpty() ? first : Ages.since(last, now);
        long count = Math.max(Tree.number(event, "count"), Tree.number(event, "deprecatedCount"));
        if (Tree.has(event, "series")) {
            seen = Ages.since(Tree.text(event, "series", "lastObservedTime"), now);
            count = Tree.number(event, "series", "count");
        } else if (count == 0) {
            count = 1;
        }
        String message = either(event, "message", "note").strip();
        return List.of(seen, target(event), source(event), message, first, count);
    }

    private static String first(Json.Obj event, Instant now) {
        String first = either(event, "firstTimestamp", "deprecatedFirstTimestamp");
        return Ages.since(first.isEmpty() ? Tree.text(event, "eventTime") : first, now);
    }

    private static String target(Json.Obj event) {
        Json.Obj object = Tree.object(event, Tree.has(event, "involvedObject") ? "involvedObject" : "regarding");
        String kind = Tree.text(object, "kind").toLowerCase(Locale.ROOT);
        String name = Tree.text(object, "name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private static String source(Json.Obj event) {
        Json.Obj source = Tree.object(event, Tree.has(event, "source") ? "source" : "deprecatedSource");
        String component = Tree.text(source, "component");
        String host = Tree.text(source, "host");
        if (component.isEmpty()) {
            component = either(event, "reportingComponent", "reportingController");
            host = Tree.text(event, "reportingInstance");
        }
        return host.isEmpty() ? component : component + ", " + host;
    }

    private static String either(Json.Obj event, String core, String own) {
        String text = Tree.text(event, core);
        return text.isEmpty() ? Tree.text(event, own) : text;
    }
}
