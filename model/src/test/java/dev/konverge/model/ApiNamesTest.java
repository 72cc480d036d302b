package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of groups, versions, kinds and resources. */
class ApiNamesTest {
    @ParameterizedTest
    @CsvSource({"v1, '', v1", "apps/v1, apps, v1", "a.b.io/v1beta1, a.b.io, v1beta1", "'', '', ''", "/, '', ''"})
    void anApiVersionIsAGroupAndAVersion(String text, String group, String version) {
        assertThat(GroupVersion.parse(text)).isEqualTo(new GroupVersion(group, version));
    }

    @Test
    void anApiVersionWithTwoSlashesIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GroupVersion.parse("a/b/c"))
                .withMessage("unexpected GroupVersion string: a/b/c");
        assertThatIllegalArgumentException().isThrownBy(() -> GroupVersionKind.of("a/b/c", "X"));
    }

    @Test
    void theCoreGroupIsLeftOutOfTheText() {
        assertThat(GroupVersion.CORE_V1).hasToString("v1");
        assertThat(new GroupVersion("apps", "v1")).hasToString("apps/v1");
        assertThat(GroupVersionKind.of("v1", "Pod").apiVersion()).isEqualTo("v1");
        assertThat(new GroupKind("", "Pod")).hasToString("Pod");
        assertThat(new GroupVersionResource("", "v1", "pods").qualifiedName()).isEqualTo("pods");
        assertThat(new GroupVersionResource("apps", "v1", "deployments").qualifiedName())
                .isEqualTo("deployments.apps");
    }

    @Test
    void textsAreThoseOfKubernetes() {
        assertThat(GroupVersionKind.of("apps/v1", "Deployment")).hasToString("apps/v1, Kind=Deployment");
        assertThat(GroupVersionKind.of("v1", "Pod")).hasToString("/v1, Kind=Pod");
        assertThat(GroupVersion.parse("apps/v1").withResource("deployments"))
                .hasToString("apps/v1, Resource=deployments");
        assertThat(GroupVersionKind.of("apps/v1", "Deployment").groupKind()).hasToString("Deployment.apps");
    }

    @Test
    void aGroupKindIsReadFromItsText() {
        GroupKind kind = GroupKind.parse("Foo.a.b.io");
        assertThat(kind).isEqualTo(new GroupKind("a.b.io", "Foo"));
        assertThat(kind.withVersion("v1")).isEqualTo(new GroupVersionKind("a.b.io", "v1", "Foo"));
        assertThat(GroupKind.parse("Pod")).isEqualTo(new GroupKind("", "Pod"));
    }

    @Test
    void aTypeKnowsItsNames() {
        ResourceType<Unstructured> type = ResourceType.of("apps", "v1", "Deployment", Unstructured.CODEC)
                .served(
                        "deployments",
                        "deployment",
                        true,
                        List.of("deploy"),
                        List.of("all"),
                        List.of("get", "list"),
                        List.of("scale", "status"));
        assertThat(type.apiVersion()).isEqualTo("apps/v1");
        assertThat(type.group()).isEqualTo("apps");
        assertThat(type.version()).isEqualTo("v1");
        assertThat(type.kind()).isEqualTo("Deployment");
        assertThat(type.listKind()).isEqualTo("DeploymentList");
        assertThat(type.groupVersionResource()).isEqualTo(new GroupVersionResource("apps", "v1", "deployments"));
        assertThat(type.isServed()).isTrue();
        assertThat(type.hasSubresource("status")).isTrue();
        assertThat(type.hasSubresource("log")).isFalse();
        assertThat(type).hasToString("apps/v1, Kind=Deployment");
    }

    @Test
    void typesAreEqualIfAllTheirPartsAre() {
        ResourceType<Unstructured> type = ResourceType.of("a", "v1", "Foo", Unstructured.CODEC);
        assertThat(type.served("foos", true))
                .isEqualTo(ResourceType.of("a", "v1", "Foo", Unstructured.CODEC).served("foos", true))
                .hasSameHashCodeAs(type.served("foos", true))
                .isNotEqualTo(type.served("foos", false))
                .isNotEqualTo(type);
    }

    @Test
    void aTypeThatIsNotServedHasNoResource() {
        ResourceType<Unstructured> type = ResourceType.of("a", "v1", "Foo", Unstructured.CODEC);
        assertThat(type.isServed()).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(type::groupVersionResource)
                .withMessageContaining("a/v1, Kind=Foo");
    }
}
