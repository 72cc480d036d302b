package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Resources;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.schema.KindDef;
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

/** A newer state shares with an older one what has not changed, and nobody can tell but by identity. */
class RenewalTest {
    private static final long SEED = 20261119;
    private static final int ROUNDS = 40;
    private static final Schema SCHEMA = KubernetesSchema.load();

    static Stream<ResourceType<?>> kinds() {
        return KubernetesTypes.all().stream();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void itSaysWhatTheNewerStateSays(ResourceType<T> type) {
        for (int round = 0; round < ROUNDS; round++) {
            RandomGenerator random = new SplittableRandom(SEED + round);
            Json.Obj before = document(type, random);
            T older = read(type, before);
            T newer = read(type, mixed(before, document(type, random), random));
            byte[] wanted = Resources.toJson(newer);
            T renewed = Resources.renewed(newer, older);
            assertThat(text(Resources.toJson(renewed)))
                    .as("%s of seed %d", type, SEED + round)
                    .isEqualTo(text(wanted));
            assertThat(renewed).isEqualTo(newer);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends Resource> void theSameOnceMoreIsTheOlderState(ResourceType<T> type) {
        for (int round = 0; round < ROUNDS; round++) {
            Json.Obj document = document(type, new SplittableRandom(SEED + round));
            T older = read(type, document);
            assertThat(Resources.renewed(read(type, document), older))
                    .as("%s of seed %d", type, SEED + round)
                    .isSameAs(older);
        }
    }

    private static <T extends Resource> T read(ResourceType<T> type, Json.Obj document) {
        return Resources.fromJson(document.toBytes(), type);
    }

    private static Json.Obj document(ResourceType<?> type, RandomGenerator random) {
        KindDef kind =
                SCHEMA.findKind(type.group(), type.version(), type.kind()).orElseThrow();
        return new RandomJson(SCHEMA, random, 20 + 10 * random.nextInt(4)).kind(kind);
    }

    /** {@return the first, with some parts as the second has them in the same place, so that all are of their type} */
    private static Json.Obj mixed(Json.Obj first, Json.Obj second, RandomGenerator random) {
        Map<String, Json> fields = new LinkedHashMap<>(first.fields());
        second.fields().forEach((name, value) -> {
            if (random.nextInt(3) == 0) {
                fields.merge(name, value, (one, other) -> mixed(one, other, random));
            }
        });
        fields.keySet().removeIf(name -> !name.equals("kind") && !name.equals("apiVersion") && random.nextInt(20) == 0);
        return new Json.Obj(fields);
    }

    private static Json mixed(Json first, Json second, RandomGenerator random) {
        if (first instanceof Json.Obj one && second instanceof Json.Obj other) {
            return mixed(one, other, random);
        }
        if (first instanceof Json.Arr one && second instanceof Json.Arr other && random.nextBoolean()) {
            List<Json> items = new ArrayList<>(one.items());
            for (int i = 0; i < Math.min(items.size(), other.items().size()); i++) {
                items.set(i, mixed(items.get(i), other.items().get(i), random));
            }
            return new Json.Arr(items);
        }
        return second;
    }

    private static Pod pod(String cpu, String phase) {
        String document = "{\"metadata\":{\"name\":\"p\",\"namespace\":\"shop\",\"labels\":{\"app\":\"shop\"}},"
                + "\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":{\"limits\":{\"cpu\":\"" + cpu + "\"}},"
                + "\"env\":[{\"name\":\"MODE\",\"value\":\"production\"}]},{\"name\":\"side\"}]},"
                + "\"status\":{\"phase\":\"" + phase + "\",\"podIPs\":[{\"ip\":\"10.0.0.1\"}]}}";
        return Resources.fromJson(document.getBytes(StandardCharsets.UTF_8), Pod.TYPE);
    }

    @Test
    void whatHasNotChangedIsTheSameObject() {
        Pod older = pod("1", "Pending");
        Pod renewed = Resources.renewed(pod("1", "Running"), older);
        assertThat(renewed.metadata()).isSameAs(older.metadata());
        assertThat(renewed.spec()).isSameAs(older.spec());
        var before = Objects.requireNonNull(older.status());
        var after = Objects.requireNonNull(renewed.status());
        assertThat(after.phase()).isEqualTo("Running");
        assertThat(after.podIPs()).isSameAs(before.podIPs());
    }

    @Test
    void whatIsEqualAndWrittenDifferentlyIsAnother() {
        Pod older = pod("1", "Pending");
        Pod renewed = Resources.renewed(pod("1000m", "Pending"), older);
        var before = Objects.requireNonNull(older.spec()).containers();
        var after = Objects.requireNonNull(renewed.spec()).containers();
        assertThat(String.valueOf(Objects.requireNonNull(after.get(0).resources())
                        .limits()
                        .get("cpu")))
                .isEqualTo("1000m");
        assertThat(after.get(0).env()).isSameAs(before.get(0).env());
        assertThat(after.get(1)).isSameAs(before.get(1));
        assertThat(renewed.status()).isSameAs(older.status());
    }

    private static String text(byte[] document) {
        return new String(document, StandardCharsets.UTF_8);
    }
}
