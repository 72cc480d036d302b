package dev.konverge.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine;

/** The entry point of the {@code konverge} command. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = start(out, err, System.getenv(), args);
        System.exit(end(out, err, code));
    }

    /** {@return the exit code in the end} What could not be written is missed by whoever reads it, and a script has to know. */
    static int end(PrintWriter out, PrintWriter err, int code) {
        if (out.checkError() && code == 0) {
            err.println("konverge: not all of the output could be written.");
            err.flush();
            return CommandLine.ExitCode.SOFTWARE;
        }
        err.flush();
        return code;
    }

    /** Runs one command with the log as the user wants it. {@return the exit code} */
    static int start(PrintWriter out, PrintWriter err, Map<String, String> environment, String... args) {
        try {
            LogLevel.WARN.use();
        } catch (UserMistake mistake) {
            return Failures.failed(mistake, err, false);
        }
        return run(out, err, environment, args);
    }

    /**
     * Runs one command.
     *
     * @return the exit code: 0 done, 1 failed, 2 wrong arguments or something missing
     */
    static int run(PrintWriter out, PrintWriter err, Map<String, String> environment, String... args) {
        return Commands.commandLine(out, err, environment).execute(args);
    }
}
