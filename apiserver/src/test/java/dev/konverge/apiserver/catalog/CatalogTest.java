package dev.konverge.apiserver.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.model.KubernetesSchema;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private final Catalog catalog = BuiltIns.catalog(KubernetesSchema.load());

    private static Served custom(String version) {
        return new Served(
                "example.com",
                version,
                new Names("Foo", "FooList", "foos", "foo", List.of(), List.of()),
                true,
                List.of("get"),
                List.of(),
                new GroupResource("example.com", "foos"),
                "example.com/v1",
                new Origin.Custom("foos.example.com"));
    }

    @Test
    void builtInKindsComeFromTheSchema() {
        Served deployments = catalog.find("apps", "v1", "deployments").orElseThrow();
        assertThat(deployments.kind()).isEqualTo("Deployment");
        assertThat(deployments.namespaced()).isTrue();
        assertThat(deployments.findSubresource("scale").orElseThrow().kind()).isEqualTo("Scale");
        assertThat(deployments.allows("patch")).isTrue();
        assertThat(deployments.resource()).hasToString("deployments.apps");
        assertThat(catalog.findKind("v1", "Pod").orElseThrow().plural()).isEqualTo("pods");
        assertThat(catalog.findKind("apps/v1", "Deployment")).contains(deployments);
        assertThat(catalog.serves("apps", "v1")).isTrue();
        assertThat(catalog.serves("apps", "v1beta1")).isFalse();
        assertThat(catalog.groups().get(0).name()).isEmpty();
    }

    @Test
    @DisplayName("B7, B10: versions of a resource, and events in both groups, share their objects")
    void versionsShareTheirObjects() {
        assertThat(catalog.find("events.k8s.io", "v1", "events").orElseThrow().collection())
                .isEqualTo(catalog.find("", "v1", "events").orElseThrow().collection());
        Served older =
                catalog.find("autoscaling", "v1", "horizontalpodautoscalers").orElseThrow();
        assertThat(older.storageVersion()).isEqualTo("autoscaling/v2");
    }

    @Test
    void customResourcesComeAndGo() {
        Catalog more = catalog.withCustom(List.of(custom("v1beta1"), custom("v1")));
        assertThat(more.generation()).isGreaterThan(catalog.generation());
        assertThat(more.findGroup("example.com").orElseThrow().versions()).containsExactly("v1", "v1beta1");
        assertThat(more.find("example.com", "v1", "foos")).isPresent();
        assertThat(catalog.find("example.com", "v1", "foos")).isEmpty();
        Catalog less = more.withCustom(List.of());
        assertThat(less.findGroup("example.com")).isEmpty();
        assertThat(less.groups()).isEqualTo(catalog.groups());
        assertThat(less.all()).isEqualTo(catalog.all());
    }

    @Test
    @DisplayName("D3: versions in the order of Kubernetes")
    void versionsHaveAnOrder() {
        assertThat(Stream.of(
                                "foo",
                                "v1alpha1",
                                "v10",
                                "v2beta1",
                                "v2",
                                "v11alpha2",
                                "v3beta1",
                                "v1",
                                "v12alpha1",
                                "bar")
                        .sorted(VersionOrder.PREFERRED_FIRST))
                .containsExactly(
                        "v10", "v2", "v1", "v3beta1", "v2beta1", "v12alpha1", "v11alpha2", "v1alpha1", "bar", "foo");
    }

    @Test
    void storagePathsHaveTheNamesOfOld() { // U2
        assertThat(StoragePath.of(catalog.find("", "v1", "pods").orElseThrow())).isEqualTo("/registry/pods/");
        assertThat(StoragePath.of(catalog.find("", "v1", "nodes").orElseThrow()))
                .isEqualTo("/registry/minions/");
        assertThat(StoragePath.of(catalog.find("", "v1", "services").orElseThrow()))
                .isEqualTo("/registry/services/specs/");
        assertThat(StoragePath.of(catalog.find("apps", "v1", "deployments").orElseThrow()))
                .isEqualTo("/registry/deployments/");
        assertThat(StoragePath.of(custom("v1"))).isEqualTo("/registry/example.com/foos/");
    }
}
