package dev.konverge.model.codec;

import static dev.konverge.model.codec.SharingTest.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a document has in common with the one before is taken over, and nobody can tell but by identity and speed. */
class PrecedentTest {
    private static final long SEED = 11;
    private static final String REFUSED = "refused: ";

    private static String pod(String name, String env, String node) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"namespace\":\"shop\",\"labels\":{\"app\":\"shop\"},"
                + "\"managedFields\":[{\"manager\":\"m\",\"time\":\"2026-01-01T00:00:0" + name.length() + "Z\","
                + "\"fieldsV1\":{\"f:spec\":{\"f:a\":{},\"k:{\\\"ip\\\":\\\"" + name
                + "\\\"}\":{}}}},{\"manager\":\"n\"}]},"
                + "\"spec\":{\"containers\":[{\"name\":\"app\",\"env\":[{\"name\":\"MODE\",\"value\":\"" + env + "\"}],"
                + "\"volumeMounts\":[{\"name\":\"token-" + name + "\",\"mountPath\":\"/run\"},{\"name\":\"data\"}]},"
                + "{\"name\":\"side\",\"image\":\"side:1\"}],\"nodeName\":\"" + node + "\",\"schedulerName\":null}}";
    }

    private static String[] workload(int size) {
        String[] documents = new String[size];
        for (int i = 0; i < size; i++) {
            documents[i] = pod("p" + "x".repeat(i % 5) + i, "production", "node-" + i % 3);
        }
        return documents;
    }

    @Test
    void whatIsAsItWasInTheLastDocumentIsTheSameObject() {
        List<Pod> pods = read(DecodeOptions.STANDARD.withSharing(), workload(9));
        var before = Objects.requireNonNull(pods.get(7).spec());
        var after = Objects.requireNonNull(pods.get(8).spec());
        assertThat(after).isNotEqualTo(before);
        assertThat(after.containers().get(1)).isSameAs(before.containers().get(1));
        assertThat(after.containers().get(0).env())
                .isSameAs(before.containers().get(0).env());
        assertThat(after.containers().get(0).volumeMounts().get(1))
                .isSameAs(before.containers().get(0).volumeMounts().get(1));
        assertThat(pods.get(8).metadata().labels())
                .isSameAs(pods.get(7).metadata().labels());
    }

    @Test
    void whatDiffersIsRead() {
        String[] documents = workload(40);
        for (boolean managedFields : List.of(true, false)) {
            DecodeOptions options = DecodeOptions.STANDARD.withManagedFields(managedFields);
            List<Pod> alone = new ArrayList<>();
            for (String document : documents) {
                alone.addAll(read(options, document));
            }
            assertThat(read(options.withSharing(), documents)).isEqualTo(alone);
        }
    }

    private static String spec(String fields) {
        return "{\"spec\":{" + fields + "}}";
    }

    /** {@return documents after which each field of a spec is compared by itself} */
    private static String[] after(String... more) {
        List<String> documents = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            documents.add(spec("\"nodeName\":\"n" + i + "\",\"priority\":12,\"hostname\":\"h\""));
        }
        documents.addAll(List.of(more));
        return documents.toArray(String[]::new);
    }

    /** A number is not known to be over before what follows it is. */
    @Test
    void aNumberThatGoesOnIsAnother() {
        List<Pod> pods = read(
                DecodeOptions.STANDARD.withSharing(),
                after(
                        spec("\"nodeName\":\"n3\",\"priority\":120,\"hostname\":\"h\""),
                        spec("\"nodeName\":\"n3\",\"priority\":12,\"hostname\":\"h\""),
                        spec("\"nodeName\":\"n3\",\"priority\":12 ,\"hostname\":\"h\""),
                        spec("\"nodeName\":\"n3\",\"priority\":1"),
                        spec("\"nodeName\":\"n3\",\"priority\":12")));
        assertThat(pods.subList(4, 9))
                .extracting(p -> Objects.requireNonNull(p.spec()).priority())
                .containsExactly(120, 12, 12, 1, 12);
    }

    @Test
    void aFieldThatComesTwiceIsRefusedWhereverTheLastDocumentHadIt() {
        String twice = spec("\"priority\":8,\"nodeName\":\"n4\",\"priority\":12,\"hostname\":\"h\"");
        for (DecodeOptions options : List.of(DecodeOptions.STANDARD, DecodeOptions.STANDARD.withSharing())) {
            assertThatThrownBy(() -> read(options, after(twice)))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("\"priority\" appears twice at $.spec.priority (byte 49)");
        }
    }

    /** A text that is a key in one document may be an element in the next, at the same place. */
    @Test
    void keysAndElementsStayApart() {
        JsonReader in = new JsonReader(new byte[0], DecodeOptions.STANDARD.withSharing());
        List<String> values = List.of("[\"x\" , \"y\" ]", "{\"x\" : \"y\" }", "[\"x\" , 1 ]", "{\"x\" : 1 }");
        Codec<Json> any = new AnyCodec();
        RandomGenerator random = new SplittableRandom(SEED);
        for (int i = 0; i < 200; i++) {
            String value = values.get(random.nextInt(4));
            byte[] bytes = ("{\"any\":" + value + "}").getBytes(StandardCharsets.UTF_8);
            in.reset(bytes, 0, bytes.length);
            assertThat(any.read(in)).isEqualTo(Json.parse(value));
        }
    }

    /** A record with a field that may be anything. */
    private static final class AnyCodec extends RecordCodec<Json> {
        AnyCodec() {
            super(FieldNames.of("any"), FieldForm.OBJECT);
        }

        @Override
        protected Codec<?> codec(int field) {
            return Json.CODEC;
        }

        @Override
        protected Json make(@Nullable Object[] given, int at) {
            return (Json) Objects.requireNonNull(given[at]);
        }

        @Override
        protected void take(Json value, @Nullable Object[] into, int at) {
            into[at] = value;
        }

        @Override
        public void write(Json value, JsonWriter out) {
            Json.CODEC.write(value, out);
        }
    }

    private static String mounts(int count, int version) {
        StringBuilder mounts = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String name = "m" + i + (i % 10 == version % 10 || i % 7 == 0 ? "v" + version : "");
            mounts.append(i == 0 ? "" : ",").append("{\"name\":\"" + name + "\",\"mountPath\":\"/" + i + "\"}");
        }
        return spec("\"containers\":[{\"name\":\"c" + version + "\",\"volumeMounts\":[" + mounts + "]}]");
    }

    /** Of a long list only the first elements are compared one by one; the others are there all the same. */
    @Test
    void listsOfAnyLengthAreRead() {
        for (int count : new int[] {1, 2, 3, 63, 64, 65, 150}) {
            List<String> documents = new ArrayList<>();
            List<Pod> alone = new ArrayList<>();
            for (int version = 0; version < 40; version++) {
                documents.add(mounts(count, version / 2));
                alone.addAll(read(DecodeOptions.STANDARD, documents.getLast()));
            }
            assertThat(read(DecodeOptions.STANDARD.withSharing(), documents.toArray(String[]::new)))
                    .as("%d elements", count)
                    .isEqualTo(alone);
        }
    }

    /** What is read again in its place counts as deep as it is, and no deeper. */
    @Test
    void theDepthIsThatOfTheDocument() {
        Limits limits = new Limits(6, 1 << 20, 1 << 20);
        DecodeOptions options = DecodeOptions.STANDARD.withLimits(limits).withSharing();
        String[] documents = new String[30];
        for (int i = 0; i < documents.length; i++) {
            documents[i] = mounts(20, i);
        }
        assertThat(read(options, documents)).hasSize(30);
        assertThatThrownBy(() -> read(DecodeOptions.STANDARD.withLimits(new Limits(5, 1 << 20, 1 << 20)), documents))
                .hasMessageContaining("nested deeper than the limit of 5");
    }

    /** A name that was a text in the last document may be something else in this one. */
    @Test
    void aNameOfAnEntryThatIsNoTextIsRefused() {
        for (String name : List.of("null", "1", "true", "{}", "[]", "x\"", "")) {
            JsonReader in = new JsonReader(new byte[0], DecodeOptions.STANDARD.withSharing());
            for (String key : List.of("\"a\"", "\"b\"", "\"c\"", "\"d\"", name)) {
                String document = "{\"metadata\":{\"labels\":{" + key + ":\"some value of a label\"}}}";
                JsonReader alone = new JsonReader(new byte[0], DecodeOptions.STANDARD);
                assertThat(outcome(Pod.TYPE, document, in)).isEqualTo(outcome(Pod.TYPE, document, alone));
            }
        }
    }

    /** What has no parts leaves none behind that the next document could be taken for. */
    @Test
    void documentsThatAreNoObjectsAreReadBetweenOthers() {
        List<String> documents = List.of(
                "{\"f:metadata\":{\"f:labels\":{}}}",
                "{\"f:spec\":{\"f:a\":{},\"f:b\":[1,2]}}",
                "\"Always\"",
                "[12]",
                "\"1,2\"",
                "[1,2]",
                "12",
                "null",
                "{}");
        RandomGenerator random = new SplittableRandom(SEED);
        JsonReader in = new JsonReader(new byte[0]);
        for (int i = 0; i < 2000; i++) {
            byte[] document = documents.get(random.nextInt(documents.size())).getBytes(StandardCharsets.UTF_8);
            in.reset(document, 0, document.length);
            in.skipDocument();
        }
        assertThat(read(DecodeOptions.STANDARD.withSharing(), pod("a", "b", "c"), "null", pod("d", "e", "f")))
                .extracting(pod -> pod.metadata().name())
                .containsExactly("a", null, "d");
    }

    /** How many parts there may be is a bound for what is remembered, not for how often readers take turns. */
    @Test
    void partsOfAReaderThatAnotherFollowsMakeRoom() {
        byte[] document = "{1}".getBytes(StandardCharsets.UTF_8);
        Precedent precedent = new Precedent();
        for (int i = 0; i < 10_000; i++) {
            precedent.begin(document, 0, document.length);
            Part whole = Objects.requireNonNull(precedent.open(0, i % 2 == 0 ? Pod.CODEC : Json.class, Sharing.ONE));
            assertThat(precedent.expect(whole, 0, document, 1, document.length))
                    .as("the part of document %d", i)
                    .isNotNull();
            whole.close();
            precedent.end(document, 0, document.length);
        }
    }

    /** Documents in which hardly anything is as it was before are right all the same, compared or not. */
    @Test
    void documentsWithLittleInCommonAreRead() {
        RandomGenerator random = new SplittableRandom(SEED);
        String[] documents = new String[600];
        for (int i = 0; i < documents.length; i++) {
            documents[i] = i % 100 < 60
                    ? "{\"spec\":{\"nodeName\":\""
                            + Long.toHexString(random.nextLong()).repeat(20) + "\"}}"
                    : pod("p" + i, "production", "n");
        }
        List<Pod> alone = new ArrayList<>();
        for (String document : documents) {
            alone.addAll(read(DecodeOptions.STANDARD, document));
        }
        assertThat(read(DecodeOptions.STANDARD.withSharing(), documents)).isEqualTo(alone);
    }

    /** A stream gives a value up when its bytes run out and reads it again; nothing of the first try may be left. */
    @Test
    void aDocumentThatIsReadTwiceForWantOfBytesIsRight() throws IOException {
        String[] documents = workload(60);
        byte[] bytes = String.join("", documents).getBytes(StandardCharsets.UTF_8);
        List<Pod> alone = new ArrayList<>();
        for (String document : documents) {
            alone.addAll(read(DecodeOptions.STANDARD, document));
        }
        for (int chunk = 1; chunk < 1200; chunk += 7) {
            JsonStream stream = new JsonStream(new ChunkedInput(bytes, chunk), DecodeOptions.STANDARD.withSharing());
            List<Pod> pods = new ArrayList<>();
            for (var next = stream.next(Pod.CODEC); next.isPresent(); next = stream.next(Pod.CODEC)) {
                pods.add(next.get());
            }
            assertThat(pods).as("pieces of %d", chunk).isEqualTo(alone);
        }
    }

    /** Wherever the bytes at hand end, more are asked for; what stands behind their end in the buffer is of no document. */
    @Test
    void aDocumentThatIsCutAnywhereAsksForMore() {
        // A value is taken apart a step further each time it is seen to vary.
        byte[][] documents = new byte[9][];
        for (int i = 0; i < documents.length; i++) {
            documents[i] = pod("p" + i, "mode-" + i, "node-" + i).getBytes(StandardCharsets.UTF_8);
        }
        JsonReader in = new JsonReader(new byte[0], DecodeOptions.STANDARD.withSharing());
        byte[] last = documents[8];
        for (int cut = 0; cut < last.length; cut++) {
            for (String behind : List.of("", "{", "\"", "n", "1,")) {
                for (int i = 0; i < 8; i++) {
                    in.reset(documents[i], 0, documents[i].length);
                    Pod.CODEC.read(in);
                }
                byte[] buffer = Arrays.copyOf(last, cut + behind.length());
                System.arraycopy(behind.getBytes(StandardCharsets.UTF_8), 0, buffer, cut, behind.length());
                in.place(buffer, 0, cut, true, 0, "$");
                assertThatThrownBy(() -> Pod.CODEC.read(in))
                        .as("%d bytes of %s", cut, new String(last, StandardCharsets.UTF_8))
                        .isInstanceOf(Underflow.class);
            }
        }
    }

    /**
     * Each document is the one before with a few changes, of all kinds of the API and in all ways: texts, numbers, fields and elements that
     * come, go and change places, spaces, and bytes that make it invalid. What comes out is what a reader without a memory gives, or
     * the exception that it throws, word for word.
     */
    @Test
    void aReaderWithAPrecedentGivesWhatOneWithoutGives() {
        Schema schema = KubernetesSchema.load();
        RandomGenerator random = new SplittableRandom(SEED);
        int accepted = 0;
        int refused = 0;
        for (ResourceType<?> type : KubernetesTypes.all()) {
            var kind =
                    schema.findKind(type.group(), type.version(), type.kind()).orElseThrow();
            Json.Obj document = new RandomJson(schema, random, 60).kind(kind);
            DecodeOptions plain = DecodeOptions.STANDARD.withManagedFields(random.nextBoolean());
            JsonReader in = new JsonReader(new byte[0], plain.withSharing());
            for (int i = 0; i < 150; i++) {
                Json.Obj next = (Json.Obj) changed(document, random);
                String text = random.nextInt(20) == 0 ? "null" : spaced(next.toString(), random);
                if (random.nextInt(8) == 0) {
                    text = broken(text, random);
                }
                String alone = outcome(type, text, new JsonReader(new byte[0], plain));
                assertThat(outcome(type, text, in))
                        .as("%s of seed %d", text, SEED)
                        .isEqualTo(alone);
                if (alone.startsWith(REFUSED)) {
                    refused++;
                } else {
                    accepted++;
                    document = next;
                }
            }
        }
        assertThat(accepted).isGreaterThan(5000);
        assertThat(refused).isGreaterThan(500);
    }

    private static <T extends Resource> String outcome(ResourceType<T> type, String text, JsonReader in) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        in.reset(bytes, 0, bytes.length);
        try {
            T value = type.codec().read(in);
            in.expectEnd();
            JsonWriter out = new JsonWriter();
            type.codec().write(value, out);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        } catch (DecodeException e) {
            return REFUSED + e.getMessage() + " at " + e.offset();
        }
    }

    /** {@return a value with one place in it changed} */
    private static Json changed(Json value, RandomGenerator random) {
        return switch (value) {
            case Json.Obj object -> new Json.Obj(changed(object.fields(), random));
            case Json.Arr list -> new Json.Arr(changed(list.items(), random));
            case Json.Str text ->
                text.value().isEmpty() ? Json.of("filled") : Json.of(text.value() + random.nextInt(12));
            case Json.Int number -> Json.of(number.value() / 2 + random.nextInt(3));
            case Json.Dec number -> number;
            case Json.Bool flag -> Json.of(!flag.value());
            case Json.Null nothing -> nothing;
        };
    }

    private static Map<String, Json> changed(Map<String, Json> fields, RandomGenerator random) {
        Map<String, Json> changed = new LinkedHashMap<>(fields);
        if (fields.isEmpty()) {
            return changed;
        }
        List<String> names = List.copyOf(fields.keySet());
        String name = names.get(random.nextInt(names.size()));
        Json value = Objects.requireNonNull(changed.get(name));
        switch (random.nextInt(12)) {
            case 0 -> changed.remove(name);
            case 1 -> {
                changed.remove(name);
                changed.put(name, value);
            }
            case 2 -> changed.put(name, Json.Null.INSTANCE);
            case 3 -> changed.put("unknown" + random.nextInt(3), value);
            default -> changed.put(name, changed(value, random));
        }
        return changed;
    }

    private static List<Json> changed(List<Json> items, RandomGenerator random) {
        List<Json> changed = new ArrayList<>(items);
        if (items.isEmpty()) {
            return changed;
        }
        int at = random.nextInt(items.size());
        switch (random.nextInt(8)) {
            case 0 -> changed.remove(at);
            case 1 -> changed.add(at, items.get(at));
            case 2 -> changed.add(items.getFirst());
            default -> changed.set(at, changed(items.get(at), random));
        }
        return changed;
    }

    /** {@return a document, sometimes with spaces where they may be: no text of these documents has what separates values} */
    private static String spaced(String document, RandomGenerator random) {
        return random.nextInt(6) == 0 ? document.replace("\":", "\" : ").replace("},", "} ,") : document;
    }

    private static String broken(String document, RandomGenerator random) {
        int at = random.nextInt(document.length());
        return switch (random.nextInt(4)) {
            case 0 -> document.substring(0, at);
            case 1 ->
                document.substring(0, at) + document.substring(Math.min(document.length(), at + 1 + random.nextInt(9)));
            case 2 -> document.substring(0, at) + "\",:}]1n".charAt(random.nextInt(7)) + document.substring(at);
            default -> document.substring(0, at) + document.charAt(at) + document.substring(at);
        };
    }
}
