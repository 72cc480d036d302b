package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.core.v1.EnvVar;
import dev.konverge.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWriterTest {
    private static <T> String write(T value, Codec<T> codec) {
        JsonWriter out = new JsonWriter(1);
        codec.write(value, out);
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void kindAndApiVersionComeFirstAndFieldsInKubernetesOrder() {
        Pod pod = Pod.builder()
                .spec(s ->
                        s.hostNetwork(true).addContainers(c -> c.image("nginx").name("web")))
                .metadata(m -> m.namespace("default").name("web").creationTimestamp(Instant.EPOCH))
                .build();
        assertThat(write(pod, Pod.CODEC))
                .isEqualTo(
                        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\",\"namespace\":\"default\","
                                + "\"creationTimestamp\":\"1970-01-01T00:00:00Z\"},\"spec\":{\"containers\":[{\"name\":\"web\","
                                + "\"image\":\"nginx\"}],\"hostNetwork\":true}}");
    }

    @Test
    void whatIsAbsentIsNotWrittenAndAnEmptyObjectIs() {
        assertThat(write(EnvVar.builder().build(), EnvVar.CODEC)).isEqualTo("{}");
        EnvVar env = EnvVar.builder().name("").valueFrom(v -> {}).build();
        assertThat(write(env, EnvVar.CODEC)).isEqualTo("{\"name\":\"\",\"valueFrom\":{}}");
    }

    @Test
    void mapsAreWrittenInTheOrderOfTheirKeysBytes() {
        ObjectMeta meta = ObjectMeta.builder()
                .labels(Map.of("b", "2", "a", "1", "\uFF5E", "bmp", "😀", "beyond", "B", "0"))
                .build();
        assertThat(write(meta, ObjectMeta.CODEC))
                .isEqualTo("{\"labels\":{\"B\":\"0\",\"a\":\"1\",\"b\":\"2\",\"\uFF5E\":\"bmp\",\"😀\":\"beyond\"}}");
    }

    @Test
    void stringsAreEscapedAsGoDoes() {
        assertThat(write("\"\\/\b\f\n\r\t\u0001\u001f<>&\u2028\u2029é€😀\u007f", Scalars.STRING))
                .isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u003c\\u003e\\u0026\\u2028\\u2029é€😀\u007f\"");
    }

    @Test
    void aLoneSurrogateIsRefused() {
        assertThatThrownBy(() -> write("x\ud83d", Scalars.STRING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lone surrogate");
        assertThatThrownBy(() -> new ProtoWriter().string(1, "\ude00x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lone surrogate");
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "-0.0,-0",
        "1,1",
        "-1.5,-1.5",
        "0.1,0.1",
        "100,100",
        "1e20,100000000000000000000",
        "1e21,1e+21",
        "1.5e300,1.5e+300",
        "0.000001,0.000001",
        "1e-7,1e-7",
        "1.25e-9,1.25e-9",
        "123456.789,123456.789",
        "5e-324,5e-324",
        "1.7976931348623157e308,1.7976931348623157e+308"
    })
    void numbersAreWrittenAsGoDoes(double value, String text) {
        assertThat(write(value, Scalars.DOUBLE)).isEqualTo(text);
    }

    @Test
    void notANumberIsRefused() {
        assertThatThrownBy(() -> write(Double.NaN, Scalars.DOUBLE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Json.Dec(Double.POSITIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aWriterCanBeUsedAgain() {
        JsonWriter out = new JsonWriter(1);
        out.string("first");
        out.clear();
        out.number(-17);
        assertThat(out.toByteArray()).asString(StandardCharsets.UTF_8).isEqualTo("-17");
    }
}
