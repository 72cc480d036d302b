package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.User;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.model.Key;
import dev.konverge.model.Unstructured;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.testkit.TestCluster;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller of the guide on a cluster, with the rights that the guide's manifest gives it and no others. */
class GuideManifestTest {
    private static final User ACCOUNT = User.named("system:serviceaccount:websites:website-controller");

    private final TestCluster cluster = TestCluster.virtual(1);
    private final Path folder;
    private final URLClassLoader loader;

    GuideManifestTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        URL[] classes = {folder.toUri().toURL()};
        this.loader = new URLClassLoader(classes, GuideManifestTest.class.getClassLoader());
    }

    @BeforeEach
    void applyTheManifest() throws IOException {
        Snippets guide = new Snippets("docs/guide.md");
        assertThat(guide.java(folder).compile()).isEmpty();
        cluster.apply(guide.blocks("yaml").stream()
                .filter(block -> block.contains("kind: ClusterRole\n"))
                .findFirst()
                .orElseThrow());
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
        loader.close();
    }

    private void applyTheDefinition() throws IOException {
        cluster.apply(Files.readString(folder.resolve("META-INF/konverge/crds/websites.example.com.yaml")));
    }

    /** The controller, which is compiled here, as the service account. */
    private Manager manager() throws ReflectiveOperationException {
        Method addTo =
                loader.loadClass("com.example.WebsiteReconciler").getDeclaredMethod("addTo", ManagerBuilder.class);
        addTo.setAccessible(true);
        ManagerBuilder manager =
                (ManagerBuilder) addTo.invoke(null, cluster.as(ACCOUNT).manager());
        return manager.home("websites").leaderElection("website-controller").build();
    }

    private Manager.Running run() throws ReflectiveOperationException {
        return cluster.run(manager());
    }

    private void aWebsiteGetsWhatItDeclares() {
        cluster.apply("""
                apiVersion: example.com/v1
                kind: Website
                metadata: {name: shop, namespace: default}
                spec: {image: "shop:1", replicas: 2}
                """);
        cluster.eventually(() -> {
            assertThat(cluster.find(Deployment.TYPE, "default", "shop")).isPresent();
            assertThat(website().content().get("status")).hasToString("{\"ready\":0}");
        });
    }

    private Unstructured website() {
        return cluster.clients()
                .dynamic()
                .resource(cluster.clients().mapper().get("websites"))
                .get(Key.of("default", "shop"));
    }

    @Test
    void theControllerWorksWithTheRightsOfTheManifest() throws Exception {
        applyTheDefinition();
        run();
        aWebsiteGetsWhatItDeclares();
        assertThat(cluster.find(Lease.TYPE, "websites", "website-controller")).isPresent();
    }

    @Test
    void theControllerWorksWithTheRightsThatItSaysItNeeds() throws Exception {
        applyTheDefinition();
        cluster.apply(manager().permissions().yaml("website-controller"));
        run();
        aWebsiteGetsWhatItDeclares();
        assertThat(cluster.find(Lease.TYPE, "websites", "website-controller")).isPresent();
    }

    @Test
    void aControllerThatIsStartedBeforeItsDefinitionGoesOnWhenItIsThere() throws Exception {
        Manager.Running running = run();
        cluster.advance(Duration.ofMinutes(30));
        assertThat(running.hasSynced()).isFalse();
        applyTheDefinition();
        aWebsiteGetsWhatItDeclares();
        assertThat(running.hasSynced()).isTrue();
    }
}
