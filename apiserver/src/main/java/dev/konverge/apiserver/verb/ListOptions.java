package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.FieldSelector;
import dev.konverge.model.Json;
import dev.konverge.model.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a list or a watch is meant.
 *
 * @param labels which labels the objects must have
 * @param fields which values their fields must have, named as the client named them
 * @param version the resource version as the client wrote it, empty if it did not
 * @param match how the version is meant
 * @param limit how many objects a page may have, 0 for all
 * @param continueToken where to go on, empty to begin
 * @param watch whether it is a watch
 * @param bookmarks whether bookmarks are welcome
 * @param initialEvents whether a watch begins with what is there, if the client said
 * @param timeoutSeconds when a watch ends, if the client said
 */
public record ListOptions(
        Selector labels,
        FieldSelector fields,
        String version,
        Match match,
        long limit,
        String continueToken,
        boolean watch,
        boolean bookmarks,
        Optional<Boolean> initialEvents,
        OptionalLong timeoutSeconds) {
    /** How the version of a list is meant. */
    public enum Match {
        /** The client did not say. */
        UNSET,
        /** The state at this version. */
        EXACT,
        /** The state at this version or a later one. */
        NOT_OLDER_THAN
    }

    /** Everything, as it is now. */
    public static final ListOptions ALL = new ListOptions(
            Selector.everything(),
            FieldSelector.EVERYTHING,
            "",
            Match.UNSET,
            0,
            "",
            false,
            false,
            Optional.empty(),
            OptionalLong.empty());

    /**
     * {@return what the parameters of a request say}
     *
     * @param forceWatch whether the path says that it is a watch
     * @throws dev.konverge.apiserver.failure.StatusException 400 if a parameter cannot be read, 422 if they contradict each other
     */
    public static ListOptions of(Query query, boolean forceWatch) {
        ListOptions read = new ListOptions(
                labels(query.text("labelSelector")),
                fields(query.text("fieldSelector")),
                query.text("resourceVersion"),
                Match.UNSET,
                query.number("limit").orElse(0),
                query.text("continue"),
                forceWatch || query.flag("watch"),
                query.flag("allowWatchBookmarks"),
                query.has("sendInitialEvents") ? Optional.of(query.flag("sendInitialEvents")) : Optional.empty(),
                query.number("timeoutSeconds"));
        String match = query.text("resourceVersionMatch");
        boolean legacy = read.version.isEmpty() || read.version.equals("0");
        if (read.watch && legacy && match.isEmpty() && read.initialEvents.isEmpty()) {
            return read.matching(Match.NOT_OLDER_THAN, Optional.of(true));
        }
        List<FieldError> errors = read.watch ? watchErrors(read, match) : listErrors(read, match);
        if (!errors.isEmpty()) {
            throw Failures.invalidOptions("ListOptions", errors);
        }
        return read.matching(
                switch (match) {
                    case "" -> Match.UNSET;
                    case "Exact" -> Match.EXACT;
                    default -> Match.NOT_OLDER_THAN;
                },
                read.initialEvents);
    }

    /** {@return these for another page} */
    public ListOptions withContinue(String token) {
        return new ListOptions(
                labels, fields, "", Match.UNSET, limit, token, watch, bookmarks, initialEvents, timeoutSeconds);
    }

    private ListOptions matching(Match newMatch, Optional<Boolean> newInitialEvents) {
        return new ListOptions(
                labels,
                fields,
                version,
                newMatch,
                limit,
                continueToken,
                watch,
                bookmarks,
                newInitialEvents,
                timeoutSeconds);
    }

    private static Selector labels(String text) {
        try {
            return text.isEmpty() ? Selector.everything() : Selector.parse(text);
        } catch (IllegalArgumentException e) {
            throw Failures.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private static FieldSelector fields(String text) {
        try {
            return text.isEmpty() ? FieldSelector.EVERYTHING : FieldSelector.parse(text);
        } catch (IllegalArgumentException e) {
            throw Failures.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private static List<FieldError> listErrors(ListOptions options, String match) {
        List<FieldError> errors = new ArrayList<>();
        if (!match.isEmpty()) {
            if (options.version.isEmpty()) {
                errors.add(matchForbidden("resourceVersionMatch is forbidden unless resourceVersion is provided"));
            }
            if (!options.continueToken.isEmpty()) {
                errors.add(matchForbidden("resourceVersionMatch is forbidden when continue is provided"));
            }
            if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
                errors.add(FieldError.notSupported(
                        "resourceVersionMatch", Json.of(match), List.of("Exact", "NotOlderThan", "")));
            }
            if (match.equals("Exact") && options.version.equals("0")) {
                errors.add(matchForbidden("resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
            }
        }
        if (options.initialEvents.isPresent()) {
            errors.add(FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        return errors;
    }

    private static List<FieldError> watchErrors(ListOptions options, String match) {
        List<FieldError> errors = new ArrayList<>();
        boolean notOlderThan = match.equals("NotOlderThan");
        if (options.initialEvents.isPresent() && !notOlderThan) {
            errors.add(matchForbidden("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (!match.isEmpty()) {
            if (options.initialEvents.isEmpty()) {
                errors.add(matchForbidden(
                        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
            }
            if (!notOlderThan) {
                errors.add(FieldError.notSupported("resourceVersionMatch", Json.of(match), List.of("NotOlderThan")));
            }
            if (!options.continueToken.isEmpty()) {
                errors.add(matchForbidden("resourceVersionMatch is forbidden when continue is provided"));
            }
        }
        return errors;
    }

    private static FieldError matchForbidden(String why) {
        return FieldError.forbidden("resourceVersionMatch", why);
    }
}
