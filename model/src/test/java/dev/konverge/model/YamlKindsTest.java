package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** YAML of built-in kinds. */
class YamlKindsTest {
    private static final String MANIFEST = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: web
              namespace: shop
              labels:
                app: web
                version: "1.10"
            spec:
              replicas: 3
              selector:
                matchLabels:
                  app: web
              template:
                metadata:
                  labels:
                    app: web
                spec:
                  containers:
                  - name: web
                    image: registry.example.com/web:1.4
                    args:
                    - --verbose
                    - "yes"
                    ports:
                    - containerPort: 8080
                    resources:
                      requests:
                        cpu: 250m
                        memory: 64Mi
              strategy:
                rollingUpdate:
                  maxUnavailable: 25%
                  maxSurge: 1
            """;

    private static final ConfigMap CONFIG = ConfigMap.builder()
            .metadata(m -> m.name("config"))
            .putData("app.properties", "a=1\nb=yes\n")
            .putData("enabled", "true")
            .build();

    @Test
    void aManifestSurvivesReadingAndWriting() {
        Deployment web = Yaml.read(MANIFEST, Deployment.CODEC);
        assertThat(web.key()).isEqualTo(Key.of("shop", "web"));
        assertThat(Yaml.write(web)).isEqualTo(MANIFEST);
    }

    @Test
    void textsOfSeveralLinesStayReadable() {
        String yaml = Yaml.write(CONFIG);
        assertThat(yaml).isEqualTo("""
                        apiVersion: v1
                        kind: ConfigMap
                        metadata:
                          name: config
                        data:
                          app.properties: |
                            a=1
                            b=yes
                          enabled: "true"
                        """);
        assertThat(Yaml.read(yaml, ConfigMap.CODEC)).isEqualTo(CONFIG);
    }

    @Test
    void objectsOfSeveralKindsShareAText() {
        String text = Yaml.writeAll(List.of(CONFIG, Yaml.read(MANIFEST, Deployment.CODEC)));
        List<Unstructured> objects = Yaml.readAll(text, Unstructured.CODEC);
        assertThat(objects).extracting(Unstructured::kind).containsExactly("ConfigMap", "Deployment");
        assertThat(objects.getFirst().as(ConfigMap.CODEC)).isEqualTo(CONFIG);
        assertThat(Unstructured.from(ConfigMap.CODEC, CONFIG)).isEqualTo(objects.getFirst());
    }

    @Test
    void aFieldOfTheWrongTypeIsFoundInTheManifest() {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.read(MANIFEST.replace("- \"yes\"", "- yes"), Deployment.CODEC))
                .satisfies(e -> {
                    assertThat(e.line()).isEqualTo(24);
                    assertThat(e.column()).isEqualTo(11);
                })
                .withMessageContaining("$.spec.template.spec.containers[0].args[1]");
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.read(MANIFEST.replace("version: \"1.10\"", "version: 1.10"), Deployment.CODEC))
                .satisfies(e -> assertThat(e.line()).isEqualTo(8));
    }

    @Test
    void aManifestOfAnotherKindIsRefusedAtItsKind() {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.read(MANIFEST, Pod.CODEC))
                .satisfies(e -> assertThat(e.line()).isIn(1, 2));
    }
}
