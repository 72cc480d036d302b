package dev.konverge.client.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The header fields of a message in their order, names in lower case. Immutable. */
public final class HeaderFields {
    private static final Set<String> SECRETS = Set.of("authorization", "cookie", "proxy-authorization");

    /** Names, each with its value behind it. */
    private final String[] pairs;

    HeaderFields(String[] pairs) {
        this.pairs = pairs;
    }

    /** {@return how many there are} */
    public int size() {
        return pairs.length / 2;
    }

    /** {@return the name of a field} */
    public String name(int index) {
        return pairs[2 * index];
    }

    /** {@return the value of a field} */
    public String value(int index) {
        return pairs[2 * index + 1];
    }

    /** {@return the first value under a name in lower case, or null if there is none} */
    public @Nullable String first(String name) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(name)) {
                return pairs[i + 1];
            }
        }
        return null;
    }

    /** {@return whether one of the words of a list, as in {@code Connection: keep-alive, Upgrade}, is this one} */
    boolean lists(String name, String word) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(name)) {
                for (String item : pairs[i + 1].split(",", -1)) {
                    if (item.strip().equalsIgnoreCase(word)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** {@return the same without what says who asks, and as whom} */
    HeaderFields withoutSecrets() {
        return without(name -> SECRETS.contains(name) || name.startsWith("impersonate-"));
    }

    /** {@return the same without fields of certain names} */
    HeaderFields without(Predicate<String> names) {
        List<String> rest = new ArrayList<>(pairs.length);
        for (int i = 0; i < pairs.length; i += 2) {
            if (!names.test(pairs[i])) {
                rest.add(pairs[i]);
                rest.add(pairs[i + 1]);
            }
        }
        return new HeaderFields(rest.toArray(new String[0]));
    }

    /** {@return whether something can be a name} */
    static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c <= ' ' || c > '~' || c == ':') {
                return false;
            }
        }
        return !name.isEmpty();
    }

    /** {@return whether something can be a value: anything without control characters} */
    static boolean isValue(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f) {
                return false;
            }
        }
        return true;
    }

    /** Prints names only: values may be secrets. */
    @Override
    public String toString() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            names.add(pairs[i]);
        }
        return names.toString();
    }

    /** Collects fields. */
    public static final class Builder {
        private final List<String> pairs = new ArrayList<>(24);

        /**
         * Adds a field.
         *
         * @throws IllegalArgumentException if the name or the value cannot stand in a message
         */
        public Builder add(String name, String value) {
            pairs.add(checkedName(name).toLowerCase(Locale.ROOT));
            pairs.add(checkedValue(name, value));
            return this;
        }

        /** Adds a field, and takes out all that have the same name. */
        public Builder set(String name, String value) {
            remove(name);
            return add(name, value);
        }

        /** Takes out all fields of a name. */
        public Builder remove(String name) {
            for (int i = pairs.size() - 2; i >= 0; i -= 2) {
                if (pairs.get(i).equalsIgnoreCase(name)) {
                    pairs.remove(i + 1);
                    pairs.remove(i);
                }
            }
            return this;
        }

        /** {@return the fields} */
        public HeaderFields build() {
            return new HeaderFields(pairs.toArray(new String[0]));
        }

        private static String checkedName(String name) {
            if (!isName(name)) {
                throw new IllegalArgumentException("not the name of a header: " + printable(name));
            }
            return name;
        }

        private static String checkedValue(String name, String value) {
            if (!isValue(value)) {
                // The value itself may be a secret.
                throw new IllegalArgumentException("the value of header " + name + " has a control character");
            }
            return value;
        }

        private static String printable(String name) {
            return name.replaceAll("[^ -~]", "?");
        }
    }
}
