package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.ListMeta;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a message has in common with the one before is taken over, and nobody can tell but by identity and speed. */
class ProtoPrecedentTest {
    private static final long SEED = 13;
    private static final String REFUSED = "refused: ";

    private static byte[] proto(String json) {
        return proto(Pod.TYPE, json.getBytes(StandardCharsets.UTF_8));
    }

    private static <T extends Resource> byte[] proto(ResourceType<T> type, byte[] json) {
        ProtoWriter out = new ProtoWriter();
        codec(type).writeProto(type.codec().read(new JsonReader(json)), out);
        return out.toByteArray();
    }

    private static <T extends Resource> ProtoCodec<T> codec(ResourceType<T> type) {
        return (ProtoCodec<T>) type.codec();
    }

    private static byte[] pod(String name, String env, String node) {
        return proto("{\"metadata\":{\"name\":\"" + name + "\",\"namespace\":\"shop\",\"labels\":{\"app\":\"shop\"},"
                + "\"annotations\":{\"index\":\"" + name + "\",\"team\":\"sales\"},"
                + "\"managedFields\":[{\"manager\":\"m\",\"time\":\"2026-01-01T00:00:0" + name.length() % 10 + "Z\","
                + "\"fieldsV1\":{\"f:spec\":{\"f:a\":{},\"k:{\\\"ip\\\":\\\"" + name
                + "\\\"}\":{}}}},{\"manager\":\"n\"}]},"
                + "\"spec\":{\"volumes\":[{\"name\":\"token-" + name + "\",\"emptyDir\":{\"medium\":\"Memory\"}},"
                + "{\"name\":\"data\",\"persistentVolumeClaim\":{\"claimName\":\"data-" + name + "\"}}],"
                + "\"containers\":[{\"name\":\"app\",\"env\":[{\"name\":\"MODE\",\"value\":\"" + env + "\"}],"
                + "\"args\":[\"--verbose\",\"--name=" + name + "\",\"--last\"],"
                + "\"volumeMounts\":[{\"name\":\"token-" + name + "\",\"mountPath\":\"/run\"},{\"name\":\"data\"}]},"
                + "{\"name\":\"side\",\"image\":\"side:1\"}],\"nodeName\":\"" + node + "\"}}");
    }

    private static byte[][] workload(int size) {
        byte[][] messages = new byte[size][];
        for (int i = 0; i < size; i++) {
            messages[i] = pod("p" + "x".repeat(i % 5 * 30) + i, "production", "node-" + i % 3);
        }
        return messages;
    }

    private static List<Pod> read(DecodeOptions options, byte[]... messages) {
        ProtoReader in = new ProtoReader(new byte[0], 0, 0, options);
        List<Pod> pods = new ArrayList<>();
        for (byte[] message : messages) {
            in.reset(message, 0, message.length);
            pods.add(Pod.CODEC.readProto(in));
        }
        return pods;
    }

    private static List<Pod> readAlone(DecodeOptions options, byte[]... messages) {
        List<Pod> pods = new ArrayList<>();
        for (byte[] message : messages) {
            pods.addAll(read(options, message));
        }
        return pods;
    }

    @Test
    void whatIsAsItWasInTheLastMessageIsTheSameObject() {
        byte[][] messages = workload(9);
        messages[8] = pod("another", "production", "node-2");
        // What only the last two have in common, only a memory of the last one can know.
        messages[7] = pod("p7", "production", "node-2");
        List<Pod> pods = read(DecodeOptions.STANDARD.withSharing(), messages);
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

    /** A value that was never seen before the last message is not in {@link Sharing} yet. */
    @Test
    void whatWasNewInTheLastMessageIsKnown() {
        byte[][] messages = new byte[6][];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = pod("p" + i, i < 4 ? "mode-" + i : "the last mode", "n");
        }
        List<Pod> pods = read(DecodeOptions.STANDARD.withSharing(), messages);
        var before = Objects.requireNonNull(pods.get(4).spec()).containers().get(0);
        var after = Objects.requireNonNull(pods.get(5).spec()).containers().get(0);
        assertThat(after).isNotEqualTo(before);
        assertThat(after.env()).isSameAs(before.env());
    }

    @Test
    void whatDiffersIsRead() {
        byte[][] messages = workload(60);
        for (boolean managedFields : List.of(true, false)) {
            DecodeOptions options = DecodeOptions.STANDARD.withManagedFields(managedFields);
            assertThat(read(options.withSharing(), messages)).isEqualTo(readAlone(options, messages));
        }
    }

