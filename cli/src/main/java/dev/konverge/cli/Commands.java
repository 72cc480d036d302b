package dev.konverge.cli;

import dev.konverge.base.Platform;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The list of all commands, and what they have in common. */
@Command(name = "konverge")
final class Commands implements Runnable {
    /** Lines that are longer are broken anywhere, in the middle of an example as well. */
    static final int HELP_WIDTH = 110;

    private final PrintWriter out;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of an unexpected failure (also: KONVERGE_DEBUG=1).")
    private boolean debug;

    private Commands(PrintWriter out, boolean debug) {
        this.out = out;
        this.debug = debug;
    }

    /** {@return a parser of the whole command line that runs what it parsed} */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, Map<String, String> environment) {
        var top = new Commands(
                out, !environment.getOrDefault("KONVERGE_DEBUG", "").isEmpty());
        var line = new CommandLine(top)
                .addSubcommand(new GenerateCommand(out))
                .addSubcommand(new SchemaCommand(out))
                .addSubcommand(new ApiServerCommand(out, err, Platform.real()))
                .addSubcommand(new FidelityCommand(out, err, Platform.real()))
                .addSubcommand(new SampleControllerCommand(out))
                .addSubcommand(new DemoCommand(out, Platform.real(), environment))
                .addSubcommand(new LabCommand(out))
                .addSubcommand(new VersionCommand(out))
                .addSubcommand(new HelpCommand(out))
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((mistake, args) -> Failures.wrongArguments(mistake))
                .setExecutionExceptionHandler((failure, command, parsed) -> Failures.failed(failure, err, top.debug));
        line.registerConverter(Path.class, Commands::path);
        addHelpAndVersion(line);
        line.setUsageHelpWidth(HELP_WIDTH);
        return line;
    }

    /** An empty name is what a variable that was never set leaves behind, and not a wish for the current folder. */
    private static Path path(String name) {
        if (name.isEmpty()) {
            throw new TypeConversionException("it is empty");
        }
        return Path.of(name);
    }

    /** The top command has a help text of its own, and does without {@code --help} what it does with it. */
    private static void addHelpAndVersion(CommandLine line) {
        line.getSubcommands().values().forEach(Commands::addHelp);
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help").build())
                .addOption(
                        OptionSpec.builder("-V", "--version").versionHelp(true).build())
                .versionProvider(() -> new String[] {Version.current().text()});
    }

    private static void addHelp(CommandLine command) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Print this help.")
                        .build());
        command.getSubcommands().values().forEach(Commands::addHelp);
    }

    /** Without a command, or with {@code --help} alone: the help text. */
    @Override
    public void run() {
        out.print(HelpText.read());
        out.flush();
    }
}
