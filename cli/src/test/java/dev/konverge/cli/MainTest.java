package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), Map.of(), args);
    }

    @Test
    void withoutArgumentsItPrintsTheHelp() {
        assertThat(run()).isZero();
        assertThat(out).hasToString(HelpText.read());
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpInAllItsFormsPrintsTheHelp() {
        assertThat(run("help")).isZero();
        assertThat(run("--help")).isZero();
        assertThat(run("-h")).isZero();
        assertThat(out).hasToString(HelpText.read().repeat(3));
    }

    @Test
    void helpOfACommandNamesItsOptions() {
        assertThat(run("help", "schema", "import")).isZero();
        assertThat(out.toString())
                .contains("--openapi=PATH", "--discovery=DIR", "--proto=DIR", "--out=FILE", "--debug");

        String asked = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("schema", "import", "--help")).isZero();
        assertThat(out).hasToString(asked);
    }

    @Test
    void noExampleOfAHelpIsBrokenInTheMiddle() {
        var line = Commands.commandLine(new PrintWriter(out), new PrintWriter(err), Map.of());
        for (CommandLine command : line.getSubcommands().values()) {
            assertThat(command.getCommandSpec().usageMessage().footer())
                    .as(command.getCommandName())
                    .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(Commands.HELP_WIDTH));
        }
    }

    @Test
    void helpOfAnUnknownCommandListsThoseThatExist() {
        assertThat(run("help", "schema", "export")).isEqualTo(2);
        assertThat(err).hasToString(lines("konverge: there is no command 'export'. There are: import."));
    }

    @Test
    void aLogLevelThatIsNoneIsTheUsersMistake() {
        String before = System.setProperty("konverge.log", "Verbose");
        try {
            assertThat(Main.start(new PrintWriter(out, true), new PrintWriter(err, true), Map.of(), "version"))
                    .isEqualTo(2);
        } finally {
            if (before == null) {
                System.clearProperty("konverge.log");
            } else {
                System.setProperty("konverge.log", before);
            }
        }
        assertThat(err)
                .hasToString(lines(
                        "konverge: -Dkonverge.log=Verbose is no level: it is one of error, warn, info, debug, trace."));
        assertThat(out.toString()).isEmpty();
        assertThat(HelpText.read()).contains("-Dkonverge.log=debug");
    }

    /** The help text is also what the launcher takes its list of commands from. */
    @Test
    void theHelpTextNamesEveryCommandAndTheLaunchersOwn() {
        var named = new TreeSet<String>();
        Pattern.compile("^  ([a-z][a-z-]*)  ", Pattern.MULTILINE)
                .matcher(HelpText.read())
                .results()
                .forEach(match -> named.add(match.group(1)));

        var known = new TreeSet<>(Commands.commandLine(new PrintWriter(out), new PrintWriter(err), Map.of())
                .getSubcommands()
                .keySet());
        known.add("test");
        known.add("bench");
        assertThat(named).isEqualTo(known);
    }

    @Test
    void versionNamesThisProgramItsKubernetesAndItsJava() {
        assertThat(run("version")).isZero();
        assertThat(run("--version")).isZero();
        assertThat(out.toString().lines())
                .hasSize(2)
                .allMatch(line -> line.matches("konverge \\d+\\.\\d+\\.\\d+\\S*, Kubernetes 1\\.\\d+\\.\\d+, Java "
                        + Runtime.version().feature() + ".*"));
    }

    @Test
    void theDemoTellsItsStoryToAGoodEnd() {
        assertThat(run("demo", "--once")).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("1. Somebody creates a Foo that wants 2 replicas")
                .contains("created for Foo example")
                .contains("Synced: Foo synced successfully")
                .contains("5. Somebody deletes the Foo")
                .contains("All converged, in ")
                .contains("./konverge demo --keep")
                .doesNotContain("\u001b");
    }

    @Test
    void theDemoTellsOfManyFoosInNumbers() {
        assertThat(run("demo", "--foos", "20")).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("1. Somebody creates 20 Foos with 1 replica each")
                .contains("20 Foos are as declared")
                .contains("2. Somebody scales them to 2 replicas each")
                .contains("3. Somebody deletes a pod of each behind their back")
                .contains("4. Somebody deletes their Deployments behind their back")
                .contains("converged 20 of 20")
                .contains("5. Somebody deletes the Foos, and with them what was made for them")
                .contains("everything that was made for them is gone")
                .contains("All converged, in ");
    }

    @Test
    void aDemoOfNothingIsRefused() {
        assertThat(run("demo", "--foos", "0")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("konverge: a demonstration with 0 Foos")
                .hasLineCount(1);
        assertThat(run("demo", "--foos", "99999999")).isEqualTo(2);
        assertThat(err.toString())
                .contains("no room for 99,999,999 Foos and what is made for them: --foos takes 100,000 at most.");
    }

    @Test
    void theSampleControllerPrintsItsDefinition() {
        assertThat(run("sample-controller", "--print-crd")).isZero();
        assertThat(out.toString()).contains("name: foos.samplecontroller.k8s.io");
    }

    @Test
    void aPlanGoesWithTheRuntimeOnly() {
        assertThat(run("sample-controller", "--plan")).isEqualTo(2);
        assertThat(err.toString()).contains("--plan goes with --runtime").hasLineCount(1);
    }

    @Test
    void theSampleControllerNamesAKubeconfigThatIsMissing() {
        assertThat(run("sample-controller", "--kubeconfig", "/does/not/exist")).isEqualTo(2);
        assertThat(err.toString()).contains("/does/not/exist").hasLineCount(1);
    }

    @Test
    void anUnknownCommandIsOneLineWithASuggestion() {
        assertThat(run("shcema")).isEqualTo(2);
        assertThat(err)
                .hasToString(lines(
                        "konverge: there is no command 'shcema'. Did you mean: schema? './konverge help' tells more."));
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anUnknownOptionIsOneLineWithASuggestion() {
        assertThat(run("schema", "import", "--opanapi=x", "--out=y")).isEqualTo(2);
        assertThat(err.toString())
                .hasLineCount(1)
                .startsWith(
                        "konverge schema import: there is no option '--opanapi=x'. Did you mean: --openapi? './konverge")
                .endsWith(lines("'./konverge help schema import' tells more."));
    }

    /** What follows an option that is not there is its value, and no option itself. */
    @Test
    void anUnknownOptionIsToldWithoutItsValueAndWithWhatResemblesIt() {
        assertThat(run("apiserver", "--prot", "8080")).isEqualTo(2);
        assertThat(run("apiserver", "--kubecfg", "x")).isEqualTo(2);
        assertThat(err)
                .hasToString(lines(
                        "konverge apiserver: there is no option '--prot'. Did you mean: --port? './konverge help apiserver'"
                                + " tells more.",
                        "konverge apiserver: there is no option '--kubecfg'. './konverge help apiserver' tells more."));
    }

    @Test
    void aMissingOptionIsNamed() {
        assertThat(run("schema", "import")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("'--out=FILE'");
    }

    @Test
    void aMissingSubcommandIsNamed() {
        assertThat(run("schema")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("konverge schema: Missing required subcommand");
    }

    @Test
    void anArgumentTooManyIsNamed() {
        assertThat(run("version", "please")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("konverge version: does not take the argument 'please'");
    }

    @Test
    void anImportWithoutSourcesSaysWhichItCanUse() {
        assertThat(run("schema", "import", "--out", "x")).isEqualTo(2);
        assertThat(err.toString())
                .hasLineCount(1)
                .contains("--kubernetes VERSION")
                .contains("--openapi PATH");
    }

    @Test
    void anImportWithHalfOfItsSourcesSaysThatTheyGoTogether() {
        assertThat(run("schema", "import", "--out", "x", "--openapi", "y")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("--openapi, --discovery and --proto go together");
    }

    @Test
    void anImportFromNowhereNamesThePathAndTheOption(@TempDir Path folder) {
        Path nowhere = folder.resolve("nowhere");
        assertThat(run(
                        "schema",
                        "import",
                        "--out",
                        "x",
                        "--openapi",
                        "" + nowhere,
                        "--discovery",
                        "" + folder,
                        "--proto",
                        "" + folder))
                .isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("'" + nowhere + "', which --openapi names");
    }

    @Test
    void sourcesThatAreWrongAreTheUsersToFix(@TempDir Path folder) throws Exception {
        Path openapi = Files.writeString(folder.resolve("swagger.json"), "{\"definitions\": [");
        assertThat(run(
                        "schema",
                        "import",
                        "--out",
                        "x",
                        "--openapi",
                        "" + openapi,
                        "--discovery",
                        "" + folder,
                        "--proto",
                        "" + folder,
                        "--kubernetes=1.36.4"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("konverge: ")
                .contains("swagger.json")
                .doesNotContain("\tat ");
    }

    @Test
    void anUnexpectedFailureIsOneMessageAndHowToLearnMore() {
        assertThat(fail(Map.of())).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("konverge: unexpected failure: java.lang.IllegalStateException: on purpose")
                .contains("--debug")
                .doesNotContain("\tat ");
    }

    @Test
    void whatCouldNotBeWrittenIsNoSuccess() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space left");
            }
        };
        PrintWriter error = new PrintWriter(err, true);
        PrintWriter lost = new PrintWriter(full, false, StandardCharsets.UTF_8);
        lost.println("the version");
        assertThat(Main.end(lost, error, 0)).isEqualTo(1);
        assertThat(Main.end(lost, error, 2)).isEqualTo(2);
        assertThat(err.toString()).isEqualToIgnoringNewLines("konverge: not all of the output could be written.");
        assertThat(Main.end(new PrintWriter(out, true), error, 0)).isZero();
    }

    @Test
    void anEmptyNameOfAFileIsNotTheCurrentFolder() {
        assertThat(run("generate", "--crd", "a.yaml", "--package", "a.b", "--out", ""))
                .isEqualTo(2);
        assertThat(run("apiserver", "--kubeconfig", "")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "konverge generate: Invalid value for option '--out': it is empty. './konverge help generate' tells more.",
                        "konverge apiserver: Invalid value for option '--kubeconfig': it is empty. './konverge help apiserver' tells more.");
    }

    @Test
    void debugShowsTheStackTrace() {
        assertThat(fail(Map.of(), "--debug")).isEqualTo(1);
        assertThat(err.toString()).contains("\tat ").contains("Broken");
    }

    @Test
    void theEnvironmentCanAskForTheStackTraceToo() {
        assertThat(fail(Map.of("KONVERGE_DEBUG", "1"))).isEqualTo(1);
        assertThat(err.toString()).contains("\tat ");
    }

    private int fail(Map<String, String> environment, String... options) {
        CommandLine line = Commands.commandLine(new PrintWriter(out, true), new PrintWriter(err, true), environment);
        line.addSubcommand(new Broken());
        String[] args = new String[options.length + 1];
        args[0] = "broken";
        System.arraycopy(options, 0, args, 1, options.length);
        return line.execute(args);
    }

    @Command(name = "broken")
    static final class Broken implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("on purpose");
        }
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
