package dev.konverge.client.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Which exec plugins may be run. Set by a program, never by a kubeconfig: a kubeconfig that came from elsewhere must not decide
 * which programs run here (EX-8).
 */
public sealed interface ExecPolicy {
    /** Every plugin that a kubeconfig names. */
    record AllowAll() implements ExecPolicy {}

    /** None. */
    record DenyAll() implements ExecPolicy {}

    /**
     * These.
     *
     * @param commands programs, by name or by path. A plugin is allowed if it is named alike, or if both are found to be the same
     *     file, on the PATH where they are names
     */
    record AllowOnly(Set<String> commands) implements ExecPolicy {
        /** Copies its argument, and refuses what can never match. */
        public AllowOnly {
            commands = Set.copyOf(commands);
            if (commands.isEmpty()) {
                throw new IllegalArgumentException("a list of allowed exec plugins must not be empty");
            }
            commands.forEach(AllowOnly::check);
        }

        private static void check(String command) {
            boolean normal;
            try {
                normal = !command.isBlank()
                        && Path.of(command).normalize().toString().equals(command);
            } catch (InvalidPathException e) {
                normal = false;
            }
            if (!normal) {
                throw new IllegalArgumentException("not the normalised name or path of a program: '" + command + "'");
            }
        }
    }

    /** What holds where nothing else is said. */
    ExecPolicy STANDARD = new AllowAll();
}
