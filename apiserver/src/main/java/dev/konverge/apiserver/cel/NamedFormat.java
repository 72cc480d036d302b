package dev.konverge.apiserver.cel;

import dev.konverge.apiserver.kind.NameSyntax;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A format of texts that has a name.
 *
 * @param regexSize how long the regular expression counts to be that checks it
 */
record NamedFormat(String name, int regexSize) {
    private static final Pattern UUID =
            Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    private static final Pattern BASE64 =
            Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})");

    private static final Map<String, NamedFormat> BY_NAME = Map.ofEntries(
            entry("dns1123Label", 30),
            entry("dns1123Subdomain", 60),
            entry("dns1035Label", 30),
            entry("qualifiedName", 60),
            entry("dns1123LabelPrefix", 30),
            entry("dns1123SubdomainPrefix", 60),
            entry("dns1035LabelPrefix", 30),
            entry("labelValue", 40),
            entry("uri", 1103),
            entry("uuid", 78),
            entry("byte", 84),
            entry("date", 209),
            entry("datetime", 209));

    private static final Map<String, Function<String, List<String>>> CHECKS = Map.ofEntries(
            Map.entry("dns1123Label", NameSyntax::label),
            Map.entry("dns1123Subdomain", NameSyntax::subdomain),
            Map.entry("dns1035Label", NameSyntax::label1035),
            Map.entry("qualifiedName", NameSyntax::qualified),
            Map.entry("dns1123LabelPrefix", text -> NameSyntax.label(prefix(text))),
            Map.entry("dns1123SubdomainPrefix", text -> NameSyntax.subdomain(prefix(text))),
            Map.entry("dns1035LabelPrefix", text -> NameSyntax.label1035(prefix(text))),
            Map.entry("labelValue", NameSyntax::labelValue),
            Map.entry("uri", NamedFormat::uri),
            Map.entry("uuid", check(UUID.asMatchPredicate(), "does not match the UUID format")),
            Map.entry("byte", check(BASE64.asMatchPredicate(), "invalid base64")),
            Map.entry("date", check(NamedFormat::isDate, "invalid date")),
            Map.entry("datetime", check(NamedFormat::isDateTime, "invalid datetime")));

    private static Map.Entry<String, NamedFormat> entry(String name, int regexSize) {
        return Map.entry(name, new NamedFormat(name, regexSize));
    }

    static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    static Map<String, Operation> all() {
        Map<String, Operation> all = new HashMap<>();
        all.put("format.named", a -> Optional.ofNullable(BY_NAME.get(Operation.text(a, 0))));
        BY_NAME.forEach((name, format) -> all.put("format." + name, a -> format));
        all.put("validate", a -> Operation.as(NamedFormat.class, a.get(0)).validate(Operation.text(a, 1)));
        return all;
    }

    private Object validate(String text) {
        Function<String, List<String>> check = CHECKS.get(name);
        List<String> problems = check == null ? List.of() : check.apply(text);
        return problems.isEmpty() ? Optional.empty() : Optional.of(problems);
    }

    private static Function<String, List<String>> check(Predicate<String> valid, String complaint) {
        return text -> valid.test(text) ? List.of() : List.of(complaint);
    }

    /** A name that more is added to may end in a hyphen. */
    private static String prefix(String text) {
        return text.length() > 1 && text.endsWith("-") ? text.substring(0, text.length() - 2) + "a" : text;
    }

    private static List<String> uri(String text) {
        try {
            Url.parse(text);
            return List.of();
        } catch (CelFailure malformed) {
            return List.of(malformed.text().replaceFirst("^URL parse error during conversion from string: ", ""));
        }
    }

    private static boolean isDate(String text) {
        try {
            return !LocalDate.parse(text).isEqual(LocalDate.MIN);
        } catch (DateTimeParseException malformed) {
            return false;
        }
    }

    private static boolean isDateTime(String text) {
        try {
            return OffsetDateTime.parse(text).getYear() >= 0;
        } catch (DateTimeParseException malformed) {
            return false;
        }
    }
}
