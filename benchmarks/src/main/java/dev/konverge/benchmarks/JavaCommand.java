package dev.konverge.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that runs a class in a JVM of its own: of the Java that runs this one. Immutable.
 *
 * @param classPath where the class is
 * @param flags options of the JVM, such as the size of its heap
 */
public record JavaCommand(String classPath, List<String> flags) {
    /** Peers log through SLF4J; that nothing listens is no news. */
    private static final String QUIET = "-Dslf4j.internal.verbosity=ERROR";

    /** Copies its arguments. */
    public JavaCommand {
        flags = List.copyOf(flags);
    }

    /** {@return a command with the class path that all benchmarks share} */
    public static JavaCommand with(List<String> flags) {
        return new JavaCommand(System.getProperty("java.class.path"), flags);
    }

    /** {@return a program of the JDK, such as {@code java}} */
    public static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** {@return program and arguments} The flags are the last before the main class, so that {@code -version} can be one of them. */
    public List<String> running(String main, List<String> arguments) {
        var command = new ArrayList<>(List.of(tool("java"), QUIET, "-cp", classPath));
        command.addAll(flags);
        command.add(main);
        command.addAll(arguments);
        return command;
    }

    /** {@return program and arguments} */
    public List<String> running(Class<?> main, String... arguments) {
        return running(main.getName(), List.of(arguments));
    }
}
