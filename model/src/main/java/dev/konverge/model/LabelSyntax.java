package dev.konverge.model;

import java.util.Optional;

/**
 * What a label may look like.
 *
 * <p>A key is a name of at most 63 letters, digits, {@code - _ .} that begins and ends with a letter or digit, and may
 * be preceded by a DNS subdomain of at most 253 characters and a slash. A value is empty or looks like such a name.
 */
final class LabelSyntax {
    private static final int MAX_NAME = 63;
    private static final int MAX_PREFIX = 253;

    private LabelSyntax() {}

    /**
     * Checks a key.
     *
     * @throws IllegalArgumentException if no label can have it
     */
    static void requireKey(String key) {
        problemWithKey(key).ifPresent(problem -> {
            throw new IllegalArgumentException("Invalid value: label key " + Excerpt.quoted(key) + ' ' + problem);
        });
    }

    /**
     * Checks a value.
     *
     * @throws IllegalArgumentException if no label can have it
     */
    static void requireValue(String key, String value) {
        problemWithValue(value).ifPresent(problem -> {
            throw new IllegalArgumentException(
                    "Invalid value: value " + Excerpt.quoted(value) + " of label \"" + key + "\" " + problem);
        });
    }

    private static Optional<String> problemWithKey(String key) {
        int slash = key.indexOf('/');
        if (slash < 0) {
            return problemWithName(key);
        }
        if (key.indexOf('/', slash + 1) >= 0) {
            return Optional.of("has more than one slash");
        }
        return problemWithPrefix(key.substring(0, slash)).or(() -> problemWithName(key.substring(slash + 1)));
    }

    private static Optional<String> problemWithValue(String value) {
        return value.isEmpty() ? Optional.empty() : problemWithName(value);
    }

    private static Optional<String> problemWithName(String name) {
        if (name.isEmpty()) {
            return Optional.of("has an empty name");
        }
        if (name.length() > MAX_NAME) {
            return Optional.of("has more than " + MAX_NAME + " characters in its name");
        }
        if (!isAlphanumeric(name.charAt(0)) || !isAlphanumeric(name.charAt(name.length() - 1))) {
            return Optional.of("does not begin and end with a letter or digit");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
                return Optional.of("has a character other than letters, digits, '-', '_' and '.'");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> problemWithPrefix(String prefix) {
        if (prefix.length() > MAX_PREFIX) {
            return Optional.of("has more than " + MAX_PREFIX + " characters before the slash");
        }
        for (String part : prefix.split("\\.", -1)) {
            if (!isDnsLabel(part)) {
                return Optional.of("has something other than a DNS name in lower case before the slash");
            }
        }
        return Optional.empty();
    }

    private static boolean isDnsLabel(String part) {
        if (part.isEmpty() || part.startsWith("-") || part.endsWith("-")) {
            return false;
        }
        return part.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }

    private static boolean isAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
