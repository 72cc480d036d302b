package dev.konverge.cli;

import dev.konverge.codegen.importer.ImportException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a call that did not work says, and the exit code it ends with. */
final class Failures {
    private Failures() {}

    /** Arguments that the command does not take: one line that says which, what they resemble, and where the help is. */
    static int wrongArguments(ParameterException mistake) {
        CommandLine command = mistake.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        var line = new StringBuilder(name).append(": ").append(reason(mistake)).append('.');
        if (mistake instanceof UnmatchedArgumentException unmatched) {
            Suggestions.of(unmatched)
                    .ifPresent(similar ->
                            line.append(" Did you mean: ").append(similar).append('?'));
        }
        line.append(" './konverge help")
                .append(name.substring("konverge".length()))
                .append("' tells more.");
        command.getErr().println(line);
        command.getErr().flush();
        return CommandLine.ExitCode.USAGE;
    }

    private static String reason(ParameterException mistake) {
        if (mistake instanceof UnmatchedArgumentException unmatched) {
            String first = unmatched.getUnmatched().getFirst();
            if (unmatched.isUnknownOption()) {
                return "there is no option '" + first + "'";
            }
            return mistake.getCommandLine().getSubcommands().isEmpty()
                    ? "does not take the argument '" + first + "'"
                    : "there is no command '" + first + "'";
        }
        String message = mistake.getMessage() == null ? "wrong arguments" : mistake.getMessage();
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    /** A command that was understood and did not come to its end. */
    static int failed(Exception failure, PrintWriter err, boolean debug) {
        String advice = usersAdvice(failure);
        if (advice != null) {
            err.println("konverge: " + advice);
        } else if (failure instanceof Unsuccessful) {
            err.println("konverge: " + failure.getMessage());
        } else {
            err.println("konverge: unexpected failure: " + failure);
            err.println("  This is a defect of Konverge. --debug (or KONVERGE_DEBUG=1) shows where it happened.");
        }
        // A mistake is explained by its line; only who asks for the trace of a mistake gets that too.
        if (debug) {
            failure.printStackTrace(err);
        }
        err.flush();
        return advice != null ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }

    /** {@return what to tell the user who can put it right, or null if the fault is ours} */
    private static @Nullable String usersAdvice(Exception failure) {
        if (failure instanceof UserMistake || failure instanceof ImportException) {
            return failure.getMessage();
        }
        Throwable cause = failure instanceof UncheckedIOException wrapped ? wrapped.getCause() : failure;
        return cause instanceof FileSystemException file ? fileAdvice(file) : null;
    }

    private static String fileAdvice(FileSystemException file) {
        return switch (file) {
            case NoSuchFileException missing -> "there is no file or folder " + missing.getFile();
            case AccessDeniedException denied -> "no permission for " + denied.getFile();
            default -> file.getMessage() == null ? file.toString() : file.getMessage();
        };
    }
}
