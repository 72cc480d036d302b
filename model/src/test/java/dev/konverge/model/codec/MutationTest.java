package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.ResourceType;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever is done to valid input, the one exception is all that ever comes out. */
class MutationTest {
    private static final long SEED = 7;
    private static final Limits LIMITS = new Limits(60, 1 << 20, 4 << 20);

    /** One document and the type it is of. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sample(ResourceType<?> type, byte[] bytes) {}

    private static List<Sample> corpus() {
        Schema schema = KubernetesSchema.load();
        List<Sample> corpus = new ArrayList<>();
        for (ResourceType<?> type : KubernetesTypes.all()) {
            KindDef kind =
                    schema.findKind(type.group(), type.version(), type.kind()).orElseThrow();
            Json.Obj object = new RandomJson(schema, new SplittableRandom(SEED), 30).kind(kind);
            corpus.add(new Sample(type, object.toBytes()));
        }
        return corpus;
    }

    @Test
    void mutatedJsonGivesAValueOrADecodeException() {
        int[] outcomes = run(60_000, MutationTest::corpus, this::decodeJson);
        assertThat(outcomes[0]).as("accepted").isGreaterThan(1000);
        assertThat(outcomes[1]).as("refused").isGreaterThan(10_000);
    }

    @Test
    void mutatedProtobufGivesAValueOrADecodeException() {
        int[] outcomes = run(
                60_000,
                () -> corpus().stream()
                        .map(s -> new Sample(s.type(), proto(s.type(), s.bytes())))
                        .toList(),
                this::decodeProto);
        assertThat(outcomes[0]).as("accepted").isGreaterThan(1000);
        assertThat(outcomes[1]).as("refused").isGreaterThan(10_000);
    }

    private static <T extends dev.konverge.model.Resource> byte[] proto(ResourceType<T> type, byte[] json) {
        ProtoCodec<T> codec = (ProtoCodec<T>) type.codec();
        ProtoWriter out = new ProtoWriter();
        codec.writeProto(codec.read(new JsonReader(json)), out);
        return out.toByteArray();
    }

    private interface Decoder {
        void decode(ResourceType<?> type, byte[] bytes, DecodeOptions options);
    }

    private void decodeJson(ResourceType<?> type, byte[] bytes, DecodeOptions options) {
        try {
            var stream = new JsonStream(new ByteArrayInputStream(bytes), options);
            while (stream.next(type.codec()).isPresent()) {
                // a mutation may have made two of one
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        JsonReader in = new JsonReader(bytes, options);
        var unused = type.codec().read(in);
        in.expectEnd();
    }

    private void decodeProto(ResourceType<?> type, byte[] bytes, DecodeOptions options) {
        var unused = ((ProtoCodec<?>) type.codec()).readProto(new ProtoReader(bytes, 0, bytes.length, options));
    }

    private static int[] run(int inputs, java.util.function.Supplier<List<Sample>> source, Decoder decoder) {
        List<Sample> corpus = source.get();
        RandomGenerator random = new SplittableRandom(SEED);
        DecodeOptions shared = new DecodeOptions(LIMITS, true, new Sharing());
        DecodeOptions plain = new DecodeOptions(LIMITS, false, null);
        int[] outcomes = new int[2];
        for (int i = 0; i < inputs; i++) {
            Sample sample = corpus.get(random.nextInt(corpus.size()));
            byte[] mutated = sample.bytes();
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                mutated = mutate(mutated, random);
            }
            try {
                decoder.decode(sample.type(), mutated, i % 2 == 0 ? shared : plain);
                outcomes[0]++;
            } catch (DecodeException expected) {
                assertThat(expected.path()).startsWith("$");
                assertThat(expected.offset()).isBetween(0L, (long) mutated.length);
                outcomes[1]++;
            } catch (RuntimeException | Error wrong) {
                fail(
                        "input " + i + " of seed " + SEED + " for " + sample.type() + ": "
                                + HexFormat.of().formatHex(mutated),
                        wrong);
            }
        }
        return outcomes;
    }

    private static byte[] mutate(byte[] in, RandomGenerator random) {
        if (in.length == 0) {
            return new byte[] {(byte) random.nextInt(256)};
        }
        int at = random.nextInt(in.length);
        int length = Math.min(in.length - at, 1 + random.nextInt(40));
        return switch (random.nextInt(8)) {
            case 0 -> flip(in, at, random);
            case 1 -> Arrays.copyOf(in, at);
            case 2 -> splice(in, at, at + length, new byte[0]);
            case 3 -> splice(in, at, at, Arrays.copyOfRange(in, at, at + length));
            case 4 ->
                splice(
                        in,
                        at,
                        at,
                        "[".repeat(random.nextInt(100)).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            case 5 ->
                splice(
                        in,
                        at,
                        at,
                        "{\"a\":".repeat(random.nextInt(100)).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            case 6 -> splice(in, at, at, bytes(random, 8));
            default -> splice(in, at, at, interesting(random));
        };
    }

    private static byte[] interesting(RandomGenerator random) {
        String text = List.of(
                        "NaN",
                        "1e999",
                        "-",
                        "0x1",
                        "\\ud800",
                        "\"",
                        "null",
                        "true",
                        "1".repeat(500),
                        "\\u00",
                        ",",
                        "}",
                        "]")
                .get(random.nextInt(13));
        return text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(RandomGenerator random, int n) {
        byte[] bytes = new byte[n];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] flip(byte[] in, int at, RandomGenerator random) {
        byte[] out = in.clone();
        out[at] ^= (byte) (1 << random.nextInt(8));
        return out;
    }

    private static byte[] splice(byte[] in, int from, int to, byte[] insert) {
        byte[] out = new byte[in.length - (to - from) + insert.length];
        System.arraycopy(in, 0, out, 0, from);
        System.arraycopy(insert, 0, out, from, insert.length);
        System.arraycopy(in, to, out, from + insert.length, in.length - to);
        return out;
    }
}
