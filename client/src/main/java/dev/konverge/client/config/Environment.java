package dev.konverge.client.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a program is given by the machine it runs on, as far as it matters for finding a cluster.
 *
 * @param variables the variables of the process
 * @param home the user's directory
 * @param serviceAccount where a pod finds its token
 * @param terminal whether a user is there to be asked
 */
public record Environment(Map<String, String> variables, Path home, Path serviceAccount, boolean terminal) {
    /** Where a pod finds its token. */
    public static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /** Copies its argument. */
    public Environment {
        variables = Map.copyOf(variables);
    }

    /** {@return that of this process} */
    public static Environment ofProcess() {
        Map<String, String> variables = System.getenv();
        String home = variables.getOrDefault("HOME", "");
        return new Environment(
                variables,
                Path.of(home.isEmpty() ? System.getProperty("user.home", "") : home),
                SERVICE_ACCOUNT,
                standardInputIsTerminal());
    }

    /** Since Java 22 there is a console without a terminal too, and Java 21 cannot ask it; Linux can be asked itself. */
    @SuppressWarnings("SystemConsoleNull") // Right on Java 21; later it is too hopeful where Linux cannot be asked.
    private static boolean standardInputIsTerminal() {
        try {
            String device = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return System.console() != null;
        }
    }

    /** {@return a variable, empty if it is not set} */
    public String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    /** Variables may be secrets. */
    @Override
    public String toString() {
        return "Environment[" + variables.size() + " variables, " + home + "]";
    }
}
