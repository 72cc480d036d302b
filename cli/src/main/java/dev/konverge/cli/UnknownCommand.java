package dev.konverge.cli;

import java.util.Collection;

/** A command that does not exist, with those that do. */
final class UnknownCommand extends UserMistake {
    private static final long serialVersionUID = 1L;

    UnknownCommand(String name, Collection<String> known) {
        super("there is no command '" + name + "'. There are: " + String.join(", ", known) + ".");
    }
}
