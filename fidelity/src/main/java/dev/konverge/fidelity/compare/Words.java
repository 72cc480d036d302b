package dev.konverge.fidelity.compare;

import dev.konverge.fidelity.play.Addresses;
import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces parts of texts: names, uids, times, addresses and versions that are chance. Counts uids by first appearance. */
final class Words {
    private static final Pattern UID =
            Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b");
    private static final Pattern TIME =
            Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
    private static final Pattern ADDRESS = Pattern.compile("\\b(10\\.0|192\\.168)\\.\\d{1,3}\\.\\d{1,3}\\b(?!/)");
    private static final Pattern PORT = Pattern.compile(":3[0-2]\\d{3}/");
    private static final Pattern TOKEN = Pattern.compile("eyJ[\\w-]+\\.eyJ[\\w-]+\\.[\\w-]+");
    private static final Pattern VERSION = Pattern.compile(
            "((?:resource version: |, current: |resource version: \\S+ \\(|ResourceVersion in (?:the precondition|record) \\())(\\d+)");
    /** Where the webhooks of scenarios are. */
    private static final Pattern HOOKS = Pattern.compile("https://127\\.0\\.0\\.1:\\d{4,5}(?=/)");
    /** The file and line where the real server was built from. */
    private static final Pattern SCHEME = Pattern.compile("in scheme \\\\?\"[\\w/.:-]+\\\\?\"");
    /** Inside of an object that a message quotes. */
    private static final Pattern QUOTED_VERSION = Pattern.compile("(\\\\\"resourceVersion\\\\\":\\\\\")(\\d+)");

    private static final String SUFFIX = "[bcdfghjklmnpqrstvwxz2456789]{5}";
    private static final Duration NEAR = Duration.ofDays(2);

    private final String namespace;
    private final Instant now;
    private final Revisions revisions;
    private final Map<String, String> generated = new LinkedHashMap<>();
    private final Map<Pattern, String> made = new LinkedHashMap<>();
    private final Map<String, String> uids = new LinkedHashMap<>();

    Words(String namespace, Instant now, Revisions revisions) {
        this.namespace = namespace;
        this.now = now;
        this.revisions = revisions;
    }

    /** Takes note of what generated names begin with, for those that only a refusal tells. */
    void collectPrefixes(Set<String> prefixes) {
        for (String prefix : prefixes) {
            made.put(
                    Pattern.compile("(^|\"|\\\\\")" + Pattern.quote(head(prefix)) + SUFFIX + "(?=$|\\\\?\")"),
                    "$1" + Matcher.quoteReplacement(head(prefix) + "XXXXX"));
        }
    }

    /** Takes note of generated names. */
    void collect(Json value) {
        switch (value) {
            case Json.Arr array -> array.items().forEach(this::collect);
            case Json.Obj object -> {
                if (object.get("generateName") instanceof Json.Str base
                        && object.get("name") instanceof Json.Str name
                        && name.value().matches(Pattern.quote(head(base.value())) + SUFFIX)) {
                    generated.put(name.value(), head(base.value()) + "XXXXX");
                }
                object.fields().values().forEach(this::collect);
            }
            default -> {}
        }
    }

    private static String head(String base) {
        return base.substring(0, Math.min(58, base.length()));
    }

    String in(String text) {
        String result = text;
        for (Map.Entry<String, String> name : generated.entrySet()) {
            result = result.replace(name.getKey(), name.getValue());
        }
        for (Map.Entry<Pattern, String> name : made.entrySet()) {
            result = name.getKey().matcher(result).replaceAll(name.getValue());
        }
        result = result.replace(namespace, "NS")
                .replaceAll("\\b" + Pattern.quote(Addresses.of(namespace)) + "\\b", "IP");
        result = UID.matcher(result)
                .replaceAll(uid -> uids.computeIfAbsent(uid.group(), first -> "uid#" + (uids.size() + 1)));
        result = TIME.matcher(result).replaceAll(time -> Matcher.quoteReplacement(time(time)));
        result = ADDRESS.matcher(result).replaceAll("ADDRESS");
        // Before the ports of nodes: the system may give one of those numbers to a webhook.
        result = HOOKS.matcher(result).replaceAll("https://HOOKS");
        result = PORT.matcher(result).replaceAll(":PORT/");
        result = SCHEME.matcher(result).replaceAll("in scheme SCHEME");
        result = QUOTED_VERSION
                .matcher(result)
                .replaceAll(version -> Matcher.quoteReplacement(version.group(1) + revisions.word(version.group(2))));
        result = TOKEN.matcher(result).replaceAll("TOKEN");
        return VERSION.matcher(result)
                .replaceAll(version -> Matcher.quoteReplacement(version.group(1) + revisions.word(version.group(2))));
    }

    private String time(MatchResult found) {
        try {
            Instant time = java.time.OffsetDateTime.parse(found.group()).toInstant();
            if (Duration.between(now, time).abs().compareTo(NEAR) < 0) {
                return found.group(1) == null ? "T" : "T" + found.group(1).replaceAll("\\d", "0");
            }
        } catch (DateTimeParseException e) {
            // Looks like a time and is none: somebody's text, left as it is.
        }
        return found.group();
    }
}
