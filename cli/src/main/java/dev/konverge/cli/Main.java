package dev.konverge.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The entry point of the {@code konverge} command. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        LogLevel.WARN.use();
        int code = run(out, err, System.getenv(), args);
        out.flush();
        err.flush();
        System.exit(code);
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
