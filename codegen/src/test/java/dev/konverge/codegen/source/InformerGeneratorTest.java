package dev.konverge.codegen.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InformerGeneratorTest {
    private static final String SCHEMA = "../model/src/main/resources/dev/konverge/model/kubernetes.schema";

    @TempDir
    Path folder;

    private String generated() throws IOException {
        InformerGenerator.main(new String[] {SCHEMA, folder.toString()});
        return Files.readString(folder.resolve("dev/konverge/informer/KubernetesInformers.java"));
    }

    @Test
    void leadsByGroupAndVersionToEachKind() throws IOException {
        assertThat(generated())
                .startsWith("package dev.konverge.informer;\n")
                .contains("public interface KubernetesInformers {")
                .contains("<T extends Resource> ResourceInformer<T> resource(ResourceType<T> type);")
                .contains("default AppsGroup apps() {")
                .contains("public AppsV1 v1() {")
                .contains("""
                                public ResourceInformer<Deployment> deployments() {
                                    return informers.resource(Deployment.TYPE);
                                }
                        """)
                .contains("public ResourceInformer<NetworkPolicy> networkPolicies() {")
                .contains("default CoreGroup core() {");
    }

    @Test
    void aGroupMayHaveTheNameOfAKind() throws IOException {
        assertThat(generated())
                .contains("default NodeGroup node() {")
                .contains("public ResourceInformer<Node> nodes() {");
    }

    @Test
    void twoVersionsOfAKindAreToldApart() throws IOException {
        assertThat(generated())
                .contains("import dev.konverge.model.autoscaling.v1.HorizontalPodAutoscaler;")
                .contains("informers.resource(dev.konverge.model.autoscaling.v2.HorizontalPodAutoscaler.TYPE)");
    }

    @Test
    void leavesOutWhatCannotBeWatched() throws IOException {
        assertThat(generated())
                .doesNotContain("TokenReview")
                .doesNotContain("ComponentStatus")
                .doesNotContain("SubjectAccessReview");
    }

    @Test
    void aFileThatWouldNotChangeIsLeftAlone() throws IOException {
        generated();
        Path file = folder.resolve("dev/konverge/informer/KubernetesInformers.java");
        FileTime longAgo = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(file, longAgo);
        generated();
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(longAgo);
    }

    @Test
    void saysHowItIsCalled() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InformerGenerator.main(new String[] {SCHEMA}))
                .withMessageStartingWith("usage: InformerGenerator ");
    }
}
