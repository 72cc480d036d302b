package dev.konverge.apiserver.fault;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which requests a fault is for. Texts may have {@code *} for any run of characters; an empty list or text matches all.
 *
 * @param verbs verbs in Kubernetes' sense: get, list, watch, create, update, patch, delete, deletecollection
 * @param resource the plural in lower case, such as {@code deployments}, with a subresource behind a slash:
 *     {@code deployments/status}; a plural alone is not for its subresources
 * @param group the API group; matches all if it is {@code *}, and the core group if it is empty
 * @param namespace the namespace
 * @param name the name of the object
 * @param userAgent the client's User-Agent
 */
public record Match(Set<String> verbs, String resource, String group, String namespace, String name, String userAgent) {
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");

    private static final Set<String> READS = Set.of("get", "list", "watch");

    /** Copies its arguments. */
    public Match {
        verbs = Set.copyOf(verbs);
        for (String verb : verbs) {
            if (!READS.contains(verb) && !WRITES.contains(verb)) {
                throw new IllegalArgumentException(
                        "there is no verb \"" + verb + "\": no request would ever match; there are "
                                + Stream.concat(READS.stream(), WRITES.stream())
                                        .sorted()
                                        .toList());
            }
        }
        resource = resource.toLowerCase(Locale.ROOT);
    }

    /** {@return every request about a resource} */
    public static Match anything() {
        return new Match(Set.of(), "", "*", "", "", "");
    }

    /** {@return every request that changes something} */
    public static Match writes() {
        return new Match(WRITES, "", "*", "", "", "");
    }

    /** {@return the requests with these verbs} */
    public static Match verbs(String... verbs) {
        return new Match(Set.of(verbs), "", "*", "", "", "");
    }

    /** {@return these, but only of a resource in whichever group} */
    public Match on(String plural) {
        return new Match(verbs, plural, group, namespace, name, userAgent);
    }

    /** {@return these, but only of objects of such a name} */
    public Match named(String pattern) {
        return new Match(verbs, resource, group, namespace, pattern, userAgent);
    }

    /** {@return these, but only in such a namespace} */
    public Match in(String pattern) {
        return new Match(verbs, resource, group, pattern, name, userAgent);
    }

    /** {@return these, but only from clients whose User-Agent is such} */
    public Match from(String pattern) {
        return new Match(verbs, resource, group, namespace, name, pattern);
    }

    boolean covers(Attempt attempt) {
        return (verbs.isEmpty() || verbs.contains(attempt.verb()))
                && (resource.isEmpty() || glob(resource, attempt.resource()))
                && glob(group, attempt.group())
                && (namespace.isEmpty() || glob(namespace, attempt.namespace()))
                && (name.isEmpty() || glob(name, attempt.name()))
                && (userAgent.isEmpty() || glob(userAgent, attempt.userAgent()));
    }

    private static boolean glob(String pattern, String text) {
        List<String> parts = List.of(pattern.split("\\*", -1));
        if (parts.size() == 1) {
            return pattern.equals(text);
        }
        if (!text.startsWith(parts.getFirst())) {
            return false;
        }
        int at = parts.getFirst().length();
        for (String part : parts.subList(1, parts.size() - 1)) {
            int found = text.indexOf(part, at);
            if (found < 0) {
                return false;
            }
            at = found + part.length();
        }
        return text.length() - at >= parts.getLast().length() && text.endsWith(parts.getLast());
    }
}
