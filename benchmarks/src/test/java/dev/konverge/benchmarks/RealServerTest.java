package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.client.config.Environment;
import dev.konverge.testkit.RealPrograms;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealServerTest {
    @TempDir
    private Path folder;

    private Path cache;
    private Path source;

    @BeforeEach
    void makeFolders() throws IOException {
        cache = folder.resolve("konverge/kubernetes-" + RealPrograms.RELEASE);
        source = Files.createDirectories(folder.resolve("source"));
    }

    private void canBeBuiltBy(String script) throws IOException {
        Path build = Files.writeString(source.resolve("build"), "#!/bin/sh\n" + script);
        assertThat(build.toFile().setExecutable(true)).isTrue();
    }

    private Contender find(Map<String, String> variables) {
        var progress = new Progress(
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                false,
                Platform.real().clock());
        return RealServer.find(new Environment(variables, folder, folder, false), source, progress);
    }

    private Map<String, String> withCache() {
        return Map.of("XDG_CACHE_HOME", folder.toString());
    }

    @Test
    void whatIsThereIsNotBuilt() throws IOException {
        canBeBuiltBy("exit 1");
        Files.createDirectories(cache);
        for (String program : new String[] {"etcd", "kube-apiserver"}) {
            assertThat(Files.createFile(cache.resolve(program)).toFile().setExecutable(true))
                    .isTrue();
        }
        assertThat(find(withCache())).isInstanceOf(Contender.Program.class);
    }

    @Test
    void whatIsNotThereIsBuilt() throws IOException {
        canBeBuiltBy("mkdir -p '" + cache + "' && cd '" + cache + "' && touch \"$@\" && chmod +x \"$@\"");
        assertThat(find(withCache()))
                .isInstanceOfSatisfying(
                        Contender.Program.class,
                        server -> assertThat(server.command())
                                .containsExactly(cache.resolve("kube-apiserver").toString()));
    }

    @Test
    void whatCannotBeBuiltIsMissingWithTheReason() throws IOException {
        canBeBuiltBy("echo Install Go.; exit 2");
        assertThat(find(withCache()))
                .isEqualTo(new Contender.Missing("kube-apiserver", "it could not be built: Install Go."));
    }

    @Test
    void aFolderThatIsNamedAndHasNoServerIsNotMadeUpForByABuild() throws IOException {
        canBeBuiltBy("exit 0");
        assertThat(find(Map.of(RealPrograms.VARIABLE, "nowhere")))
                .isInstanceOfSatisfying(
                        Contender.Missing.class,
                        missing -> assertThat(missing.reason()).contains("nowhere", RealPrograms.VARIABLE));
    }
}
