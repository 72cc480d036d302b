package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.codegen.processor.KindProcessor;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Json;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.Unstructured;
import dev.konverge.model.Yaml;
import dev.konverge.model.apiextensions.v1.CustomResourceDefinition;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record, the definition made of it on a server, and the sources made of that definition again. */
class CustomResourceWireTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private static final String RECORD = """
            package com.example;
            import dev.konverge.model.ObjectMeta;
            import dev.konverge.model.annotation.*;
            import dev.konverge.model.core.v1.PodTemplateSpec;
            import java.util.List;
            import java.util.Map;
            import org.jspecify.annotations.Nullable;
            @Kind(group = "samplecontroller.k8s.io", version = "v1alpha1")
            @Scale
            @SelectableField(jsonPath = ".spec.color")
            public record Foo(ObjectMeta metadata, Spec spec, @Nullable Status status) implements FooResource {
                @Rule(value = "self.replicas <= 10", message = "ten is enough")
                public record Spec(@Size(min = 1) String deploymentName, @Minimum(0) @Default("1") int replicas,
                        @ListType(value = ListType.Merge.MAP, keys = "name") List<Port> ports, @Nullable PodTemplateSpec template,
                        @Immutable @Nullable String color, List<@Size(max = 3) String> tags,
                        @MapType(MapType.Merge.ATOMIC) Map<String, @MultipleOf(2) Integer> pairs) {}
                public record Port(String name, int number) {}
                public record Status(int replicas) {}
            }
            """;

    /** What a builder sends that was told only what it must be told. */
    private static final String PROBE = """
            package com.example;
            import dev.konverge.model.codec.JsonWriter;
            import java.nio.charset.StandardCharsets;
            public final class Probe implements java.util.function.Supplier<String> {
                @Override
                public String get() {
                    JsonWriter out = new JsonWriter();
                    Foo.TYPE.codec().write(FooResource.builder()
                            .metadata(m -> m.namespace("default").name("built"))
                            .spec(s -> s.deploymentName("built"))
                            .build(), out);
                    return new String(out.toByteArray(), StandardCharsets.UTF_8);
                }
            }
            """;

    @Test
    void theServerTakesTheDefinitionHoldsObjectsToItAndGivesItBack() throws Exception {
        Path classes = folder.resolve("classes");
        Object built = new Compilation(classes)
                .processor(new KindProcessor())
                .source("com.example.Foo", RECORD)
                .source("com.example.Probe", PROBE)
                .run("com.example.Probe");
        String manifest = Files.readString(classes.resolve("META-INF/konverge/crds/foos.samplecontroller.k8s.io.yaml"));
        Platform platform = Platform.real();
        try (Listening server = ApiServer.create(platform, Profile.BARE).listen(SocketOptions.USUAL);
                Transports transports = new Transports(platform)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            ClientSet clients = ClientSet.connect(
                    transports, platform, KubeConfig.load(kubeconfig).resolve());
            install(clients, manifest);
            holdsObjectsToIt(clients);
            selectsThemByColor(clients);
            assertThat(foos(clients)
                            .create(object(String.valueOf(built)))
                            .content()
                            .toString())
                    .contains("\"replicas\":1");
            generatesTheSameAgain(kubeconfig);
        }
    }

    private static void install(ClientSet clients, String manifest) {
        clients.dynamic()
                .resource(CustomResourceDefinition.TYPE.groupVersionResource())
                .create(Unstructured.of((Json.Obj) Yaml.parse(manifest)));
        clients.resource(CustomResourceDefinition.TYPE)
                .waitUntil(
                        "foos.samplecontroller.k8s.io",
                        crd -> String.valueOf(crd.status()).contains("\"Established\",\"status\":\"True\""),
                        Duration.ofSeconds(30));
    }

    private static void holdsObjectsToIt(ClientSet clients) {
        var foos = foos(clients);
        Unstructured stored = foos.create(foo(
                "web",
                "\"deploymentName\":\"web\",\"color\":\"red\",\"ports\":[{\"name\":\"a\",\"number\":1}],"
                        + "\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}}}"));
        assertThat(stored.content().toString()).contains("\"replicas\":1").contains("\"app\":\"web\"");
        assertThat(catchThrowable(() -> foos.update(withoutColor(stored))))
                .isInstanceOf(ApiException.Invalid.class)
                .hasMessageContaining("color is immutable");
        for (String wrong : List.of(
                "\"deploymentName\":\"\"",
                "\"deploymentName\":\"x\",\"replicas\":-1",
                "\"replicas\":1",
                "\"deploymentName\":\"x\",\"tags\":[\"abcd\"]",
                "\"deploymentName\":\"x\",\"pairs\":{\"a\":3}")) {
            assertThat(catchThrowable(() -> foos.create(foo("wrong", wrong))))
                    .as(wrong)
                    .isInstanceOf(ApiException.Invalid.class);
        }
    }

    /** Beside the red one. */
    private static void selectsThemByColor(ClientSet clients) {
        var foos = foos(clients);
        ResourceVersion before = foos.list().version();
        foos.create(foo("blue", "\"deploymentName\":\"a\",\"color\":\"blue\""));
        assertThat(foos.list(ListOptions.NONE.withFieldSelector("spec.color=red"))
                        .items())
                .extracting(foo -> foo.key().name())
                .containsExactly("web");
        foos.delete("web");
        try (var watch = foos.watch(WatchOptions.from(before).withFieldSelector("spec.color!=blue"))) {
            assertThat(watch.next().orElseThrow().toString()).contains("web").doesNotContain("blue");
        }
    }

    private static Unstructured withoutColor(Unstructured foo) {
        return object(foo.content().toString().replace("\"color\":\"red\",", ""));
    }

    private static ResourceClient<Unstructured> foos(ClientSet clients) {
        return clients.dynamic()
                .resource(new GroupVersionResource("samplecontroller.k8s.io", "v1alpha1", "foos"))
                .in("default");
    }

    private static Unstructured object(String json) {
        return Unstructured.of((Json.Obj) Json.parse(json));
    }

    private static Unstructured foo(String name, String spec) {
        return object("{\"apiVersion\":\"samplecontroller.k8s.io/v1alpha1\",\"kind\":\"Foo\","
                + "\"metadata\":{\"namespace\":\"default\",\"name\":\"" + name + "\"},\"spec\":{" + spec
                + "}}");
    }

    private void generatesTheSameAgain(Path kubeconfig) throws Exception {
        Path sources = folder.resolve("sources");
        StringWriter out = new StringWriter();
        int code = Commands.commandLine(new PrintWriter(out), new PrintWriter(out), Map.of())
                .execute(
                        "generate",
                        "--from-cluster",
                        "--group",
                        "samplecontroller.k8s.io",
                        "--kubeconfig",
                        kubeconfig.toString(),
                        "--package",
                        "com.again",
                        "--out",
                        sources.toString());
        assertThat(code).as(out.toString()).isZero();
        assertThat(out.toString()).contains("samplecontroller.k8s.io/v1alpha1 Foo");
        assertThat(new Compilation(folder.resolve("again")).folder(sources).compile())
                .isEmpty();
        assertThat(sources.resolve("com/again/v1alpha1/FooSpecPort.java")).exists();
    }
}
