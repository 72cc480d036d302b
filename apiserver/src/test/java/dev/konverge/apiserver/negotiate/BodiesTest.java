package dev.konverge.apiserver.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.Resources;
import dev.konverge.model.apps.v1.Deployment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodiesTest {
    private static final Expected DEPLOYMENT = Expected.builtIn("apps", "v1", "Deployment");
    private static final Expected POD = Expected.builtIn("", "v1", "Pod");
    private static final Expected CONFIG_MAP = Expected.builtIn("", "v1", "ConfigMap");
    private static final Expected CUSTOM = new Expected("example.com", "v1", "Foo", true);
    private static final String MEDIA =
            "the body of the request was in an unknown format - accepted media types include: ";

    private final Bodies bodies = new Bodies(KubernetesSchema.load(), new ProtoForms());

    @Test
    void kindAndApiVersionAreFilledInWhereTheBodyLeavesThemOut() { // M1
        Decoded decoded = read("{\"metadata\":{\"name\":\"a\"}}", null, POD);

        assertThat(decoded.object())
                .hasToString("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}");
        assertThat(decoded.problems()).isEmpty();
    }

    @Test
    void yamlAndJsonSayTheSame() { // M1
        Decoded json = read("{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}", "application/json; charset=utf-8", POD);
        Decoded yaml = read("kind: Pod\nmetadata:\n  name: a\n", "application/yaml", POD);

        assertThat(yaml).isEqualTo(json);
    }

    @Test
    void protobufSaysTheSameAsJson() { // M2
        String json =
                "{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"replicas\":0,"
                        + "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},"
                        + "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"limits\":{\"cpu\":\"1\"}}}]}}}}";
        byte[] proto = Resources.toProto(Resources.fromJson(json.getBytes(StandardCharsets.UTF_8), Deployment.TYPE));

        Decoded decoded = bodies.object(proto, "application/vnd.kubernetes.protobuf", DEPLOYMENT);
        assertThat(decoded.object()).isEqualTo(Json.parse(json));
    }

    @Test
    void unknownFormsAreRefusedWithTheListOfKnownOnes() { // 1.2
        assertThatThrownBy(() -> read("{}", "text/plain", POD))
                .hasMessage(MEDIA + "application/json, application/yaml, application/vnd.kubernetes.protobuf");
        assertThatThrownBy(() -> read("{}", "application/vnd.kubernetes.protobuf", CUSTOM))
                .isInstanceOfSatisfying(
                        StatusException.class, e -> assertThat(e.code()).isEqualTo(415));
    }

    @Test
    void unknownAndDuplicateFieldsAreToldWithTheirPaths() { // V1
        Decoded decoded = read(
                "{\"spec\":{\"a\":1,\"replicas\":1,\"replicas\":2,\"template\":{\"spec\":{\"containers\":[{\"name\":\"x\"},"
                        + "{\"name\":\"y\",\"colour\":3}]}}},\"metadata\":{\"labels\":{\"k\":\"1\",\"k\":\"2\"},\"x\":{}}}",
                null,
                DEPLOYMENT);

        assertThat(decoded.problems())
                .containsExactly(
                        "unknown field \"spec.a\"",
                        "unknown field \"spec.template.spec.containers[1].colour\"",
                        "unknown field \"metadata.x\"",
                        "duplicate field \"spec.replicas\"",
                        "duplicate field \"metadata.labels.k\"");
        assertThat(decoded.strictMessage())
                .startsWith("strict decoding error: unknown field \"spec.a\", unknown field");
        assertThat(decoded.object().toString()).contains("\"replicas\":2");
    }

    @Test
    void aValueOfAnotherTypeIsToldAsGoTellsIt() { // 1.2 bad body
        String prefix = "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal ";

        assertRefused(
                "{\"spec\":{\"replicas\":\"two\"}}",
                DEPLOYMENT,
                prefix + "string into Go struct field DeploymentSpec.spec.replicas of type int32");
        assertRefused(
                "{\"spec\":{\"replicas\":1.5}}",
                DEPLOYMENT,
                prefix + "number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32");
        assertRefused(
                "{\"spec\":[]}",
                DEPLOYMENT,
                prefix + "array into Go struct field Deployment.spec of type v1.DeploymentSpec");
        assertRefused(
                "{\"metadata\":{\"labels\":{\"a\":1}}}",
                DEPLOYMENT,
                prefix + "number into Go struct field ObjectMeta.metadata.labels of type string");
        assertRefused(
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":{}}}}}",
                DEPLOYMENT,
                prefix + "object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container");
    }

    @Test
    void nullStandsForAnAbsentValueEverywhere() {
        assertThat(read("{\"spec\":{\"replicas\":null,\"template\":null},\"metadata\":null}", null, DEPLOYMENT)
                        .problems())
                .isEmpty();
        assertThat(read("null", null, POD).object()).hasToString("{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}");
    }

    @Test
    void bytesThatAreNoJsonAreToldAsGoTellsIt() { // 1.2 bad body
        String prefix =
                "the object provided is unrecognized (must be of type Pod): couldn't get version/kind; json parse error: ";

        assertRefused("", POD, prefix + "unexpected end of JSON input (<empty>)");
        assertRefused("{\"a\":", POD, prefix + "unexpected end of JSON input ({\"a\":)");
        assertRefused(
                "{a:1}", POD, prefix + "invalid character 'a' looking for beginning of object key string ({a:1})");
        assertRefused(
                "{\"a\":tru}", POD, prefix + "invalid character '}' in literal true (expecting 'e') ({\"a\":tru})");
        assertRefused("hello", POD, prefix + "invalid character 'h' looking for beginning of value (68656c6c6f)");
        assertRefused("{} {}", POD, prefix + "invalid character '{' after top-level value ({} {})");
    }

    @Test
    void anotherKindOrVersionThanTheEndpointTakesIsRefused() { // 1.2
        assertRefused(
                "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}",
                POD,
                "ConfigMap in version \"v1\" cannot be handled as a Pod: converting (v1.ConfigMap) to (core.Pod): unknown conversion");
        assertRefused(
                "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v1\"}",
                Expected.builtIn("autoscaling", "v2", "HorizontalPodAutoscaler"),
                "the API version in the data (autoscaling/v1) does not match the expected API version (autoscaling/v2)");
        assertRefused(
                "{\"kind\":\"Foo\",\"apiVersion\":\"example.com/v2\"}",
                CUSTOM,
                "the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)");
    }

    @Test
    void aCustomResourceMustSayItsKind() {
        assertRefused(
                "{\"apiVersion\":\"example.com/v1\"}",
                CUSTOM,
                "the object provided is unrecognized (must be of type Foo): Object 'Kind' is missing in"
                        + " '{\"apiVersion\":\"example.com/v1\"}' ({\"apiVersion\":\"example.com/v1\" ...)");
    }

    @Test
    void depthIsBoundedRatherThanTheStack() {
        assertRefused(
                "{\"a\":" + "[".repeat(100_000),
                POD,
                "the object provided is unrecognized (must be of type Pod): couldn't get version/kind; json parse error: exceeded"
                        + " max depth ({\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[ ...)");
    }

    @Test
    void deleteOptionsComeInTheNameOfAnyGroup() { // X1
        Json.Obj options = bodies.deleteOptions(
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"apps/v1\",\"gracePeriodSeconds\":5}"
                        .getBytes(StandardCharsets.UTF_8),
                null);

        assertThat(options.get("gracePeriodSeconds")).isEqualTo(Json.of(5));
    }

    @Test
    void ofADuplicateKeyInYamlTheLastOneCountsAndItIsToldWithItsLine() { // V2, M1
        Decoded config = bodies.applyConfiguration("a: 1\nb: 2\na: 3\n".getBytes(StandardCharsets.UTF_8));

        assertThat(config.object().get("a")).isEqualTo(Json.of(3));
        assertThat(config.problems())
                .containsExactly("error converting YAML to JSON: yaml: unmarshal errors:\n"
                        + "  line 3: key \"a\" already set in map");
        assertThat(Decoded.warnings(config.problems())).containsExactly("line 3: key \"a\" already set in map");
        assertThat(read("data:\n  a: b\n  a: c\n", "application/yaml", CONFIG_MAP)
                        .problems())
                .containsExactly("yaml: unmarshal errors:\n  line 3: key \"a\" already set in map");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: b: c|yaml: mapping values are not allowed in this context",
                "{\"a\":|yaml: line 1: did not find expected node content",
                "!!|yaml: did not find expected tag URI",
                "{\"a\":\"\\ud83d\\ude00\"}|yaml: found invalid Unicode character escape code",
                "a: *b|yaml: unknown anchor 'b' referenced"
            })
    void whatIsWrongWithYamlIsSaidInTheWordsOfKubernetes(String text, String problem) { // M1
        assertThatThrownBy(() -> bodies.applyConfiguration(text.getBytes(StandardCharsets.UTF_8)))
                .hasMessage("error decoding YAML: error converting YAML to JSON: " + problem);
    }

    @Test
    void whatComesBehindTheFirstDocumentIsNotRead() { // M1
        byte[] body = "{\"a\":1} x".getBytes(StandardCharsets.UTF_8);

        assertThat(bodies.applyConfiguration(body).object()).hasToString("{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e2", "1.0", "99999999999999999999"})
    void aNumberThatIsNotWrittenAsAWholeOneIsNone(String number) { // M1
        assertRefused(
                "{\"metadata\":{\"generation\":" + number + "}}",
                CONFIG_MAP,
                "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal number " + number
                        + " into Go struct field ObjectMeta.metadata.generation of type int64");
    }

    private Decoded read(String body, @Nullable String contentType, Expected expected) {
        return bodies.object(body.getBytes(StandardCharsets.UTF_8), contentType, expected);
    }

    private void assertRefused(String body, Expected expected, String message) {
        assertThatThrownBy(() -> read(body, "application/json", expected))
                .isInstanceOfSatisfying(
                        StatusException.class, e -> assertThat(e.code()).isEqualTo(400))
                .hasMessage(message);
    }
}
