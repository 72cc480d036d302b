package dev.konverge.apiserver.access;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The headers by which a request says as whom it shall be done. */
final class Wanted {
    private static final String PREFIX = "Impersonate-";
    private static final String EXTRA = PREFIX + "Extra-";

    private Wanted() {}

    /** {@return whether there are any}; asked for each request, so it only looks at how names begin */
    static boolean isIn(Headers headers) {
        for (Headers.Field field : headers.fields()) {
            if (isOne(field)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOne(Headers.Field field) {
        return field.name().regionMatches(true, 0, PREFIX, 0, PREFIX.length());
    }

    /** {@return the headers without them} */
    static Headers removedFrom(Headers headers) {
        return new Headers(
                headers.fields().stream().filter(field -> !isOne(field)).toList());
    }

    /** {@return whom they name, exactly as they do, if they name anybody} */
    static Optional<User> find(Headers headers) {
        String name = headers.find(PREFIX + "User").orElse("");
        String uid = headers.find(PREFIX + "Uid").orElse("");
        List<String> groups = headers.all(PREFIX + "Group");
        Map<String, List<String>> extra = extra(headers);
        if (!name.isEmpty()) {
            return Optional.of(new User(name, uid, groups, extra));
        }
        if (!uid.isEmpty() || !groups.isEmpty() || !extra.isEmpty()) {
            throw Failures.badRequest("requested " + shown(uid, groups, extra) + " without impersonating a user name");
        }
        return Optional.empty();
    }

    private static Map<String, List<String>> extra(Headers headers) {
        Map<String, List<String>> extra = new TreeMap<>();
        for (Headers.Field field : headers.fields()) {
            if (field.name().regionMatches(true, 0, EXTRA, 0, EXTRA.length())) {
                String key = decoded(field.name().substring(EXTRA.length()).toLowerCase(Locale.ROOT));
                extra.computeIfAbsent(key, any -> new ArrayList<>()).add(field.value());
            }
        }
        return extra;
    }

    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return key;
        }
    }

    /** The user without a name, as Go shows it. */
    private static String shown(String uid, List<String> groups, Map<String, List<String>> extra) {
        String shownGroups = groups.isEmpty() ? "[]string(nil)" : GoText.strings(groups);
        String shownExtra = extra.isEmpty()
                ? "map[string][]string(nil)"
                : extra.entrySet().stream()
                        .map(entry -> GoText.quote(entry.getKey()) + ":" + GoText.strings(entry.getValue()))
                        .collect(Collectors.joining(", ", "map[string][]string{", "}"));
        return "&user.DefaultInfo{Name:\"\", UID:" + GoText.quote(uid) + ", Groups:" + shownGroups + ", Extra:"
                + shownExtra + "}";
    }
}
