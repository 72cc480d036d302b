package dev.konverge.benchmarks;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sizes of a run, by name. They travel to the child processes as they are.
 *
 * @param values the settings
 */
public record Settings(Map<String, String> values) {
    /** No settings. */
    public static final Settings NONE = new Settings(Map.of());

    /** Copies and sorts its argument. */
    public Settings {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /**
     * {@return the setting of that name as a number}
     *
     * @throws UsageException if it is not a positive whole number
     */
    public int number(String name, int otherwise) {
        String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw notANumber(name, value);
        }
        throw notANumber(name, value);
    }

    /**
     * {@return the setting of that name as it is}
     *
     * @throws UsageException if it is not set
     */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new UsageException("the setting " + name + " is missing");
        }
        return value;
    }

    private static UsageException notANumber(String name, String value) {
        return new UsageException("the setting " + name + " is '" + value + "', but must be a whole number above 0");
    }

    /** {@return a copy in which that setting has that value, unless it is set already} */
    public Settings withDefault(String name, Object value) {
        var copy = new TreeMap<>(values);
        copy.putIfAbsent(name, value.toString());
        return new Settings(copy);
    }

    /** {@return a copy in which each of these settings has the value that the others have for it; what else they have is left out} */
    public Settings setTo(Settings others) {
        var copy = new TreeMap<>(values);
        copy.replaceAll((name, usual) -> others.values.getOrDefault(name, usual));
        return new Settings(copy);
    }

    /** {@return the settings as command line arguments} */
    List<String> arguments() {
        return values.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toList();
    }

    /** {@return the settings in words: name=value, separated by blanks} */
    @Override
    public String toString() {
        return String.join(" ", arguments());
    }

    /** Reads what {@link #arguments()} wrote. */
    static Settings parse(List<String> arguments) {
        var values = new TreeMap<String, String>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals <= 0) {
                throw new UsageException("a setting is NAME=VALUE, not '" + argument + "'");
            }
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return new Settings(values);
    }
}
