package dev.konverge.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnswerReadersTest {
    private final AnswerReaders readers = new AnswerReaders(DecodeOptions.STANDARD);

    private static Pod pod(int i) {
        return Pod.builder()
                .metadata(meta -> meta.name("web-" + i)
                        .namespace("default")
                        .resourceVersion(Integer.toString(1000 + i * i))
                        .putLabels("app", i % 3 == 0 ? "web" : "other"))
                .spec(spec -> spec.nodeName(i % 2 == 0 ? "node" : null)
                        .addContainers(container -> container.name("main").image("image:" + i % 4)))
                .build();
    }

    private static <T> byte[] bytes(Codec<T> codec, T value) {
        JsonWriter out = new JsonWriter();
        codec.write(value, out);
        return out.toByteArray();
    }

    @Test
    void anAnswerIsReadAsIfItWereTheFirst() {
        for (int i = 0; i < 200; i++) {
            byte[] document = bytes(Pod.CODEC, pod(i));
            assertThat(readers.read(Pod.CODEC, document)).isEqualTo(Pod.CODEC.read(new JsonReader(document)));
        }
    }

    @Test
    void kindsDoNotGetInEachOthersWay() {
        for (int i = 0; i < 20; i++) {
            ConfigMap map = ConfigMap.builder().putData("key", "value " + i).build();
            assertThat(readers.read(Pod.CODEC, bytes(Pod.CODEC, pod(i)))).isEqualTo(pod(i));
            assertThat(readers.read(ConfigMap.CODEC, bytes(ConfigMap.CODEC, map)))
                    .isEqualTo(map);
        }
    }

    @Test
    void aCodecForEachAnswerLeavesNoReaderEach() {
        for (int i = 0; i < 100; i++) {
            Codec<Pod> another = new Codec<>() {
                @Override
                public Pod read(JsonReader in) {
                    return Pod.CODEC.read(in);
                }

                @Override
                public void write(Pod value, JsonWriter out) {
                    Pod.CODEC.write(value, out);
                }
            };
            assertThat(readers.read(another, bytes(Pod.CODEC, pod(i)))).isEqualTo(pod(i));
        }
        assertThat(readers.kinds()).isEqualTo(32);
    }

    @Test
    void anAnswerThatCannotBeReadLeavesNothingBehind() {
        byte[] good = bytes(Pod.CODEC, pod(1));
        assertThat(readers.read(Pod.CODEC, good)).isEqualTo(pod(1));

        byte[] half = new String(good, StandardCharsets.UTF_8)
                .substring(0, good.length / 2)
                .getBytes(StandardCharsets.UTF_8);
        byte[] more = (new String(good, StandardCharsets.UTF_8) + "{}").getBytes(StandardCharsets.UTF_8);
        for (byte[] bad : List.of(half, more)) {
            assertThatThrownBy(() -> readers.read(Pod.CODEC, bad)).isInstanceOf(DecodeException.class);
            assertThat(readers.read(Pod.CODEC, bytes(Pod.CODEC, pod(2)))).isEqualTo(pod(2));
        }
    }

    @Test
    void aCodecMayAskForAnotherAnswerOfItsKindMeanwhile() {
        Codec<Pod> curious = new Codec<>() {
            private boolean asked;

            @Override
            public Pod read(JsonReader in) {
                if (!asked) {
                    asked = true;
                    assertThat(readers.read(this, bytes(Pod.CODEC, pod(5)))).isEqualTo(pod(5));
                }
                return Pod.CODEC.read(in);
            }

            @Override
            public void write(Pod value, JsonWriter out) {
                Pod.CODEC.write(value, out);
            }
        };

        assertThat(readers.read(curious, bytes(Pod.CODEC, pod(4)))).isEqualTo(pod(4));
    }

    @Test
    void manyThreadsMayReadAtOnce() {
        assertThat(IntStream.range(0, 2000)
                        .parallel()
                        .filter(i -> !readers.read(Pod.CODEC, bytes(Pod.CODEC, pod(i)))
                                .equals(pod(i))))
                .isEmpty();
    }

    @Test
    void whatIsLongIsReadAsWell() {
        ConfigMap map = ConfigMap.builder().putData("key", "x".repeat(100_000)).build();
        for (int i = 0; i < 2; i++) {
            assertThat(readers.read(ConfigMap.CODEC, bytes(ConfigMap.CODEC, map)))
                    .isEqualTo(map);
        }
    }
}
