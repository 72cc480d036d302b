package dev.konverge.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/** What somebody may have meant. */
final class Suggestions {
    /** Two slips of the hand, or two letters that changed places. */
    private static final int SLIPS = 2;

    private Suggestions() {}

    /** {@return the option or command that resembles what the command does not take} */
    static Optional<String> of(UnmatchedArgumentException unmatched) {
        CommandLine command = unmatched.getCommandLine();
        String given = unmatched.getUnmatched().getFirst().replaceFirst("=.*", "");
        Collection<String> known = unmatched.isUnknownOption()
                ? command.getCommandSpec().optionsMap().keySet()
                : command.getSubcommands().keySet();
        return known.stream()
                .filter(name -> distance(given, name) <= SLIPS || (given.length() > 3 && name.startsWith(given)))
                .min(Comparator.comparingInt(name -> distance(given, name)));
    }

    /** {@return how many letters have to be put in, left out or replaced} */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
