package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FidelityCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), Map.of(), args);
    }

    private static Path deadServer(Path folder) throws java.io.IOException {
        return java.nio.file.Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """);
    }

    @Test
    void aServerThatDoesNotAnswerIsToldBeforeAnythingIsPlayed(@TempDir Path folder) throws java.io.IOException {
        assertThat(run("fidelity", "--real", deadServer(folder).toString())).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("fidelity: ", "https://127.0.0.1:1: connection refused");
    }

    @Test
    void aPatternThatIsNoneIsTheUsersMistake(@TempDir Path folder) throws java.io.IOException {
        Path kubeconfig = deadServer(folder);
        assertThat(run("fidelity", "--real", kubeconfig.toString(), "--only", "["))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--only takes a pattern, and '[' is none");
    }

    /** A comparison of nothing would find no difference, and look like a success. */
    @Test
    void aPatternThatNoScenarioHasAndANegativeNumberAreTheUsersMistake() {
        assertThat(run("fidelity", "--only", "nothing-is-called-so")).isEqualTo(2);
        assertThat(run("fidelity", "--random", "-1")).isEqualTo(2);
        assertThat(run("fidelity", "--show", "-1")).isEqualTo(2);
        assertThat(err.toString())
                .hasLineCount(3)
                .contains(
                        "fidelity: no scenario has 'nothing-is-called-so' in its name, and none is of such a row.",
                        "fidelity: --random takes a number from 0 on, not -1.",
                        "fidelity: --show takes a number from 0 on, not -1.");
    }

    @Test
    void aKubeconfigThatIsNotThereIsTheUsersMistake(@TempDir Path folder) {
        assertThat(run("fidelity", "--real", folder.resolve("missing.yaml").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("fidelity: ", "missing.yaml");
    }

    /** A run takes minutes: what cannot be written is told before it. */
    @Test
    void aFileThatCannotBeWrittenIsToldBeforeAnythingIsPlayed(@TempDir Path folder) {
        for (String option : new String[] {"--json", "--record"}) {
            err.getBuffer().setLength(0);
            Path file = folder.resolve("missing/figures");
            assertThat(run("fidelity", "--real", folder.resolve("none").toString(), option, file.toString()))
                    .isEqualTo(2);
            assertThat(err.toString())
                    .hasLineCount(1)
                    .contains("fidelity: there is no folder " + file.getParent() + " for " + option);
            err.getBuffer().setLength(0);
            assertThat(run("fidelity", "--real", folder.resolve("none").toString(), option, folder.toString()))
                    .isEqualTo(2);
            assertThat(err.toString()).contains(folder + " is a folder; " + option + " takes a file");
        }
    }

    @Test
    void itsHelpNamesItsOptions() {
        assertThat(run("fidelity", "--help")).isZero();
        assertThat(out.toString()).contains("--real", "--random", "--seed", "--json", "--only", "--record");
    }
}