    /** Metadata of a pod: name 1, namespace 3, labels 11, finalizers 14. */
    private static byte[] meta(String hex) {
        byte[] content = HexFormat.of().parseHex(hex.replace(" ", ""));
        byte[] message = new byte[content.length + 2];
        message[0] = 0x0A;
        message[1] = (byte) content.length;
        System.arraycopy(content, 0, message, 2, content.length);
        return message;
    }

    private static final String NAMESPACE = " 1A 01 73";

    /** {@return messages after which each field of metadata is compared by itself} */
    private static byte[][] after(String common, String... more) {
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            messages.add(meta("0A 01 6" + i + common));
        }
        for (String hex : more) {
            messages.add(meta(hex));
        }
        return messages.toArray(byte[][]::new);
    }

    /** What of metadata the messages give that come behind those with something in common. */
    private static List<ObjectMeta> metaAfter(String common, String... more) {
        byte[][] messages = after(common, more);
        List<Pod> pods = read(DecodeOptions.STANDARD.withSharing(), messages);
        assertThat(pods).isEqualTo(readAlone(DecodeOptions.STANDARD, messages));
        return pods.stream().skip(5).map(Pod::metadata).toList();
    }

    /** The finalizers of the last message are there byte for byte, and one more. */
    @Test
    void aRunThatGoesOnIsAnother() {
        String two = " 72 01 66 72 01 67";
        String three = two + " 72 01 68";
        assertThat(metaAfter(
                        NAMESPACE + two,
                        "0A 01 63" + NAMESPACE + three,
                        "0A 01 64" + NAMESPACE + three,
                        "0A 01 65" + NAMESPACE + three,
                        "0A 01 65" + NAMESPACE + two,
                        "0A 01 65" + NAMESPACE + two + NAMESPACE,
                        "0A 01 65" + NAMESPACE + " 72 01 66"))
                .extracting(ObjectMeta::finalizers)
                .containsExactly(
                        List.of("f", "g", "h"),
                        List.of("f", "g", "h"),
                        List.of("f", "g", "h"),
                        List.of("f", "g"),
                        List.of("f", "g"),
                        List.of("f"));
    }

    /** What goes on is known as a whole again: the list that two messages in a row have is one. */
    @Test
    void aRunThatWentOnIsOneRunInTheNextMessage() {
        String long3 = NAMESPACE + " 72 01 66 72 01 67 72 01 68";
        List<ObjectMeta> read =
                metaAfter(NAMESPACE + " 72 01 66 72 01 67", "0A 01 63" + long3, "0A 01 64" + long3, "0A 01 65" + long3);
        assertThat(read.get(1).finalizers()).isSameAs(read.get(0).finalizers());
        assertThat(read.get(2).finalizers()).isSameAs(read.get(0).finalizers());
    }

    @Test
    void aRunInTwoPiecesIsOneList() {
        String split = " 72 01 66" + NAMESPACE + " 72 01 67";
        assertThat(metaAfter(
                        split,
                        "0A 01 63" + split,
                        "0A 01 63" + split + " 72 01 68",
                        "0A 01 63 72 01 66" + NAMESPACE,
                        "0A 01 63" + split,
                        "0A 01 63" + NAMESPACE + " 72 01 66 72 01 67",
                        "0A 01 64 72 01 67" + split))
                .extracting(ObjectMeta::finalizers)
                .containsExactly(
                        List.of("f", "g"),
                        List.of("f", "g", "h"),
                        List.of("f"),
                        List.of("f", "g"),
                        List.of("f", "g"),
                        List.of("g", "f", "g"));
    }

    @Test
    void ofTwoValuesTheLastOneCounts() {
        assertThat(metaAfter(
                        NAMESPACE,
                        "0A 01 64" + NAMESPACE + " 1A 01 74",
                        "0A 01 65" + NAMESPACE + " 1A 01 74",
                        "0A 01 65" + NAMESPACE + " 1A 01 75",
                        "1A 01 74 0A 01 65" + NAMESPACE,
                        "1A 01 74 0A 01 66" + NAMESPACE,
                        "0A 01 66" + NAMESPACE + " 1A 00",
                        "0A 01 66" + NAMESPACE))
                .extracting(ObjectMeta::namespace)
                .containsExactly("t", "t", "u", "s", "s", null, "s");
    }

    @Test
    void entriesOfAMapComeGoAndChange() {
        String a = " 5A 06 0A 01 61 12 01 31";
        String b = " 5A 06 0A 01 62 12 01 32";
        String longer = " 5A 07 0A 01 62 12 02 33 33";
        assertThat(metaAfter(
                        a + b,
                        "0A 01 64" + a + longer,
                        "0A 01 64" + a + longer + NAMESPACE,
                        "0A 01 64" + a + b + longer,
                        "0A 01 64" + b,
                        "0A 01 64" + b + a,
                        "0A 01 64" + a + " 5A 03 0A 01 62",
                        "0A 01 64" + a + NAMESPACE + b))
                .extracting(ObjectMeta::labels)
                .containsExactly(
                        Map.of("a", "1", "b", "33"),
                        Map.of("a", "1", "b", "33"),
                        Map.of("a", "1", "b", "33"),
                        Map.of("b", "2"),
                        Map.of("a", "1", "b", "2"),
                        Map.of("a", "1", "b", ""),
                        Map.of("a", "1", "b", "2"));
    }

    /** The bytes are those of the last message, but the message ends before they do. */
    @Test
    void aMessageThatEndsSoonerHasLess() {
        String common = NAMESPACE + " 72 01 66 72 01 67";
        List<byte[]> all = new ArrayList<>(List.of(after(common)));
        // Behind an unknown field that comes and goes, each field is looked at by itself.
        for (String unknown : List.of("", "C0 3E 01")) {
            byte[] whole = meta(unknown + "0A 01 64" + common);
            for (int length = 0; length <= whole[1]; length++) {
                // Two names that were not there before, so that nothing but the last message tells of metadata.
                all.add(meta("0A 02 61 " + (length + 40) + common));
                all.add(meta("0A 02 62 " + (length + 40) + common));
                // What is cut off from metadata stands behind it, in the pod, where it is something else.
                byte[] cut = whole.clone();
                cut[1] = (byte) length;
                all.add(cut);
            }
        }
        assertSameOutcomes(Pod.TYPE, DecodeOptions.STANDARD, all);
    }

    /** Outcomes of a reader with a memory, each beside that of a reader without. */
    private static void assertSameOutcomes(ResourceType<?> type, DecodeOptions options, List<byte[]> messages) {
        ProtoReader in = new ProtoReader(new byte[0], 0, 0, options.withSharing());
        for (byte[] message : messages) {
            ProtoReader alone = new ProtoReader(new byte[0], 0, 0, options);
            assertThat(outcome(type, message, in))
                    .as("%s", HexFormat.of().formatHex(message))
                    .isEqualTo(outcome(type, message, alone));
        }
    }

    private static <T extends Resource> String outcome(ResourceType<T> type, byte[] message, ProtoReader in) {
        in.reset(message, 0, message.length);
        try {
            T value = codec(type).readProto(in);
            JsonWriter out = new JsonWriter();
            type.codec().write(value, out);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        } catch (DecodeException e) {
            return REFUSED + e.getMessage() + " at " + e.offset();
        }
    }

    private static byte[] mounts(int count, int version) {
        StringBuilder mounts = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String name = "m" + i + (i % 10 == version % 10 || i % 7 == 0 ? "v" + version : "");
            mounts.append(i == 0 ? "" : ",").append("{\"name\":\"" + name + "\",\"mountPath\":\"/" + i + "\"}");
        }
        return proto("{\"spec\":{\"containers\":[{\"name\":\"c" + version + "\",\"volumeMounts\":[" + mounts + "]}]}}");
    }

    private static byte[] labels(int count, int version) {
        StringBuilder labels = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String value = i % 10 == version % 10 || i % 7 == 0 ? "v" + version : "";
            labels.append(i == 0 ? "" : ",").append("\"label" + i + "\":\"" + value + '"');
        }
        return proto("{\"metadata\":{\"name\":\"p" + version + "\",\"labels\":{" + labels + "}}}");
    }

    /** Of a long list only the first elements are compared one by one; the others are there all the same. */
    @Test
    void listsAndMapsOfAnyLengthAreRead() {
        for (int count : new int[] {1, 2, 3, 63, 64, 65, 150}) {
            byte[][] messages = new byte[80][];
            for (int i = 0; i < messages.length; i++) {
                messages[i] = i < 40 ? mounts(count, i / 2) : labels(count, i / 2);
            }
            assertThat(read(DecodeOptions.STANDARD.withSharing(), messages))
                    .as("%d elements", count)
                    .isEqualTo(readAlone(DecodeOptions.STANDARD, messages));
        }
    }

    /** The handler of a probe is a message of its own only in protobuf; it stands before fields that change, and others that come and go. */
    @Test
    void fieldsInAMessageThatIsNoFieldAreKept() {
        byte[][] messages = new byte[60][];
        for (int i = 0; i < messages.length; i++) {
            String delay = i % 4 == 0 ? "" : ",\"initialDelaySeconds\":" + i;
            String grace = i % 3 == 0 ? "" : ",\"terminationGracePeriodSeconds\":" + i % 2;
            messages[i] =
                    proto("{\"spec\":{\"containers\":[{\"name\":\"c\",\"livenessProbe\":{\"httpGet\":{\"path\":\"/live"
                            + i / 20 + "\",\"port\":80}" + delay + grace + "}}]}}");
        }
        assertThat(read(DecodeOptions.STANDARD.withSharing(), messages))
                .isEqualTo(readAlone(DecodeOptions.STANDARD, messages));
    }

    /** Lists grow and shrink by an element at their beginning, in their middle and at their end. */
    @Test
    void listsOfOtherLengthsAreRead() {
        RandomGenerator random = new SplittableRandom(SEED);
        List<String> args = new ArrayList<>(List.of("a", "b"));
        byte[][] messages = new byte[300][];
        for (int i = 0; i < messages.length; i++) {
            if (args.isEmpty() || random.nextBoolean()) {
                args.add(random.nextInt(args.size() + 1), "arg" + random.nextInt(4));
            } else {
                args.remove(random.nextInt(args.size()));
            }
            String list = args.isEmpty() ? "" : "\"" + String.join("\",\"", args) + "\"";
            messages[i] = proto("{\"metadata\":{\"name\":\"p" + i % 3 + "\"},\"spec\":{\"containers\":[{\"name\":\"c"
                    + i % 2 + "\",\"args\":[" + list + "],\"image\":\"i\"}]}}");
        }
        assertThat(read(DecodeOptions.STANDARD.withSharing(), messages))
                .isEqualTo(readAlone(DecodeOptions.STANDARD, messages));
    }

    /** What is read again in its place counts as deep as it is, and no deeper. */
    @Test
    void theDepthIsThatOfTheMessage() {
        byte[][] messages = IntStream.range(0, 30).mapToObj(i -> mounts(20, i)).toArray(byte[][]::new);
        DecodeOptions enough = DecodeOptions.STANDARD.withLimits(new Limits(3, 1 << 20, 1 << 20));
        assertThat(read(enough.withSharing(), messages)).hasSize(30);
        DecodeOptions less = DecodeOptions.STANDARD.withLimits(new Limits(2, 1 << 20, 1 << 20));
        assertSameOutcomes(Pod.TYPE, less, List.of(messages));
        assertThatThrownBy(() -> read(less.withSharing(), messages))
                .hasMessageContaining("nested deeper than the limit of 2");
    }

    /** What is deeper than before, in a place that was shallow, is refused. */
    @Test
    void aMessageThatGetsTooDeepIsRefused() {
        DecodeOptions options = DecodeOptions.STANDARD.withLimits(new Limits(3, 1 << 20, 1 << 20));
        byte[] deeper =
                proto("{\"spec\":{\"containers\":[{\"name\":\"c0\",\"env\":[{\"name\":\"e\",\"valueFrom\":{}}]}]}}");
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            messages.add(proto("{\"spec\":{\"containers\":[{\"name\":\"c" + i + "\",\"env\":[{\"name\":\"e\"}]}]}}"));
            messages.add(i % 3 == 2 ? deeper : mounts(2, i));
        }
        assertSameOutcomes(Pod.TYPE, options, messages);
    }

    /** Many empty elements in few bytes are refused, whatever came before. */
    @Test
    void whatWouldTakeTooMuchHeapIsRefused() {
        DecodeOptions options = DecodeOptions.STANDARD
                .withLimits(new Limits(60, 1 << 20, 1 << 16))
                .withSharing();
        ProtoReader in = new ProtoReader(new byte[0], 0, 0, options);
        for (int i = 0; i < 10; i++) {
            byte[] usual = pod("p" + i, "mode", "n");
            in.reset(usual, 0, usual.length);
            assertThat(Pod.CODEC.readProto(in).metadata().name()).isEqualTo("p" + i);
            byte[] large = new byte[50_000];
            for (int at = 0; at < large.length; at += 2) {
                large[at] = 0x12;
            }
            byte[] spec = new WireMessage(List.of(new WireMessage.Octets(0x12, large))).bytes();
            in.reset(spec, 0, spec.length);
            assertThatThrownBy(() -> Pod.CODEC.readProto(in))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageStartingWith("would take more memory than the limit of 65536 bytes");
        }
    }

    /** Numbers that stand one by one or in one piece may have the same bytes and are different numbers. */
    @Test
    void packedAndSingleNumbersStayApart() {
        NumbersCodec codec = new NumbersCodec();
        ProtoReader in = new ProtoReader(new byte[0], 0, 0, DecodeOptions.STANDARD.withSharing());
        RandomGenerator random = new SplittableRandom(SEED);
        List<String> endings = List.of("0A0108", "080108", "08010805", "0A020805", "0A0101", "0801", "0A00", "");
        for (int i = 0; i < 500; i++) {
            String hex = "12016" + random.nextInt(3) + endings.get(random.nextInt(endings.size()));
            byte[] message = HexFormat.of().parseHex(hex);
            in.reset(message, 0, message.length);
            assertThat(numbers(codec, in)).as("%d: %s", i, hex).isEqualTo(numbers(codec, new ProtoReader(message)));
        }
    }

    private static String numbers(NumbersCodec codec, ProtoReader in) {
        try {
            return codec.readProto(in).toString();
        } catch (DecodeException e) {
            return REFUSED + e.getMessage();
        }
    }

    /** A list of numbers, and a name that changes before it. */
    private static final class NumbersCodec extends ProtoRecordCodec<List<Object>> {
        NumbersCodec() {
            super(FieldNames.of("numbers", "name"), FieldForm.LIST, FieldForm.TEXT);
        }

        @Override
        protected ProtoFields protoFields() {
            return ProtoFields.of(ProtoForm.INT32S.at(1), ProtoForm.STRING.at(2));
        }

        @Override
        protected @Nullable Codec<?> codec(int field) {
            return null;
        }

        @Override
        protected List<Object> make(@Nullable Object[] given, int at) {
            return List.of(list(given[at]), Objects.requireNonNullElse(given[at + 1], ""));
        }

        @Override
        protected void take(List<Object> value, @Nullable Object[] into, int at) {
            throw new AssertionError(value);
        }

        @Override
        public void write(List<Object> value, JsonWriter out) {
            throw new AssertionError(value);
        }

        @Override
        public void writeProto(List<Object> value, ProtoWriter out) {
            throw new AssertionError(value);
        }
    }

    /** Messages in which hardly anything is as it was before are right all the same, compared or not. */
    @Test
    void messagesWithLittleInCommonAreRead() {
        RandomGenerator random = new SplittableRandom(SEED);
        byte[][] messages = new byte[600][];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = i % 100 < 60
                    ? proto("{\"spec\":{\"nodeName\":\""
                            + Long.toHexString(random.nextLong()).repeat(20) + "\"}}")
                    : pod("p" + i, "production", "n");
        }
        assertThat(read(DecodeOptions.STANDARD.withSharing(), messages))
                .isEqualTo(readAlone(DecodeOptions.STANDARD, messages));
    }

    /** Wherever the bytes end, the message is refused or shorter; what stands behind their end in the buffer is of no message. */
    @Test
    void aMessageThatIsCutAnywhereIsReadToItsEndAndNoFurther() {
        byte[][] messages = new byte[9][];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = pod("p" + i, "mode-" + i, "node-" + i);
        }
        ProtoReader in = new ProtoReader(new byte[0], 0, 0, DecodeOptions.STANDARD.withSharing());
        byte[] last = messages[8];
        for (int cut = 0; cut < last.length; cut++) {
            for (int i = 0; i < 8; i++) {
                outcome(Pod.TYPE, messages[i], in);
            }
            byte[] shorter = Arrays.copyOf(last, cut);
            String alone = outcome(Pod.TYPE, shorter, new ProtoReader(new byte[0]));
            in.reset(last, 0, cut);
            String found;
            try {
                JsonWriter out = new JsonWriter();
                Pod.CODEC.write(Pod.CODEC.readProto(in), out);
                found = new String(out.toByteArray(), StandardCharsets.UTF_8);
            } catch (DecodeException e) {
                found = REFUSED + e.getMessage() + " at " + e.offset();
            }
            assertThat(found)
                    .as("%d bytes of %s", cut, HexFormat.of().formatHex(last))
                    .isEqualTo(alone);
        }
    }

    /** Items of a list are documents of their own, one after the other; the list's metadata is another. */
    @Test
    void itemsOfAListAreRead() {
        List<Pod> pods = readAlone(DecodeOptions.STANDARD, workload(200));
        ResourceList<Pod> list = new ResourceList<>(
                ListMeta.builder().resourceVersion("17").continue_("next").build(), pods);
        byte[] message = ProtoLists.write(list, Pod.TYPE);
        assertThat(ProtoLists.read(message, Pod.TYPE, DecodeOptions.STANDARD.withSharing()))
                .isEqualTo(list);
        assertThat(ProtoLists.read(message, Pod.TYPE, DecodeOptions.STANDARD)).isEqualTo(list);
    }

    /** One reader turns from envelope to envelope, wherever in a buffer they are. */
    @Test
    void aReaderTurnsToTheContentOfEnvelopes() {
        ProtoReader in = new ProtoReader(new byte[0], 0, 0, DecodeOptions.STANDARD.withSharing());
        List<Pod> alone = readAlone(DecodeOptions.STANDARD, workload(40));
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < alone.size(); i++) {
            byte[] sealed = ProtoEnvelope.seal("v1", "Pod", alone.get(i), Pod.CODEC);
            byte[] buffer = new byte[sealed.length + 20];
            System.arraycopy(sealed, 0, buffer, i % 7, sealed.length);
            ProtoEnvelope.open(buffer, i % 7, i % 7 + sealed.length).turn(in);
            pods.add(Pod.CODEC.readProto(in));
        }
        assertThat(pods).isEqualTo(alone);
    }

    /**
     * Each message is the one before with a few changes, of all kinds of the API and in all ways: values, fields and elements that change,
     * come, go, come twice and change places, unknown fields, lengths and bytes that make it invalid. What comes out is what a reader
     * without a memory gives, or the exception that it throws, word for word.
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
            Json.Obj json = new RandomJson(schema, random, 60).kind(kind);
            WireMessage message = WireMessage.parse(proto(type, json.toBytes()));
            DecodeOptions plain = DecodeOptions.STANDARD.withManagedFields(random.nextBoolean());
            ProtoReader in = new ProtoReader(new byte[0], 0, 0, plain.withSharing());
            for (int i = 0; i < 300; i++) {
                WireMessage next = message;
                for (int changes = random.nextInt(4); changes > 0; changes--) {
                    next = next.changed(random);
                }
                byte[] bytes = next.bytes();
                if (random.nextInt(8) == 0) {
                    bytes = broken(bytes, random);
                }
                String alone = outcome(type, bytes, new ProtoReader(new byte[0], 0, 0, plain));
                assertThat(outcome(type, bytes, in))
                        .as(
                                "%s %d of seed %d: %s",
                                type, i, SEED, HexFormat.of().formatHex(bytes))
                        .isEqualTo(alone);
                if (alone.startsWith(REFUSED)) {
                    refused++;
                } else {
                    accepted++;
                    message = next;
                }
            }
        }
        assertThat(accepted).isGreaterThan(10_000);
        assertThat(refused).isGreaterThan(1000);
    }

    private static byte[] broken(byte[] message, RandomGenerator random) {
        if (message.length == 0) {
            return message;
        }
        int at = random.nextInt(message.length);
        return switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(message, at);
            case 1 -> spliced(message, at, Math.min(message.length, at + 1 + random.nextInt(9)), new byte[0]);
            case 2 -> spliced(message, at, at, new byte[] {(byte) random.nextInt(256)});
            default -> spliced(message, at, at + 1, new byte[] {(byte) random.nextInt(256)});
        };
    }

    private static byte[] spliced(byte[] in, int from, int to, byte[] between) {
        byte[] out = new byte[in.length - (to - from) + between.length];
        System.arraycopy(in, 0, out, 0, from);
        System.arraycopy(between, 0, out, from, between.length);
        System.arraycopy(in, to, out, from + between.length, in.length - to);
        return out;
    }
}
