package dev.konverge.apiserver.fault;

import dev.konverge.model.Json;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Rules as the control endpoint reads and shows them. */
final class FaultForm {
    private static final Set<String> RULE = Set.of("match", "fault", "skip", "times");
    private static final Set<String> MATCH = Set.of("verbs", "resource", "group", "namespace", "name", "userAgent");

    private FaultForm() {}

    static Match match(Json.Obj rule) {
        onlyKnown(rule, RULE);
        Json given = rule.get("match");
        if (given == null) {
            return Match.anything();
        }
        if (!(given instanceof Json.Obj match)) {
            throw new IllegalArgumentException("\"match\" must be an object");
        }
        onlyKnown(match, MATCH);
        return new Match(
                verbs(match),
                text(match, "resource", ""),
                text(match, "group", "*"),
                text(match, "namespace", ""),
                text(match, "name", ""),
                text(match, "userAgent", ""));
    }

    private static Set<String> verbs(Json.Obj match) {
        Set<String> verbs = new HashSet<>();
        Json given = match.get("verbs");
        if (given != null && !(given instanceof Json.Arr)) {
            throw new IllegalArgumentException("\"verbs\" must be a list of texts");
        }
        if (given instanceof Json.Arr list) {
            for (Json item : list.items()) {
                if (!(item instanceof Json.Str text)) {
                    throw new IllegalArgumentException("\"verbs\" must be a list of texts");
                }
                verbs.add(text.value());
            }
        }
        return verbs;
    }

    /** Takes only what it would show of the fault again: a field that is of no use there is a mistake. */
    static Fault fault(Json.Obj rule) {
        if (!(rule.get("fault") instanceof Json.Obj fault)) {
            throw new IllegalArgumentException("\"fault\" is missing: an object with a \"type\"");
        }
        Fault read = read(fault);
        onlyKnown(fault, describe(read).fields().keySet());
        return read;
    }

    private static Fault read(Json.Obj fault) {
        String type = text(fault, "type", "");
        return switch (type) {
            case "Delay" -> new Fault.Delay(Duration.ofMillis(number(fault, "millis", 1000)));
            case "Conflict" -> new Fault.Conflict();
            case "Gone" -> new Fault.Gone();
            case "Throttle" -> new Fault.Throttle(number(fault, "retryAfterSeconds", 1));
            case "ServerError" -> new Fault.ServerError();
            case "Unavailable" -> new Fault.Unavailable();
            case "CutBefore" -> new Fault.CutBefore();
            case "LoseAnswer" -> new Fault.LoseAnswer();
            case "CutBody" -> new Fault.CutBody(number(fault, "afterBytes", 0));
            case "DropWatch" -> new Fault.DropWatch(number(fault, "afterEvents", 0), flag(fault, "abruptly"));
            case "FreezeWatch" -> new Fault.FreezeWatch();
            case "StaleRead" -> new Fault.StaleRead(number(fault, "revisions", 1));
            case "PauseBefore" -> new Fault.PauseBefore();
            case "PauseAfter" -> new Fault.PauseAfter();
            default ->
                throw new IllegalArgumentException("there is no fault of type \"" + type
                        + "\"; there are Delay, Conflict, Gone, Throttle, ServerError, Unavailable, CutBefore, LoseAnswer, CutBody,"
                        + " DropWatch, FreezeWatch, StaleRead, PauseBefore and PauseAfter");
        };
    }

    static Json describe(Match match) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put(
                "verbs",
                new Json.Arr(match.verbs().stream().sorted().map(Json::of).toList()));
        fields.put("resource", Json.of(match.resource()));
        fields.put("group", Json.of(match.group()));
        fields.put("namespace", Json.of(match.namespace()));
        fields.put("name", Json.of(match.name()));
        fields.put("userAgent", Json.of(match.userAgent()));
        return new Json.Obj(fields);
    }

    static Json.Obj describe(Fault fault) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("type", Json.of(fault.getClass().getSimpleName()));
        switch (fault) {
            case Fault.Delay delay -> fields.put("millis", Json.of(delay.by().toMillis()));
            case Fault.Throttle throttle -> fields.put("retryAfterSeconds", Json.of(throttle.retryAfterSeconds()));
            case Fault.CutBody cut -> fields.put("afterBytes", Json.of(cut.afterBytes()));
            case Fault.DropWatch drop -> {
                fields.put("afterEvents", Json.of(drop.afterEvents()));
                fields.put("abruptly", Json.of(drop.abruptly()));
            }
            case Fault.StaleRead stale -> fields.put("revisions", Json.of(stale.revisions()));
            default -> {
                // The others have nothing to say beside their name.
            }
        }
        return new Json.Obj(fields);
    }

    static int number(Json.Obj object, String field, int otherwise) {
        Json value = object.get(field);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Json.Int number && number.value() >= 0 && number.value() <= Integer.MAX_VALUE) {
            return (int) number.value();
        }
        throw new IllegalArgumentException("\"" + field + "\" must be a whole number from 0 on");
    }

    private static boolean flag(Json.Obj object, String field) {
        Json value = object.get(field);
        if (value == null || value instanceof Json.Bool) {
            return value instanceof Json.Bool flag && flag.value();
        }
        throw new IllegalArgumentException("\"" + field + "\" must be true or false");
    }

    private static String text(Json.Obj object, String field, String otherwise) {
        Json value = object.get(field);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Json.Str text) {
            return text.value();
        }
        throw new IllegalArgumentException("\"" + field + "\" must be a text");
    }

    private static void onlyKnown(Json.Obj object, Set<String> known) {
        for (String name : object.fields().keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("there is no field \"" + name + "\" here; there are "
                        + known.stream().sorted().toList());
            }
        }
    }
}
