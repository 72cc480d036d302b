package dev.konverge.benchmarks.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That all contenders do the same work: read everything there is in a pod, and write it again. */
class PodCodecTest {
    private final PodCorpus corpus = new PodCorpus(1, 2);

    static List<PodCodec<?>> codecs() {
        return List.of(new KonvergeCodec(true), new KonvergeCodec(false), new Fabric8Codec(), new OfficialCodec());
    }

    private static JsonObject parse(byte[] document) {
        // The official client writes all times with microseconds.
        String text = new String(document, StandardCharsets.UTF_8).replace(".000000Z", "Z");
        return JsonParser.parseString(text).getAsJsonObject();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    <P> void whatIsReadIsWrittenAgain(PodCodec<P> codec) {
        PodCodec.Stream<P> stream = codec.open(true);
        for (byte[] pod : corpus.pods(20)) {
            assertThat(withoutNothing(parse(codec.write(stream.read(pod))))).isEqualTo(withoutNothing(parse(pod)));
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    <P> void managedFieldsAreDroppedAndNothingElse(PodCodec<P> codec) {
        PodCodec.Stream<P> stream = codec.open(false);
        for (byte[] pod : corpus.pods(20)) {
            JsonObject expected = parse(pod);
            expected.getAsJsonObject("metadata").remove("managedFields");
            assertThat(withoutNothing(parse(codec.write(stream.read(pod))))).isEqualTo(withoutNothing(expected));
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    <P> void aListHasAllItsPods(PodCodec<P> codec) {
        List<P> pods = codec.readList(corpus.list(20));

        assertThat(pods).hasSize(20);
        JsonObject last = parse(codec.write(pods.getLast()));
        assertThat(withoutNothing(last.get("spec")))
                .isEqualTo(parse(corpus.pod(19)).get("spec"));
    }

    /** Leaves out nulls and empty objects and lists, about which the libraries differ. */
    private static JsonElement withoutNothing(JsonElement element) {
        if (element.isJsonObject()) {
            var copy = new JsonObject();
            element.getAsJsonObject().entrySet().forEach(member -> {
                // In the sets of managed fields an empty object is all there is.
                boolean set = member.getKey().equals("fieldsV1");
                JsonElement value = set ? member.getValue() : withoutNothing(member.getValue());
                boolean nothing = value.isJsonNull()
                        || (value.isJsonObject() && value.getAsJsonObject().isEmpty())
                        || (value.isJsonArray() && value.getAsJsonArray().isEmpty());
                if (!nothing) {
                    copy.add(member.getKey(), value);
                }
            });
            return copy;
        }
        if (element.isJsonArray()) {
            var copy = new com.google.gson.JsonArray();
            element.getAsJsonArray().forEach(item -> copy.add(withoutNothing(item)));
            return copy;
        }
        return element;
    }
}
