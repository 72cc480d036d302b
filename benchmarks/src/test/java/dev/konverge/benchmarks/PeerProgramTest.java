package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerProgramTest {
    @TempDir
    private static Path folder = Path.of("replaced by JUnit");

    private static Contender build(Path source, String... command) {
        return PeerProgram.build("peer", source, List.of(command), folder.resolve("built/peer"), List.of("--fast"));
    }

    @Test
    void aPeerThatWasBuiltIsRunFromItsBinary() {
        assertThat(build(folder, "sh", "-c", "touch built/peer"))
                .isEqualTo(new Contender.Program(
                        "peer", List.of(folder.resolve("built/peer").toString(), "--fast")));
    }

    @Test
    void aPeerThatCannotBeBuiltIsMissingWithTheLastThingItSaid() {
        assertThat(build(folder, "sh", "-c", "echo first; echo no module k8s.io >&2; exit 1"))
                .isEqualTo(new Contender.Missing("peer", "it could not be built: no module k8s.io"));
    }

    @Test
    void aPeerWhoseToolIsNotThereIsMissing() {
        assertThat(build(folder, "no-such-compiler"))
                .isEqualTo(new Contender.Missing(
                        "peer", "there is no 'no-such-compiler' on this machine to build it with"));
    }

    @Test
    void aPeerWithoutSourceIsMissing() {
        Path nowhere = folder.resolve("nowhere");
        assertThat(build(nowhere, "true")).isEqualTo(new Contender.Missing("peer", "there is no folder " + nowhere));
    }
}
