package dev.konverge.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code konverge help [COMMAND…]}. */
@Command(name = "help", description = "Print the overview, or the help of one command.")
final class HelpCommand implements Callable<Integer> {
    private final PrintWriter out;

    @Parameters(paramLabel = "COMMAND", description = "The command to explain, such as: schema import")
    private List<String> path = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    HelpCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("help runs only as a command");
        }
        CommandLine command = spec.root().commandLine();
        if (path.isEmpty()) {
            out.print(HelpText.read());
            out.flush();
            return CommandLine.ExitCode.OK;
        }
        for (String name : path) {
            CommandLine next = command.getSubcommands().get(name);
            if (next == null) {
                throw new UnknownCommand(name, command.getSubcommands().keySet());
            }
            command = next;
        }
        command.usage(out);
        out.flush();
        return CommandLine.ExitCode.OK;
    }
}
