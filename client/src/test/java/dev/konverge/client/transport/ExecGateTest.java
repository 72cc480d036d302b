package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.ExecPlugin;
import dev.konverge.client.config.ExecPolicy;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** EX-8. */
class ExecGateTest {
    @TempDir
    Path directory;

    private final List<Boolean> asked = new ArrayList<>();

    @BeforeEach
    void makePrograms() throws IOException {
        Files.createDirectories(directory.resolve("bin"));
        Files.createDirectories(directory.resolve("other"));
        Files.createFile(directory.resolve("bin/login"));
        Files.createFile(directory.resolve("other/login"));
        Files.createFile(directory.resolve("other/evil"));
    }

    private boolean allowed(ExecPolicy policy, String command) {
        String path = directory.resolve("bin") + File.pathSeparator + directory.resolve("other");
        var environment = new Environment(Map.of("PATH", path), directory, directory, false);
        var metrics = new TransportMetrics() {
            @Override
            public void pluginAsked(boolean allowed) {
                asked.add(allowed);
            }
        };
        var plugin = new ExecPlugin(
                command, List.of(), Map.of(), ExecPlugin.Version.V1, "", ExecPlugin.InteractiveMode.NEVER, null);
        try {
            new ExecGate(policy, environment, metrics).check(plugin);
            return true;
        } catch (ConfigException e) {
            assertThat(e).hasMessageContaining(command).hasMessageContaining("policy");
            return false;
        }
    }

    @Test
    void unlessAskedOtherwiseEveryPluginMayRunAndOnRequestNone() {
        assertThat(allowed(ExecPolicy.STANDARD, "anything")).isTrue();
        assertThat(allowed(new ExecPolicy.DenyAll(), "login")).isFalse();
        assertThat(asked).containsExactly(true, false);
    }

    @Test
    void aListedNameAllowsThatNameAndTheFileItIsFoundAs() {
        var only = new ExecPolicy.AllowOnly(Set.of("login"));
        assertThat(allowed(only, "login")).isTrue();
        assertThat(allowed(only, directory.resolve("bin/login").toString())).isTrue();
        assertThat(allowed(only, directory.resolve("bin") + "/../bin/login")).isTrue();
        assertThat(allowed(only, directory.resolve("other/login").toString()))
                .as("another file of the same name")
                .isFalse();
        assertThat(allowed(only, "evil")).isFalse();
    }

    @Test
    void aListedPathAllowsTheNameThatLeadsToIt() {
        assertThat(allowed(
                        new ExecPolicy.AllowOnly(
                                Set.of(directory.resolve("bin/login").toString())),
                        "login"))
                .isTrue();
        assertThat(allowed(
                        new ExecPolicy.AllowOnly(
                                Set.of(directory.resolve("other/login").toString())),
                        "login"))
                .as("the first on the path is another file")
                .isFalse();
    }

    @Test
    void whatIsNotThereIsAllowedByItsNameOnly() {
        var only = new ExecPolicy.AllowOnly(Set.of("missing", "gone"));
        assertThat(allowed(only, "missing")).isTrue();
        assertThat(allowed(only, "also-missing")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "./login", "bin//login", "/usr/../bin/login"})
    void aListWithWhatCanNeverMatchIsRefused(String command) {
        assertThatThrownBy(() -> new ExecPolicy.AllowOnly(Set.of(command)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEmptyListIsRefused() {
        assertThatThrownBy(() -> new ExecPolicy.AllowOnly(Set.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
