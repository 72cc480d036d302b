package dev.konverge.client;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * What is run in a container, and which of its streams are wanted.
 *
 * @param command the command and its arguments; empty to attach to what runs already
 * @param container the container; empty if there is only one
 * @param stdin whether something will be sent to it
 * @param stdout whether what it writes is wanted
 * @param stderr whether its complaints are wanted; with a terminal they come with the rest
 * @param tty whether it gets a terminal
 */
public record ExecOptions(
        List<String> command, String container, boolean stdin, boolean stdout, boolean stderr, boolean tty)
        implements QueryOptions {
    /** Copies its argument; a terminal has no second stream. */
    public ExecOptions {
        command = List.copyOf(command);
        stderr = stderr && !tty;
    }

    /** {@return options that run a command without input and want all it writes} */
    public static ExecOptions of(String... command) {
        return new ExecOptions(List.of(command), "", false, true, true, false);
    }

    /** {@return options that listen to what runs already} */
    public static ExecOptions attach() {
        return of();
    }

    /** {@return these options for another container} */
    public ExecOptions withContainer(String container) {
        return new ExecOptions(command, container, stdin, stdout, stderr, tty);
    }

    /** {@return these options with input, or without} */
    public ExecOptions withStdin(boolean stdin) {
        return new ExecOptions(command, container, stdin, stdout, stderr, tty);
    }

    /** {@return these options with a terminal, or without} */
    public ExecOptions withTty(boolean tty) {
        return new ExecOptions(command, container, stdin, stdout, !tty, tty);
    }

    @Override
    public void addTo(BiConsumer<String, String> query) {
        command.forEach(part -> query.accept("command", part));
        QueryOptions.add(query, "container", container);
        QueryOptions.add(query, "stdin", stdin ? "true" : "");
        QueryOptions.add(query, "stdout", stdout ? "true" : "");
        QueryOptions.add(query, "stderr", stderr ? "true" : "");
        QueryOptions.add(query, "tty", tty ? "true" : "");
    }
}
