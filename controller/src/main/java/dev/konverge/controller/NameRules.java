package dev.konverge.controller;

import java.util.regex.Pattern;

/** What the API server takes for a name. Whoever is told of a mistake here need not wait for the first write to be refused. */
final class NameRules {
    private static final String WORD = "[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?";
    private static final String DOMAIN =
            "(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*";

    private static final Pattern PLAIN = Pattern.compile(WORD);
    private static final Pattern OBJECT = Pattern.compile(DOMAIN);

    private NameRules() {}

    /**
     * {@return a name without a domain}
     *
     * @param what what it is the name of, for the message
     * @throws IllegalArgumentException if the server would refuse it
     */
    static String plain(String what, String name) {
        return require(
                PLAIN.matcher(name).matches(),
                what,
                name,
                "up to 63 letters, digits, dashes, dots and underscores are, with a letter or digit at both ends");
    }

    /**
     * {@return a name with a domain}
     *
     * @throws IllegalArgumentException if the server would refuse it
     */
    static String withDomain(String what, String name) {
        int slash = name.indexOf('/');
        return require(
                slash > 0
                        && OBJECT.matcher(name.substring(0, slash)).matches()
                        && PLAIN.matcher(name.substring(slash + 1)).matches(),
                what,
                name,
                "a domain and a name of up to 63 characters are, as in example.com/clean-up");
    }

    /**
     * {@return the name of an object}
     *
     * @throws IllegalArgumentException if the server would refuse it
     */
    static String object(String what, String name) {
        return require(
                OBJECT.matcher(name).matches(),
                what,
                name,
                "up to 253 small letters, digits, dashes and dots are, with a letter or digit at both ends of each part");
    }

    private static String require(boolean good, String what, String name, String allowed) {
        if (!good) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is not allowed as the name of " + what + ": " + allowed);
        }
        return name;
    }
}
