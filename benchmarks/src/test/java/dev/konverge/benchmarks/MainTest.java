package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Main.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                args);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void withoutANameItListsTheBenchmarks() {
        assertThat(run()).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Benchmarks:").contains("  codec ");
    }

    @Test
    void anUnknownBenchmarkIsOneLineWithThoseThatExist() {
        assertThat(run("codex")).isEqualTo(2);
        assertThat(err())
                .hasLineCount(1)
                .contains("there is no benchmark 'codex'")
                .contains("codec");
    }

    @Test
    void anUnknownRowIsOneLine() {
        assertThat(run("codec", "--rows", "deocde")).isEqualTo(2);
        assertThat(err()).hasLineCount(1).contains("has none of these rows: deocde");
    }

    @Test
    void anUnknownSettingIsOneLineWithThoseThatExist() {
        assertThat(run("controller", "--set", "server=real")).isEqualTo(2);
        assertThat(err())
                .hasLineCount(1)
                .contains("there is no setting 'server'")
                .contains("contenders, foos");
    }

    @Test
    void wrongArgumentsAreOneLine() {
        assertThat(run("codec", "--quik")).isEqualTo(2);
        assertThat(run("codec", "--rounds", "0")).isEqualTo(2);
        assertThat(run("codec", "--set", "pods")).isEqualTo(2);
        assertThat(err())
                .hasLineCount(3)
                .contains("--quik")
                .contains("at least one round")
                .contains("NAME=VALUE");
    }

    @Test
    void aFileThatCannotBeWrittenIsSaidBeforeAnythingIsMeasured(@TempDir Path folder) {
        Path nowhere = folder.resolve("missing/all.json");

        assertThat(run("codec", "--quick", "--json", nowhere.toString())).isEqualTo(2);
        assertThat(run("codec", "--quick", "--markdown", folder.toString())).isEqualTo(2);
        assertThat(err()).hasLineCount(2).contains("cannot write to " + nowhere, "cannot write to " + folder);
    }

    @Test
    void aBenchmarkWhoseServerIsMissingIsOneLineWithTheReason() {
        assertThat(run("controller-real", "--quick")).isEqualTo(2);
        assertThat(err()).hasLineCount(1).contains("controller-real cannot be run: kube-apiserver: not in a quick run");
    }
}
