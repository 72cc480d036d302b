package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Json;
import dev.konverge.model.Unstructured;
import dev.konverge.model.Yaml;
import dev.konverge.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Definitions in the style of well-known ones: sources are generated from them, compiled, and take objects through; a server takes
 * them as well. Each file has the definition, a full object, a sparse one, and one that the definition forbids.
 */
class WildDefinitionsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    /** @param kind the kind, and in lower case the name of its file */
    record Wild(String kind, String plural, String group, List<String> documents) {
        static Wild read(String kind, String plural, String group) {
            String file = "wild/" + kind.toLowerCase(Locale.ROOT) + ".yaml";
            try (InputStream in = Objects.requireNonNull(WildDefinitionsTest.class.getResourceAsStream(file))) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return new Wild(kind, plural, group, List.of(text.split("\n---\n")));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        String definition() {
            return documents.get(0);
        }

        Json.Obj full() {
            return (Json.Obj) Yaml.parse(documents.get(1));
        }

        Json.Obj sparse() {
            return (Json.Obj) Yaml.parse(documents.get(2));
        }

        Json.Obj refused() {
            return (Json.Obj) Yaml.parse(documents.get(3));
        }

        @Override
        public String toString() {
            return kind;
        }
    }

    static Stream<Wild> wild() {
        return Stream.of(
                Wild.read("Notary", "notaries", "seals.example.com"),
                Wild.read("Passage", "passages", "paths.example.com"),
                Wild.read("Lookout", "lookouts", "watch.example.com"));
    }

    @ParameterizedTest
    @MethodSource("wild")
    void aDefinitionBecomesSourcesThatTakeItsObjectsThrough(Wild wild) throws Exception {
        generate(wild);
        Path classes = folder.resolve("classes");
        assertThat(new Compilation(classes)
                        .folder(folder.resolve("sources"))
                        .source("probe.Probe", probe(wild.kind()))
                        .compile())
                .isEmpty();
        URL[] urls = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
            UnaryOperator<String> codec = codec(loader);
            for (Json.Obj object : List.of(wild.full(), wild.sparse())) {
                assertThat(Json.parse(codec.apply(object.toString()))).isEqualTo(object);
            }
            onAServer(wild, codec);
        }
    }

    private static String probe(String kind) {
        return """
            package probe;
            import com.example.v1.KIND;
            import dev.konverge.model.codec.*;
            import java.nio.charset.StandardCharsets;
            public final class Probe implements java.util.function.UnaryOperator<String> {
                @Override
                public String apply(String text) {
                    KIND read = KIND.CODEC.read(new JsonReader(text.getBytes(StandardCharsets.UTF_8)));
                    JsonWriter out = new JsonWriter();
                    KIND.CODEC.write(read.toBuilder().build(), out);
                    return new String(out.toByteArray(), StandardCharsets.UTF_8);
                }
            }
            """.replace("KIND", kind);
    }

    @SuppressWarnings("unchecked") // The probe says what it is.
    private static UnaryOperator<String> codec(ClassLoader loader) throws ReflectiveOperationException {
        return (UnaryOperator<String>)
                loader.loadClass("probe.Probe").getDeclaredConstructor().newInstance();
    }

    private void generate(Wild wild) throws IOException {
        Path definition = Files.writeString(folder.resolve("definition.yaml"), wild.definition());
        StringWriter out = new StringWriter();
        int code = Commands.commandLine(new PrintWriter(out), new PrintWriter(out), Map.of())
                .execute(
                        "generate",
                        "--crd",
                        definition.toString(),
                        "--package",
                        "com.example",
                        "--out",
                        folder.resolve("sources").toString());
        assertThat(code).as(out.toString()).isZero();
    }

    /** What the server stores has its defaults, too, and goes through just as well. */
    private void onAServer(Wild wild, UnaryOperator<String> codec) throws IOException {
        Platform platform = Platform.real();
        try (Listening server = ApiServer.create(platform, Profile.BARE).listen(SocketOptions.USUAL);
                Transports transports = new Transports(platform)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            ClientSet clients = ClientSet.connect(
                    transports, platform, KubeConfig.load(kubeconfig).resolve());
            clients.dynamic()
                    .resource(CustomResourceDefinition.TYPE.groupVersionResource())
                    .create(Unstructured.of((Json.Obj) Yaml.parse(wild.definition())));
            clients.resource(CustomResourceDefinition.TYPE)
                    .waitUntil(
                            wild.plural() + "." + wild.group(),
                            crd -> String.valueOf(crd.status()).contains("\"Established\",\"status\":\"True\""),
                            Duration.ofSeconds(30));
            ResourceClient<Unstructured> client = clients.dynamic()
                    .resource(new GroupVersionResource(wild.group(), "v1", wild.plural()))
                    .in("default");
            for (Json.Obj object : List.of(wild.full(), wild.sparse())) {
                Json stored = client.create(Unstructured.of(object)).content();
                assertThat(Json.parse(codec.apply(stored.toString()))).isEqualTo(stored);
            }
            assertThatExceptionOfType(ApiException.Invalid.class)
                    .isThrownBy(() -> client.create(Unstructured.of(wild.refused())));
        }
    }
}
