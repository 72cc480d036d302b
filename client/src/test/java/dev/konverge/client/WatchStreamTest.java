package dev.konverge.client;

import static dev.konverge.client.FakeTransport.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.RawJson;
import dev.konverge.model.Resource;
import dev.konverge.model.Status;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.Limits;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoWriter;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.Toleration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WatchStreamTest {
    private static String pod(String name, int version) {
        return "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"default\",\"resourceVersion\":\"" + version + "\"}}";
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
    }

    private static WatchStream<Pod> watch(HttpResponse answer) {
        return ClientSet.on(FakeTransport.answering(answer), Platform.real())
                .pods()
                .watch(WatchOptions.NONE);
    }

    private static List<String> drain(WatchStream<Pod> stream) {
        List<String> seen = new ArrayList<>();
        for (var event = stream.next(); event.isPresent(); event = stream.next()) {
            seen.add(event.get().getClass().getSimpleName() + " "
                    + meta(event.get().object()).name() + " " + event.get().version());
        }
        return seen;
    }

    // RC-24: concatenated objects, however they are cut; a name with letters of several bytes must survive any cut.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100, 10_000})
    void eventsAreReadHoweverTheyAreCut(int size) {
        String events = event("ADDED", pod("wéb-日本", 1))
                + event("MODIFIED", pod("wéb-日本", 2)).strip()
                + event("DELETED", pod("wéb-日本", 3))
                + "\n  "
                + event(
                        "BOOKMARK",
                        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"}}");
        try (WatchStream<Pod> stream = watch(answer(200, "application/json", Bodies.inPieces(events, size)))) {
            assertThat(drain(stream))
                    .containsExactly("Added wéb-日本 1", "Modified wéb-日本 2", "Deleted wéb-日本 3", "Bookmark null 9");
            assertThat(stream.findLoss()).isEmpty();
        }
    }

    @Test
    void anObjectMayComeBeforeItsType() {
        String event = "{\"object\":" + pod("web", 4) + ",\"more\":[1,{}],\"type\":\"MODIFIED\"}";
        try (WatchStream<Pod> stream = watch(answer(200, "application/json", event))) {
            assertThat(drain(stream)).containsExactly("Modified web 4");
        }
    }

    @Test
    void anEventIsGivenAsSoonAsItsLastByteIsThere() throws Exception {
        Bodies.Fed body = new Bodies.Fed();
        try (WatchStream<Pod> stream = watch(answer(200, "application/json", body))) {
            body.feed(event("ADDED", pod("a", 1)).strip());
            assertThat(stream.next()).isPresent();
            body.feed(event("ADDED", pod("b", 2)) + event("ADDED", pod("c", 3)).substring(0, 20));
            assertThat(meta(stream.next().orElseThrow().object()).name()).isEqualTo("b");
            body.feed(event("ADDED", pod("c", 3)).substring(20));
            assertThat(meta(stream.next().orElseThrow().object()).name()).isEqualTo("c");
        }
    }

    @Test
    void anErrorEventIsThrownAsWhatItIsAndEndsTheStream() {
        String gone = event("ERROR", FakeTransport.failure(410, "Expired", "too old resource version"));
        FakeTransport transport = FakeTransport.answering(
                answer(200, "application/json", event("ADDED", pod("a", 1)) + gone + event("ADDED", pod("b", 2))));
        try (WatchStream<Pod> stream =
                ClientSet.on(transport, Platform.real()).pods().watch(WatchOptions.NONE)) {
            assertThat(stream.next()).isPresent();
            assertThatThrownBy(stream::next)
                    .isInstanceOf(ApiException.Gone.class)
                    .hasMessageContaining("watch pods")
                    .hasMessageContaining("too old resource version");
            assertThat(stream.next()).isEmpty();
            assertThat(transport.open()).isZero();
        }
    }

    @Test
    void aBrokenConnectionIsTheEndAndTheReasonIsKept() {
        // RC-25
        IOException reset = new IOException("connection reset");
        try (WatchStream<Pod> stream = watch(answer(
                200, "application/json", Bodies.breaking(event("ADDED", pod("a", 1)) + "{\"type\":", reset)))) {
            assertThat(drain(stream)).containsExactly("Added a 1");
            assertThat(stream.findLoss()).contains(reset);
        }
    }

    @Test
    void aStreamCutOffWithinAnEventIsTheEnd() {
        // RC-25
        try (WatchStream<Pod> stream = watch(answer(
                200,
                "application/json",
                event("ADDED", pod("a", 1)) + event("ADDED", pod("b", 2)).substring(0, 30)))) {
            assertThat(drain(stream)).containsExactly("Added a 1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\"}}\n",
                "{\"type\":\"SURPRISE\",\"object\":{}}\n",
                "{\"type\":\"ADDED\"}\n",
                "{\"object\":{}}\n",
                "[]\n",
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":7}}\n"
            })
    void whatIsNoEventIsUndecodable(String text) {
        try (WatchStream<Pod> stream = watch(answer(200, "application/json", text))) {
            assertThatThrownBy(stream::next).isInstanceOf(ApiException.Undecodable.class);
            assertThat(stream.next()).isEmpty();
        }
    }

    @Test
    void aPageInsteadOfEventsIsNotKubernetes() {
        try (WatchStream<Pod> stream = watch(answer(200, "text/html", "<html><body>Sign in</body></html>"))) {
            assertThatThrownBy(stream::next)
                    .isInstanceOf(ApiException.NotKubernetes.class)
                    .hasMessageContaining("Sign in");
        }
    }

    @Test
    void closingReleasesAReaderAndIsNoFailure() throws Exception {
        Bodies.Fed body = new Bodies.Fed();
        WatchStream<Pod> stream = watch(answer(200, "application/json", body));
        List<Object> seen = new ArrayList<>();
        Task reader = Platform.real().start("reader", () -> seen.add(stream.next()));
        stream.close();
        assertThat(reader.join(Duration.ofSeconds(30))).isTrue();
        assertThat(seen).containsExactly(java.util.Optional.empty());
        assertThat(body.isClosed()).isTrue();
        stream.close();
    }

    @Test
    void managedFieldsAreDroppedOnRequest() {
        String object =
                "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\","
                        + "\"managedFields\":[{\"manager\":\"m\"}]}}";
        FakeTransport transport = new FakeTransport(request -> answer(200, "application/json", event("ADDED", object)));
        PodClient pods = ClientSet.on(transport, Platform.real()).pods();
        try (WatchStream<Pod> stream = pods.watch(WatchOptions.NONE)) {
            assertThat(meta(stream.next().orElseThrow().object()).managedFields())
                    .hasSize(1);
        }
        DecodeOptions lean = DecodeOptions.STANDARD.withManagedFields(false).withSharing();
        try (WatchStream<Pod> stream = pods.withDecoding(lean).watch(WatchOptions.NONE)) {
            assertThat(meta(stream.next().orElseThrow().object()).managedFields())
                    .isEmpty();
        }
    }

    @Test
    void anEventBeyondTheLimitIsRefused() {
        String large = "x".repeat(1 << 20);
        String object = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\""
                + large + "\"}}";
        FakeTransport transport = new FakeTransport(request -> answer(200, "application/json", event("ADDED", object)));
        ResourceClient<ConfigMap> maps =
                ClientSet.on(transport, Platform.real()).coreV1().configMaps();
        try (WatchStream<ConfigMap> stream = maps.watch(WatchOptions.NONE)) {
            assertThat(stream.next().orElseThrow().object().data()).isEqualTo(Map.of("k", large));
        }
        DecodeOptions strict = DecodeOptions.STANDARD.withLimits(new Limits(100, 1 << 16, 1 << 24));
        try (WatchStream<ConfigMap> stream = maps.withDecoding(strict).watch(WatchOptions.NONE)) {
            assertThatThrownBy(stream::next)
                    .isInstanceOf(ApiException.Undecodable.class)
                    .hasMessageContaining("limit");
        }
    }

    private static byte[] frame(String type, byte[] object, boolean enveloped) {
        ProtoWriter out = new ProtoWriter();
        int end = out.size();
        out.raw(1, object);
        out.endMessage(2, end);
        out.string(1, type);
        if (!enveloped) {
            return out.toByteArray();
        }
        return ProtoEnvelope.seal("v1", "WatchEvent", content -> {
            int before = content.size();
            content.raw(1, object);
            content.endMessage(2, before);
            content.string(1, type);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void protobufEventsAreFramesWithTheirLengthInFront(boolean enveloped) throws IOException {
        // RC-24
        Pod web =
                Pod.builder().metadata(m -> m.name("web").resourceVersion("5")).build();
        Status gone =
                Status.builder().status("Failure").reason("Expired").code(410).build();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (byte[] frame : List.of(
                frame("ADDED", ProtoEnvelope.seal("v1", "Pod", web, Pod.CODEC), enveloped),
                frame("DELETED", ProtoEnvelope.seal("v1", "Pod", web, Pod.CODEC), enveloped),
                frame("ERROR", ProtoEnvelope.seal("v1", "Status", gone, Status.CODEC), enveloped))) {
            out.writeInt(frame.length);
            out.write(frame);
        }
        FakeTransport transport = FakeTransport.answering(
                answer(200, ProtoEnvelope.MEDIA_TYPE + ";stream=watch", Bodies.inPieces(bytes.toByteArray(), 3)));
        try (WatchStream<Pod> stream = ClientSet.on(transport, Platform.real())
                .withEncoding(Encoding.PROTOBUF)
                .pods()
                .watch(WatchOptions.NONE)) {
            assertThat(stream.next()).contains(new WatchEvent.Added<>(web));
            assertThat(stream.next()).contains(new WatchEvent.Deleted<>(web));
            assertThatThrownBy(stream::next).isInstanceOf(ApiException.Gone.class);
        }
    }

    /** One reader reads all objects of a stream, so what the last one had is not made again. */
    @Test
    void protobufEventsKnowTheLastObject() throws IOException {
        List<Pod> pods = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (int i = 0; i < 40; i++) {
            String name = "web-" + "x".repeat(i % 4) + i;
            Toleration onlyTwice = Toleration.builder().key("zone-" + i / 2).build();
            pods.add(Pod.builder()
                    .metadata(m -> m.name(name).labels(Map.of("app", "web", "pod", name)))
                    .spec(s -> s.nodeName(name).tolerations(List.of(onlyTwice)))
                    .build());
            byte[] frame = frame(
                    i % 3 == 0 ? "ADDED" : "MODIFIED", ProtoEnvelope.seal("v1", "Pod", pods.get(i), Pod.CODEC), false);
            out.writeInt(frame.length);
            out.write(frame);
        }
        FakeTransport transport = FakeTransport.answering(
                answer(200, ProtoEnvelope.MEDIA_TYPE + ";stream=watch", Bodies.inPieces(bytes.toByteArray(), 100)));
        List<Pod> read = new ArrayList<>();
        try (WatchStream<Pod> stream = ClientSet.on(transport, Platform.real())
                .withEncoding(Encoding.PROTOBUF)
                .pods()
                .withDecoding(DecodeOptions.STANDARD.withSharing())
                .watch(WatchOptions.NONE)) {
            for (int i = 0; i < 40; i++) {
                read.add(stream.next().orElseThrow().object());
            }
        }
        assertThat(read).isEqualTo(pods);
        assertThat(Objects.requireNonNull(read.get(39).spec()).tolerations())
                .isSameAs(Objects.requireNonNull(read.get(38).spec()).tolerations());
    }

    /** A process may have hundreds of watches on which nothing happens. */
    @Test
    void whoWaitsForTheNextProtobufEventHoldsNoBuffer() throws IOException {
        RawJson fields = RawJson.of("{\"f:spec\":{\"f:nodeName\":{}}}");
        Pod web = Pod.builder()
                .metadata(
                        m -> m.name("web").addManagedFields(f -> f.manager("m").fieldsV1(fields)))
                .build();
        byte[] frame = frame("ADDED", ProtoEnvelope.seal("v1", "Pod", web, Pod.CODEC), false);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(frame.length);
        out.write(frame);
        List<WeakReference<byte[]>> buffers = new ArrayList<>();
        List<Boolean> held = new ArrayList<>();
        InputStream body = new ByteArrayInputStream(bytes.toByteArray()) {
            @Override
            public synchronized int read() {
                int next = super.read();
                if (next < 0) {
                    held.add(isAnyHeld(buffers));
                }
                return next;
            }

            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                buffers.add(new WeakReference<>(target));
                return super.read(target, offset, length);
            }
        };
        FakeTransport transport = FakeTransport.answering(answer(200, ProtoEnvelope.MEDIA_TYPE, body));
        try (WatchStream<Pod> stream = ClientSet.on(transport, Platform.real())
                .withEncoding(Encoding.PROTOBUF)
                .pods()
                .watch(WatchOptions.NONE)) {
            assertThat(stream.next()).contains(new WatchEvent.Added<>(web));
            assertThat(stream.next()).isEmpty();
        }
        assertThat(buffers).isNotEmpty();
        assertThat(held).first().isEqualTo(false);
    }

    private static boolean isAnyHeld(List<WeakReference<byte[]>> references) {
        for (int i = 0; i < 20; i++) {
            System.gc();
            if (references.stream().allMatch(reference -> reference.refersTo(null))) {
                return false;
            }
        }
        return true;
    }

    @Test
    void aFrameThatIsTooLongOrCutOffEndsTheStream() {
        byte[] endless = {0x7f, -1, -1, -1, 0};
        try (WatchStream<Pod> stream =
                watch(answer(200, ProtoEnvelope.MEDIA_TYPE, new ByteArrayInputStream(endless)))) {
            assertThatThrownBy(stream::next)
                    .isInstanceOf(ApiException.Undecodable.class)
                    .hasMessageContaining("2147483647 bytes");
        }
        byte[] cut = {0, 0, 0, 9, 1, 2};
        try (WatchStream<Pod> stream = watch(answer(200, ProtoEnvelope.MEDIA_TYPE, new ByteArrayInputStream(cut)))) {
            assertThat(stream.next()).isEmpty();
            assertThat(stream.findLoss()).isPresent();
        }
    }

    /** Through the interface, which promises metadata. */
    private static ObjectMeta meta(Resource object) {
        return object.metadata();
    }
}
