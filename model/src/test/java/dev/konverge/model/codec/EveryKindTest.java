package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.ListMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random objects of every kind survive every way there and back. */
class EveryKindTest {
    private static final long SEED = 20261115;
    private static final int ROUNDS = 40;
    private static final Schema SCHEMA = KubernetesSchema.load();

    static Stream<ResourceType<?>> kinds() {
        return KubernetesTypes.all().stream();
    }

    @Test
    void everyKindOfTheSchemaThatHasMetadataIsThere() {
        assertThat(KubernetesTypes.all()).hasSizeGreaterThan(90).doesNotHaveDuplicates();
        long served = SCHEMA.kinds().stream().filter(k -> k.resource() != null).count();
        assertThat(KubernetesTypes.all().stream().filter(ResourceType::isServed))
                .hasSize((int) served);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void jsonToRecordToJsonIsTheSameByteForByte(ResourceType<T> type) {
        forEachRandom(type, (seed, document) -> {
            T object = type.codec().read(new JsonReader(document));
            assertThat(text(json(object, type))).as("%s of seed %d", type, seed).isEqualTo(text(document));
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void recordToJsonToRecordIsEqual(ResourceType<T> type) {
        forEachRandom(type, (seed, document) -> {
            T object = type.codec().read(new JsonReader(document));
            T again = type.codec().read(new JsonReader(json(object, type)));
            assertThat(again).as("%s of seed %d", type, seed).isEqualTo(object).hasSameHashCodeAs(object);
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void recordToProtobufToRecordIsEqual(ResourceType<T> type) {
        ProtoCodec<T> codec = (ProtoCodec<T>) type.codec();
        forEachRandom(type, (seed, document) -> {
            T object = codec.read(new JsonReader(document));
            byte[] message = ProtoEnvelope.seal(type.apiVersion(), type.kind(), object, codec);
            ProtoEnvelope envelope = ProtoEnvelope.open(message, 0, message.length);
            T again = codec.readProto(envelope.content(DecodeOptions.STANDARD));
            assertThat(envelope.kind()).isEqualTo(type.kind());
            assertThat(envelope.apiVersion()).isEqualTo(type.apiVersion());
            assertThat(text(json(again, type))).as("%s of seed %d", type, seed).isEqualTo(text(document));
            assertThat(again).isEqualTo(object);
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void anObjectKnowsItsKind(ResourceType<T> type) {
        forEachRandom(type, (seed, document) -> {
            T object = type.codec().read(new JsonReader(document));
            assertThat(object.resourceType()).isEqualTo(type);
            assertThat(object.kind()).isEqualTo(type.kind());
            assertThat(object.toString()).contains(type.kind());
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void copiesThroughABuilderAreEqual(ResourceType<T> type) {
        forEachRandom(type, (seed, document) -> {
            T object = type.codec().read(new JsonReader(document));
            assertThat(copied(object)).as("%s of seed %d", type, seed).isPositive();
        });
    }

    /** Copies a value and all there is in it. {@return how many records had a builder} */
    private static int copied(@Nullable Object value) {
        if (value instanceof Collection<?> values) {
            return values.stream().mapToInt(EveryKindTest::copied).sum();
        }
        if (value instanceof Map<?, ?> map) {
            return copied(map.values());
        }
        return value instanceof Record parts ? copiedRecord(parts) : 0;
    }

    private static int copiedRecord(Record value) {
        try {
            int count = 0;
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                count += copied(component.getAccessor().invoke(value));
            }
            if (Stream.of(value.getClass().getMethods())
                    .noneMatch(method -> method.getName().equals("toBuilder"))) {
                return count;
            }
            Object builder = value.getClass().getMethod("toBuilder").invoke(value);
            Object copy = builder.getClass().getMethod("build").invoke(builder);
            assertThat(copy).isEqualTo(value).hasSameHashCodeAs(value);
            return count + 1;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(value.getClass().getName(), e);
        }
    }

    /** Sharing must never be visible, also when values, lists and maps of different types have the same bytes. */
    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void sharingChangesNoValue(ResourceType<T> type) {
        Sharing sharing = new Sharing(1 << 16);
        DecodeOptions options = new DecodeOptions(Limits.STANDARD, true, sharing);
        for (int pass = 0; pass < 3; pass++) {
            forEachRandom(type, (seed, document) -> {
                T shared = type.codec().read(new JsonReader(document, options));
                assertThat(text(json(shared, type)))
                        .as("%s of seed %d", type, seed)
                        .isEqualTo(text(document));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void listsSurviveBothForms(ResourceType<T> type) throws IOException {
        List<T> items = new ArrayList<>();
        forEachRandom(type, (seed, document) -> items.add(type.codec().read(new JsonReader(document))));
        ListMeta metadata =
                ListMeta.builder().resourceVersion("17").continue_("next").build();
        ResourceList<T> list = new ResourceList<>(metadata, items);

        JsonWriter out = new JsonWriter();
        JsonLists.write(list, type, out);
        InputStream trickle = new ChunkedInput(out.toByteArray(), 777);
        assertThat(JsonLists.read(trickle, type, DecodeOptions.STANDARD.withSharing()))
                .isEqualTo(list);

        byte[] message = ProtoLists.write(list, type);
        assertThat(ProtoLists.read(message, type, DecodeOptions.STANDARD.withSharing()))
                .isEqualTo(list);
    }

    private interface Check {
        void accept(long seed, byte[] document);
    }

    private static void forEachRandom(ResourceType<?> type, Check check) {
        KindDef kind =
                SCHEMA.findKind(type.group(), type.version(), type.kind()).orElseThrow();
        for (int i = 0; i < ROUNDS; i++) {
            long seed = SEED + i * 1_000_003L;
            Json.Obj object = new RandomJson(SCHEMA, new SplittableRandom(seed), 20 + 10 * (i % 4)).kind(kind);
            check.accept(seed, object.toBytes());
        }
    }

    private static <T extends Resource> byte[] json(T object, ResourceType<T> type) {
        JsonWriter out = new JsonWriter();
        type.codec().write(object, out);
        return out.toByteArray();
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
