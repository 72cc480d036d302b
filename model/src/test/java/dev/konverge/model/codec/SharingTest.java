package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SharingTest {
    private static String pod(String name, String image) {
        return "{\"metadata\":{\"name\":\"" + name
                + "\",\"labels\":{\"app\":\"shop\",\"tier\":\"backend\"}},\"spec\":{\"containers\":[{\"name\":\"app\",\"image\":\""
                + image
                + "\",\"env\":[{\"name\":\"MODE\",\"value\":\"production\"}]}],\"schedulerName\":\"default-scheduler\"}}";
    }

    private static List<Pod> read(DecodeOptions options, String... documents) {
        JsonReader in = new JsonReader(new byte[0], options);
        List<Pod> pods = new ArrayList<>();
        for (String document : documents) {
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            in.reset(bytes, 0, bytes.length);
            pods.add(Pod.CODEC.read(in));
        }
        return pods;
    }

    @Test
    void whatIsSeenAThirdTimeIsTheObjectOfTheSecond() {
        List<Pod> pods =
                read(DecodeOptions.STANDARD.withSharing(), pod("a", "shop:1"), pod("b", "shop:1"), pod("c", "shop:1"));
        var second = Objects.requireNonNull(pods.get(1).spec());
        var third = Objects.requireNonNull(pods.get(2).spec());
        assertThat(third.containers()).isSameAs(second.containers());
        assertThat(third.schedulerName()).isSameAs(second.schedulerName());
        assertThat(pods.get(2).metadata().labels())
                .isSameAs(pods.get(1).metadata().labels());
        assertThat(pods).extracting(p -> p.metadata().name()).containsExactly("a", "b", "c");
    }

    @Test
    void aValueThatDiffersInItsLastByteIsNotShared() {
        List<Pod> pods = read(
                DecodeOptions.STANDARD.withSharing(),
                pod("a", "shop:1"),
                pod("b", "shop:1"),
                pod("c", "shop:2"),
                pod("d", "shop:1"));
        assertThat(pods)
                .extracting(p ->
                        Objects.requireNonNull(p.spec()).containers().get(0).image())
                .containsExactly("shop:1", "shop:1", "shop:2", "shop:1");
    }

    @Test
    void withoutAMemoryNothingIsShared() {
        List<Pod> pods = read(DecodeOptions.STANDARD, pod("a", "x"), pod("b", "x"), pod("c", "x"));
        assertThat(Objects.requireNonNull(pods.get(2).spec()).containers())
                .isEqualTo(Objects.requireNonNull(pods.get(1).spec()).containers())
                .isNotSameAs(Objects.requireNonNull(pods.get(1).spec()).containers());
    }

    /** The ring is written over many times; what was lost is decoded again, what is wrong would show. */
    @Test
    void aMemoryThatForgetsGivesRightValues() {
        JsonReader in = new JsonReader(new byte[0], new DecodeOptions(Limits.STANDARD, true, new Sharing(1 << 16)));
        for (int i = 0; i < 20_000; i++) {
            String image = "registry.example.com/some/long/repository/name:" + (i % 700);
            byte[] bytes = pod("p" + i, image).getBytes(StandardCharsets.UTF_8);
            in.reset(bytes, 0, bytes.length);
            Pod pod = Pod.CODEC.read(in);
            assertThat(Objects.requireNonNull(pod.spec()).containers().get(0).image())
                    .isEqualTo(image);
            assertThat(pod.metadata().name()).isEqualTo("p" + i);
        }
    }

    /** A map of schemas and a schema can have the same bytes and are different values. */
    @Test
    void objectsAndMapsWithTheSameBytesStayApart() {
        String same = "{\"description\":{\"description\":\"twelve bytes and more\"}}";
        String nested = "{\"properties\":" + same + ",\"not\":{\"description\":\"twelve bytes and more\"}}";
        JsonReader in = new JsonReader(new byte[0], DecodeOptions.STANDARD.withSharing());
        for (int i = 0; i < 4; i++) {
            byte[] bytes = nested.getBytes(StandardCharsets.UTF_8);
            in.reset(bytes, 0, bytes.length);
            var schema = dev.konverge.model.apiextensions.v1.JSONSchemaProps.CODEC.read(in);
            assertThat(schema.properties()).containsOnlyKeys("description");
            assertThat(Objects.requireNonNull(schema.not()).description()).isEqualTo("twelve bytes and more");
        }
    }
}
