package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SecretFile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.apiserver.http.Kubectl;
import dev.konverge.apiserver.http.KubectlProgram;
import dev.konverge.apiserver.http.KubectlStory;
import dev.konverge.base.Platform;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.RealPrograms;
import dev.konverge.testkit.WithRealCluster;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every call of the kubectl tests against the real server and the embedded one, with the same answer. */
@NeedsPrograms({"kube-controller-manager", "kubectl"})
@WithRealCluster(controllers = {"garbage-collector-controller", "namespace-controller", "serviceaccount-controller"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlParityTest implements KubectlStory {
    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private Listening embedded;

    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private RealCluster cluster;

    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private Kubectl real;

    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private Kubectl kubectl;

    private Path home = Path.of("");
    private String namespace = "";

    @BeforeAll
    void start(RealCluster shared, @TempDir Path folder) {
        cluster = shared;
        home = folder;
        embedded = ApiServer.create(Platform.real(), Profile.CLUSTER).listen(SocketOptions.USUAL);
        Path kubeconfig = folder.resolve("embedded.kubeconfig");
        SecretFile.write(kubeconfig, embedded.kubeconfig());
        Path program = RealPrograms.get().get("kubectl");
        real = new KubectlProgram(program, cluster.kubeconfigFile(), folder);
        kubectl = new PairedKubectl(real, new KubectlProgram(program, kubeconfig, folder), folder);
    }

    @AfterAll
    void stop() {
        embedded.close();
    }

    @BeforeEach
    void makeNamespace(TestInfo test) throws Exception {
        String name = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
        namespace = name.length() > 60 ? name.substring(0, 60) : name;
        done("create", "namespace", namespace);
    }

    @Override
    public Kubectl kubectl() {
        return kubectl;
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public void awaitServed(String kind) {
        cluster.eventually(() -> assertThat(real.run("get", kind).code()).isZero());
        cluster.eventually(() -> assertThat(real.run("explain", kind).code()).isZero());
    }

    @Test
    void whatIsServedAndWhoAsksIsTheSame() throws Exception {
        done("api-resources", "--sort-by=name", "-o", "wide");
        done("api-versions");
        done("auth", "whoami");
        done("get", "namespaces");
        done("get", "services", "--all-namespaces");
        done("cluster-info");
    }
}
