package dev.konverge.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.benchmarks.UsageException;
import dev.konverge.client.config.Environment;
import dev.konverge.testkit.RealPrograms;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FooServerKindTest {
    @TempDir
    private Path empty;

    private FooServerKind find(String name) {
        var nothing = new Environment(Map.of(RealPrograms.VARIABLE, empty.toString()), empty, empty, false);
        return FooServerKind.of(name, nothing);
    }

    @Test
    void theEmbeddedServerNeedsNothing() {
        assertThat(find("embedded")).isEqualTo(FooServerKind.EMBEDDED);
    }

    @Test
    void whoWantsTheRealServerIsToldHowToGetIt() {
        assertThatThrownBy(() -> find("real"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("kube-apiserver")
                .hasMessageContaining(RealPrograms.VARIABLE)
                .hasMessageContaining("hack/kubernetes/build");
    }

    @Test
    void anotherServerIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> find("etcd"))
                .isInstanceOf(UsageException.class)
                .hasMessage("there is no server etcd, but embedded and real");
    }
}
