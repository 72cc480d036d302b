package dev.konverge.apiserver.http;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SecretFile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The real kubectl, unmodified, against the server behind its socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlTest implements KubectlStory {
    private @Nullable Listening listening;
    private @Nullable Kubectl kubectl;

    private Path home = Path.of("");
    private String namespace = "";

    @BeforeAll
    void start(@TempDir Path folder) {
        home = folder;
        Path program = KubectlProgram.find().orElse(null);
        Assumptions.assumeTrue(
                program != null,
                "there is no kubectl in KUBEBUILDER_ASSETS, in the cache that hack/kubernetes/build fills, or on the PATH");
        listening = ApiServer.create(Platform.real(), Profile.CLUSTER).listen(SocketOptions.USUAL);
        Path kubeconfig = home.resolve("kubeconfig");
        SecretFile.write(kubeconfig, listening.kubeconfig());
        kubectl = new KubectlProgram(Objects.requireNonNull(program), kubeconfig, home);
    }

    @AfterAll
    void stop() {
        if (listening != null) {
            listening.close();
        }
    }

    @BeforeEach
    void makeNamespace(TestInfo test) throws Exception {
        String name = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
        namespace = name.length() > 60 ? name.substring(0, 60) : name;
        done("create", "namespace", namespace);
    }

    @Override
    public Kubectl kubectl() {
        return Objects.requireNonNull(kubectl);
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public String namespace() {
        return namespace;
    }
}
