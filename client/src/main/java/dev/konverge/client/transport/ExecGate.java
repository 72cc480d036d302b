package dev.konverge.client.transport;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.ExecPlugin;
import dev.konverge.client.config.ExecPolicy;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds programs the way a shell does, and says which of them a policy allows as plugins. */
record ExecGate(ExecPolicy policy, Environment environment, TransportMetrics metrics) {
    /**
     * Lets a plugin pass, or not.
     *
     * @throws ConfigException if the policy does not allow it
     */
    void check(ExecPlugin plugin) {
        boolean allowed = switch (policy) {
            case ExecPolicy.AllowAll all -> true;
            case ExecPolicy.DenyAll none -> false;
            case ExecPolicy.AllowOnly only ->
                only.commands().stream().anyMatch(command -> isSame(command, plugin.command()));
        };
        metrics.pluginAsked(allowed);
        if (!allowed) {
            throw new ConfigException(
                    "this program's policy does not allow it to be run",
                    "exec plugin " + plugin.command(),
                    "use other credentials, or have it allowed");
        }
    }

    private boolean isSame(String allowed, String command) {
        if (allowed.equals(command)) {
            return true;
        }
        Optional<Path> one = find(allowed);
        return one.isPresent() && one.equals(find(command));
    }

    /** {@return the file of a program; nothing if there is none} */
    Optional<Path> find(String command) {
        if (command.contains("/") || command.contains(File.separator)) {
            return existing(Path.of(command));
        }
        for (String directory : environment.variable("PATH").split(Pattern.quote(File.pathSeparator), -1)) {
            Optional<Path> found = existing(Path.of(directory, command));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> existing(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            // The directory's own path: a link is a name of its own, which may lead elsewhere tomorrow.
            Path directory = file.toAbsolutePath().getParent();
            return Optional.of(
                    directory == null
                            ? file.toAbsolutePath()
                            : directory.toRealPath().resolve(file.getFileName()));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
