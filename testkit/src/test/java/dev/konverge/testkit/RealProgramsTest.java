package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealProgramsTest {
    private final Path home;
    private final Path cache;
    private final Path assets;

    RealProgramsTest(@TempDir Path folder) {
        this.home = folder.resolve("home");
        this.cache = home.resolve(".cache/konverge/kubernetes-" + RealPrograms.RELEASE);
        this.assets = folder.resolve("assets");
    }

    private static void put(Path folder, String... programs) throws IOException {
        Files.createDirectories(folder);
        for (String program : programs) {
            Path file = Files.writeString(folder.resolve(program), "#!/bin/sh\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
    }

    private Environment environment(Map<String, String> variables) {
        return new Environment(variables, home, Environment.SERVICE_ACCOUNT, false);
    }

    private Environment named() {
        return environment(Map.of(RealPrograms.VARIABLE, assets.toString()));
    }

    @Test
    void theCacheIsUsedUnlessTheVariableNamesAnotherFolder() throws IOException {
        put(cache, "etcd", "kube-apiserver");
        put(assets, "etcd", "kube-apiserver");

        assertThat(RealPrograms.find(environment(Map.of())).map(p -> p.get("etcd")))
                .contains(cache.resolve("etcd"));
        assertThat(RealPrograms.find(named()).map(p -> p.get("etcd"))).contains(assets.resolve("etcd"));
    }

    @Test
    void aNamedFolderWithoutServerIsNotMadeUpForByTheCache() throws IOException {
        put(cache, "etcd", "kube-apiserver");
        put(assets, "etcd");

        assertThat(RealPrograms.find(named())).isEqualTo(Optional.empty());
        assertThatThrownBy(() -> RealPrograms.get(named()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "there is no kube-apiserver in " + assets + ", which KUBEBUILDER_ASSETS names. Set");
    }

    @Test
    void whatEnvtestDoesNotHaveComesFromTheCache() throws IOException {
        put(cache, "etcd", "kube-apiserver", "kube-controller-manager");
        put(assets, "etcd", "kube-apiserver", "kubectl");
        RealPrograms programs = RealPrograms.get(named());

        assertThat(programs.get("kube-controller-manager")).isEqualTo(cache.resolve("kube-controller-manager"));
        assertThat(programs.get("kubectl")).isEqualTo(assets.resolve("kubectl"));
        assertThat(programs.has("kubelet")).isFalse();
        assertThatThrownBy(() -> programs.get("kubelet"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("hack/kubernetes/build kubelet");
    }

    @Test
    void withoutAnythingItSaysWhatToDo() {
        assertThatThrownBy(() -> RealPrograms.get(environment(Map.of())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "there is no etcd and no kube-apiserver in " + cache
                                + ", and KUBEBUILDER_ASSETS is not set. Set KUBEBUILDER_ASSETS to a folder with the programs of Kubernetes"
                                + " (as setup-envtest makes it), or build them from a checkout of Konverge with Go: hack/kubernetes/build");
    }
}
