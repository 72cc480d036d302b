package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Resources;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What has stayed in a newer state of an object is what was read of the older one, and nobody can tell but by identity and speed. */
class SightingTest {
    private static final long SEED = 20261120;
    private static final Schema SCHEMA = KubernetesSchema.load();
    private static final String REFUSED = "refused: ";

    private final Sharing sharing = new Sharing();
    private final JsonReader json = new JsonReader(new byte[0], DecodeOptions.STANDARD.withSharing(sharing));
    private final ProtoReader proto = new ProtoReader(new byte[0], 0, 0, DecodeOptions.STANDARD.withSharing(sharing));

    private <T> T read(Codec<T> codec, byte[] document, boolean isLast) {
        json.reset(document, 0, document.length);
        T value = json.readNewer(codec, isLast);
        json.expectEnd();
        return value;
    }

    /** {@return a pod, read behind a document with which it has nothing in common} */
    private Pod pod(String uid, String image, String phase, boolean isLast) {
        String document = "{\"metadata\":{\"name\":\"p\",\"namespace\":\"shop\",\"uid\":\"" + uid + "\"},"
                + "\"spec\":{\"containers\":[{\"name\":\"app\",\"image\":\"" + image + "\",\"args\":[\""
                + "x".repeat(300)
                + "\"]}]},\"status\":{\"phase\":\"" + phase + "\",\"message\":\"" + "y".repeat(300) + "\"}}";
        Pod unused = read(Pod.CODEC, "{}".getBytes(StandardCharsets.UTF_8), false);
        return read(Pod.CODEC, document.getBytes(StandardCharsets.UTF_8), isLast);
    }

    private Pod pod(String uid, String image, String phase) {
        return pod(uid, image, phase, false);
    }

    @Test
    void whatHasStayedIsTheSameObject() {
        Pod first = pod("1", "a", "Pending");
        Pod second = pod("1", "a", "Running");
        assertThat(second.spec()).isSameAs(first.spec());
        assertThat(Objects.requireNonNull(second.status()).phase()).isEqualTo("Running");
        Pod third = pod("1", "b", "Running");
        assertThat(Objects.requireNonNull(third.spec()).containers().getFirst().image())
                .isEqualTo("b");
        assertThat(third.status()).isSameAs(second.status());
    }

    @Test
    void whatWasKeptOfAnOlderStateIsWhatTheNextOnesAreMadeOf() {
        Pod listed = Pod.CODEC.read(new JsonReader(Resources.toJson(pod("2", "a", "Pending"))));
        Pod first = pod("1", "a", "Pending");
        Pod kept = Resources.renewed(first, listed, sharing);
        assertThat(kept.spec()).isSameAs(listed.spec()).isNotSameAs(first.spec());
        assertThat(pod("1", "a", "Running").spec()).isSameAs(listed.spec());
    }

    private Pod fromProto(Pod pod) {
        byte[] message = Resources.toProto(pod);
        ProtoEnvelope.open(message, 0, message.length).turn(proto);
        return proto.readNewer(Pod.CODEC, false);
    }

    @Test
    void whatWasKeptIsWhatLaterMessagesAreMadeOf() {
        Pod a = pod("1", "a", "Pending");
        Pod b = pod("2", "b", "Pending");
        Pod listed = Resources.fromProto(Resources.toProto(a), Pod.TYPE);
        Pod first = fromProto(a);
        assertThat(Resources.renewed(first, listed, sharing).spec())
                .isSameAs(listed.spec())
                .isNotSameAs(first.spec());
        Pod unused = fromProto(b);
        assertThat(fromProto(a).spec()).isSameAs(listed.spec());
    }

    @Test
    void whatIsGoneIsForgotten() {
        Pod first = pod("1", "a", "Pending");
        Pod last = pod("1", "a", "Running", true);
        assertThat(last.spec()).isSameAs(first.spec());
        assertThat(pod("1", "a", "Running").spec()).isEqualTo(first.spec()).isNotSameAs(first.spec());
    }

