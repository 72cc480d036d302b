package dev.konverge.apiserver.crd;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The formats of strings that a schema may ask for. Names are compared without their dashes; others are not checked. */
final class Formats {
    private static final Pattern UUID = insensitive("[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    private static final Pattern UUID3 =
            insensitive("[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    private static final Pattern UUID4 =
            insensitive("[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}");
    private static final Pattern UUID5 =
            insensitive("[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}");
    private static final Pattern HOST_LABEL =
            Pattern.compile("[a-zA-Z0-9\\p{S}\\p{L}]([a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?");
    private static final Pattern TOP_DOMAIN = Pattern.compile("[a-zA-Z\\p{L}]{2,63}");
    private static final Pattern EMAIL =
            Pattern.compile("(?:[^<>@]*<)?[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~\\P{ASCII}-]+@[a-zA-Z0-9.\\-\\P{ASCII}]+>?");
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*");
    private static final Pattern MAC =
            Pattern.compile("(?:[0-9a-fA-F]{2}[:-]){5}(?:[0-9a-fA-F]{2}[:-]){0,2}[0-9a-fA-F]{2}"
                    + "|(?:[0-9a-fA-F]{4}\\.){2,3}[0-9a-fA-F]{4}");
    private static final Pattern HEX_COLOR = Pattern.compile("#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})");
    private static final Pattern RGB_COLOR = Pattern.compile(
            "rgb\\(\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*,\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*,"
                    + "\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*\\)");
    private static final Pattern SSN = Pattern.compile("\\d{3}[- ]?\\d{2}[- ]?\\d{4}");
    private static final Pattern BASE64 =
            Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})");
    private static final Pattern BSON_ID = insensitive("[0-9a-f]{24}");
    private static final Pattern GO_DURATION =
            Pattern.compile("[-+]?(?:0|(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:ns|us|µs|μs|ms|s|m|h))+)");
    private static final Pattern LONG_DURATION = Pattern.compile(
            "(?:\\s*\\d+\\s*(?:ns|nanos?\\w*|us|µs|micros?\\w*|ms|millis?\\w*|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?))+\\s*");
    private static final Pattern SHORT_NAME = Pattern.compile("[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern LONG_NAME =
            Pattern.compile("[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*");

    private static final Map<String, Predicate<String>> KNOWN = Map.ofEntries(
            Map.entry("bsonobjectid", matches(BSON_ID)),
            Map.entry("uri", Formats::isUri),
            Map.entry("email", matches(EMAIL)),
            Map.entry("hostname", Formats::isHostname),
            Map.entry("ipv4", Addresses::isIpv4),
            Map.entry("ipv6", Addresses::isIpv6),
            Map.entry("cidr", Addresses::isCidr),
            Map.entry("mac", matches(MAC)),
            Map.entry("uuid", matches(UUID)),
            Map.entry("uuid3", matches(UUID3)),
            Map.entry("uuid4", matches(UUID4)),
            Map.entry("uuid5", matches(UUID5)),
            Map.entry("isbn", text -> Checksums.isIsbn10(text) || Checksums.isIsbn13(text)),
            Map.entry("isbn10", Checksums::isIsbn10),
            Map.entry("isbn13", Checksums::isIsbn13),
            Map.entry("creditcard", Checksums::isCreditCard),
            Map.entry("ssn", matches(SSN)),
            Map.entry("hexcolor", matches(HEX_COLOR)),
            Map.entry("rgbcolor", matches(RGB_COLOR)),
            Map.entry("byte", matches(BASE64)),
            Map.entry("password", text -> true),
            Map.entry("date", Formats::isDate),
            Map.entry(
                    "duration",
                    text -> matches(GO_DURATION).test(text)
                            || matches(LONG_DURATION).test(text)),
            Map.entry("datetime", Formats::isDateTime),
            Map.entry("k8sshortname", matches(SHORT_NAME)),
            Map.entry(
                    "k8slongname",
                    text -> text.length() <= 253 && matches(LONG_NAME).test(text)));

    private static final Map<String, Set<String>> OF_NUMBERS =
            Map.of("integer", Set.of("int32", "int64"), "number", Set.of("float", "double"));

    private Formats() {}

    /** {@return whether a schema of a type may ask for a format: otherwise it is ignored} */
    static boolean isKnown(String type, String format) {
        return (type.isEmpty() || type.equals("string"))
                ? KNOWN.containsKey(normal(format))
                : OF_NUMBERS.getOrDefault(type, Set.of()).contains(format);
    }

    /** {@return whether a text has a format, or the format is not one of texts} */
    static boolean isValid(String format, String text) {
        Predicate<String> check = KNOWN.get(normal(format));
        return check == null || check.test(text);
    }

    private static String normal(String format) {
        return format.replace("-", "");
    }

    private static Pattern insensitive(String pattern) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
    }

    private static Predicate<String> matches(Pattern pattern) {
        return pattern.asMatchPredicate();
    }

    private static boolean isUri(String text) {
        boolean clean = !text.isEmpty()
                && text.chars().noneMatch(c -> c < 0x20 || c == 0x7f)
                && !Pattern.compile("%(?![0-9a-fA-F]{2})").matcher(text).find();
        return clean && (text.startsWith("/") || SCHEME.matcher(text).matches());
    }

    private static boolean isHostname(String text) {
        if (text.length() > 255) {
            return false;
        }
        String[] labels = text.split("\\.", -1);
        for (String label : labels) {
            if (label.length() > 63 || !HOST_LABEL.matcher(label).matches()) {
                return false;
            }
        }
        return labels.length == 1
                || TOP_DOMAIN.matcher(labels[labels.length - 1]).matches();
    }

    private static boolean isDate(String text) {
        try {
            LocalDate.parse(text);
            return text.length() == 10;
        } catch (DateTimeException notADate) {
            return false;
        }
    }

    private static boolean isDateTime(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        try {
            OffsetDateTime.parse(upper);
            return text.length() >= 20;
        } catch (DateTimeException noOffset) {
            return isLocalDateTime(upper);
        }
    }

    private static boolean isLocalDateTime(String text) {
        try {
            LocalDateTime.parse(text);
            return text.length() >= 19;
        } catch (DateTimeException notATime) {
            return false;
        }
    }
}
