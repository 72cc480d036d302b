package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Quantity;
import dev.konverge.model.core.v1.Container;
import dev.konverge.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SharingTest {
    private static String pod(String name, String image) {
        return "{\"metadata\":{\"name\":\"" + name
                + "\",\"labels\":{\"app\":\"shop\",\"tier\":\"backend\"}},\"spec\":{\"containers\":[{\"name\":\"app\",\"image\":\""
                + image
                + "\",\"env\":[{\"name\":\"MODE\",\"value\":\"production\"}]}],\"schedulerName\":\"default-scheduler\"}}";
    }

    /** {@return what a reader makes of documents that it reads one after the other} */
    static List<Pod> read(DecodeOptions options, String... documents) {
        JsonReader in = new JsonReader(new byte[0], options);
        List<Pod> pods = new ArrayList<>();
        for (String document : documents) {
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            in.reset(bytes, 0, bytes.length);
            pods.add(Pod.CODEC.read(in));
            in.expectEnd();
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

    /** Their images differ in their first bytes, which say where a value is looked for. */
    private static Stream<String> pods(String image) {
        return IntStream.range(0, 100).mapToObj(i -> pod("p" + i, i + ".registry.example.com/" + image));
    }

    /** A memory begins small. At its door a few are forgotten for others, whether it grew or not. */
    @Test
    @SuppressWarnings("ReferenceEquality") // they are equal in any case
    void whatWasSeenBeforeTheMemoryGrewIsKnownAfterwards() {
        String[] documents = Stream.of(
                        Stream.of(pod("a", "shop:1"), pod("b", "shop:1")),
                        pods("once"),
                        pods("other"),
                        Stream.of(pod("c", "shop:1")),
                        pods("once"),
                        pods("once"))
                .flatMap(some -> some)
                .toArray(String[]::new);
        // A reader of its own for each, so that none is compared with the one before.
        DecodeOptions options = DecodeOptions.STANDARD.withSharing();
        List<Container> containers = Stream.of(documents)
                .flatMap(document -> read(options, document).stream())
                .map(pod -> Objects.requireNonNull(pod.spec()).containers().getFirst())
                .toList();
        assertThat(containers.get(202)).isSameAs(containers.get(1));
        assertThat(IntStream.range(203, 303)
                        .filter(i -> containers.get(i).image()
                                == containers.get(i + 100).image()))
                .hasSizeGreaterThan(60);
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

    private static Pod shop(String name, String... containers) {
        return Pod.builder()
                .metadata(m -> m.name(name).labels(Map.of("app", "shop", "tier", "backend")))
                .spec(s -> s.priority(7)
                        .containers(Stream.of(containers)
                                .map(c -> Container.builder().name(c).image("i").build())
                                .toList()))
                .status(s -> s.phase("Running").startTime(Instant.ofEpochSecond(1_793_491_200L)))
                .build();
    }

    private static List<Pod> throughProtobuf(Pod... pods) {
        DecodeOptions options = DecodeOptions.STANDARD.withSharing();
        List<Pod> read = new ArrayList<>();
        for (Pod pod : pods) {
            ProtoWriter out = new ProtoWriter();
            Pod.CODEC.writeProto(pod, out);
            byte[] message = out.toByteArray();
            read.add(Pod.CODEC.readProto(new ProtoReader(message, 0, message.length, options)));
        }
        return read;
    }

    @Test
    void protobufSharesWhatJsonShares() {
        List<Pod> pods = throughProtobuf(shop("a", "app"), shop("b", "app"), shop("c", "app"));
        Pod second = pods.get(1);
        Pod third = pods.get(2);
        assertThat(third.metadata().labels()).isSameAs(second.metadata().labels());
        assertThat(Objects.requireNonNull(third.spec()).containers())
                .isSameAs(Objects.requireNonNull(second.spec()).containers());
        var before = Objects.requireNonNull(second.status());
        var after = Objects.requireNonNull(third.status());
        assertThat(after).isSameAs(before);
        assertThat(third).isEqualTo(shop("c", "app"));
    }

    @Test
    void aProtobufListThatGoesOnIsNotTheOneThatItBeginsAs() {
        Pod one = shop("a", "first");
        Pod two = shop("a", "first", "second");
        assertThat(throughProtobuf(one, one, one, two, two, two, one, two))
                .containsExactly(one, one, one, two, two, two, one, two);
    }

    @Test
    void protobufListsAndMapsInPiecesAreWhole() {
        ProtoWriter out = new ProtoWriter();
        // A writer fills its buffer from behind.
        entry(out, "b", "3");
        out.string(14, "y");
        entry(out, "b", "2");
        out.string(1, "n");
        out.string(14, "x");
        entry(out, "a", "1");
        byte[] message = out.toByteArray();
        for (DecodeOptions options : List.of(DecodeOptions.STANDARD, DecodeOptions.STANDARD.withSharing())) {
            ObjectMeta read = ObjectMeta.CODEC.readProto(new ProtoReader(message, 0, message.length, options));
            assertThat(read.labels()).isEqualTo(Map.of("a", "1", "b", "3"));
            assertThat(read.finalizers()).containsExactly("x", "y");
            assertThat(read.name()).isEqualTo("n");
        }
    }

    private static void entry(ProtoWriter out, String key, String value) {
        int before = out.size();
        out.string(2, value);
        out.string(1, key);
        out.endMessage(11, before);
    }

    /** Equal quantities may have different texts, and these two have the same place among recent values. */
    @Test
    void equalQuantitiesKeepTheirTexts() {
        Codec<Quantity> codec = Forms.QUANTITY;
        JsonReader in = new JsonReader(
                "[\"324Mi\",\"339738624\",\"324Mi\"]        ".getBytes(StandardCharsets.UTF_8),
                DecodeOptions.STANDARD.withSharing());
        assertThat(in.readValues(codec)).extracting(Quantity::toString).containsExactly("324Mi", "339738624", "324Mi");
    }
}