    @Test
    void anObjectWithoutMetadataIsReadAsAnyOther() {
        byte[] document = ("{\"spec\":{\"nodeName\":\"" + "n".repeat(300) + "\"},\"metadata\":{\"name\":\"p\"}}")
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 3; i++) {
            assertThat(read(Pod.CODEC, document, false)).isEqualTo(Pod.CODEC.read(new JsonReader(document)));
        }
    }

    @Test
    void mapsStayToo() {
        String head = "{\"metadata\":{\"name\":\"c\",\"resourceVersion\":\"";
        String tail = "\"},\"data\":{\"key\":\"" + "v".repeat(300) + "\"}}";
        ConfigMap first = read(ConfigMap.CODEC, (head + 1 + tail).getBytes(StandardCharsets.UTF_8), false);
        ConfigMap second = read(ConfigMap.CODEC, (head + 2 + tail).getBytes(StandardCharsets.UTF_8), false);
        assertThat(second.data()).isSameAs(first.data());
        assertThat(second.metadata().resourceVersion()).isEqualTo("2");
    }

    static Stream<ResourceType<?>> kinds() {
        return KubernetesTypes.all().stream();
    }

    /** States of a few objects one after the other, each the one before with other parts, some of them broken: as somebody reads them who remembers nothing. */
    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void itSaysWhatTheDocumentSays(ResourceType<T> type) {
        RandomGenerator random = new SplittableRandom(SEED);
        List<Json.Obj> states = new ArrayList<>();
        List<T> kept = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Json.Obj state = state(type, i, random);
            states.add(state);
            kept.add(Resources.fromJson(state.toBytes(), type));
        }
        for (int round = 0; round < 60; round++) {
            int which = random.nextInt(3);
            states.set(which, mixed(states.get(which), state(type, which, random), random));
            byte[] document = states.get(which).toBytes();
            boolean isLast = random.nextInt(8) == 0;
            String as = type + ", round " + round + " of seed " + SEED;
            if (random.nextInt(6) == 0) {
                byte[] broken = document.clone();
                broken[random.nextInt(broken.length)] = (byte) "{}[],:\"x0".charAt(random.nextInt(9));
                assertThat(outcome(() -> read(type.codec(), broken, isLast)))
                        .as(as)
                        .isEqualTo(outcome(() -> alone(type, broken)));
            }
            T newer = read(type.codec(), document, isLast);
            assertThat(newer).as(as).isEqualTo(alone(type, document));
            T renewed = Resources.renewed(newer, kept.get(which), sharing);
            assertThat(renewed).as(as).isEqualTo(newer);
            kept.set(which, renewed);
            if (type.codec() instanceof ProtoCodec<T> codec) {
                byte[] message = Resources.toProto(newer);
                ProtoEnvelope.open(message, 0, message.length).turn(proto);
                T fromProto = proto.readNewer(codec, isLast);
                assertThat(fromProto).as(as).isEqualTo(Resources.fromProto(message, type));
                kept.set(which, Resources.renewed(fromProto, renewed, sharing));
            }
        }
    }

    private static <T extends Resource> T alone(ResourceType<T> type, byte[] document) {
        JsonReader in = new JsonReader(document);
        T value = type.codec().read(in);
        in.expectEnd();
        return value;
    }

    private static Object outcome(java.util.function.Supplier<?> reading) {
        try {
            return reading.get();
        } catch (DecodeException refusal) {
            return REFUSED + refusal.getMessage();
        }
    }

    private static Json.Obj state(ResourceType<?> type, int which, RandomGenerator random) {
        Json.Obj made = new RandomJson(SCHEMA, random, 60 + 20 * random.nextInt(4))
                .kind(SCHEMA.findKind(type.group(), type.version(), type.kind()).orElseThrow());
        Map<String, Json> fields = new LinkedHashMap<>(made.fields());
        fields.remove("metadata");
        Map<String, Json> ordered = new LinkedHashMap<>();
        ordered.put("metadata", Json.parse("{\"name\":\"o-" + which + "\",\"uid\":\"u-" + which + "\"}"));
        ordered.putAll(fields);
        return new Json.Obj(ordered);
    }

    /** {@return the first, with some of its parts as the second has them} */
    private static Json.Obj mixed(Json.Obj first, Json.Obj second, RandomGenerator random) {
        Map<String, Json> fields = new LinkedHashMap<>(first.fields());
        second.fields().forEach((name, value) -> {
            if (random.nextInt(3) == 0) {
                fields.put(name, value);
            }
        });
        return new Json.Obj(fields);
    }
}
