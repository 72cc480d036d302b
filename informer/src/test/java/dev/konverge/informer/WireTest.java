package dev.konverge.informer;

import static dev.konverge.informer.WireForm.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.Encoding;
import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.client.transport.WebSocketChannel;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.Unstructured;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.core.v1.ConfigMap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Informers over the real client, down to the bytes. */
@Timeout(120)
class WireTest {
    /** Sends all events in two pieces, and then nothing until it is closed. */
    private static final class TwoPieces extends InputStream {
        private final byte[] bytes;
        private final int cut;
        private final CountDownLatch closed = new CountDownLatch(1);
        private int at;

        TwoPieces(byte[] bytes, int cut) {
            this.bytes = bytes;
            this.cut = cut;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (at == bytes.length) {
                awaitClose();
                return -1;
            }
            int end = at < cut ? cut : bytes.length;
            int n = Math.min(length, end - at);
            System.arraycopy(bytes, at, target, offset, n);
            at += n;
            return n;
        }

        private void awaitClose() throws IOException {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new java.io.InterruptedIOException("interrupted");
            }
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private record Answer(int status, Headers headers, InputStream body) implements HttpResponse {
        @Override
        public void close() {
            try {
                body.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    private record OneWatch(WireForm form, int cut, ConcurrentLinkedQueue<String> targets) implements Transport {
        @Override
        public HttpResponse send(HttpRequest request) {
            targets.add(request.target());
            return new Answer(
                    200, Headers.NONE.with("Content-Type", form.ofWatches), new TwoPieces(form.events(), cut));
        }

        @Override
        public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
            throw new UnsupportedOperationException("nobody opens channels here");
        }

        @Override
        public void close() {}
    }

    private static ClientSet clients(WireForm form, int cut) {
        return ClientSet.on(new OneWatch(form, cut, new ConcurrentLinkedQueue<>()), Platform.real());
    }

    private static ClientSet clients() {
        return clients(WireForm.JSON, 0);
    }

    @ParameterizedTest
    @EnumSource
    void lettersSurviveACutAtAnyByte(WireForm form) throws InterruptedException {
        int length = form.events().length;
        for (int cut = 0; cut < length; cut++) {
            var informer = SharedInformer.builder(
                            Platform.real(), ListerWatcher.of(clients(form, cut).resource(ConfigMap.TYPE)))
                    .build();
            CountDownLatch told = new CountDownLatch(3);
            ConcurrentLinkedQueue<String> values = new ConcurrentLinkedQueue<>();
            informer.addHandler(EventHandler.<ConfigMap>functions()
                    .onAdd(object -> {
                        values.add(Things.value(object));
                        told.countDown();
                    })
                    .onUpdate((before, after) -> {
                        values.add(Things.value(after));
                        told.countDown();
                    }));
            SharedInformer.Running running = informer.start();
            assertThat(told.await(30, java.util.concurrent.TimeUnit.SECONDS))
                    .as("cut at byte %s", cut)
                    .isTrue();
            assertThat(values).as("cut at byte %s", cut).containsExactly(TEXT, TEXT, TEXT);
            assertThat(informer.indexer().findByKey(Key.of("ns", "b")).map(Things::value))
                    .contains(TEXT);
            running.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsAndWatchesSurviveACutAtAnyByteOfASocket(WireForm form) throws Exception {
        Platform platform = Platform.real();
        try (ChunkedServer server = new ChunkedServer(form);
                Transports transports = new Transports(platform)) {
            ClientSet clients = ClientSet.connect(
                    transports, platform, ClientConfig.builder(server.uri()).build());
            for (int cut = 0; cut < server.bytes(); cut++) {
                server.cutAt(cut);
                var informer = SharedInformer.builder(platform, ListerWatcher.of(clients.resource(ConfigMap.TYPE)))
                        .policy(ReflectorPolicy.STANDARD.withStreaming(false))
                        .build();
                SharedInformer.Running running = informer.start();
                assertThat(informer.indexer().awaitVersion(Things.version("7"), Duration.ofSeconds(30)))
                        .as("cut at byte %s", cut)
                        .isTrue();
                assertThat(informer.indexer().list())
                        .as("cut at byte %s", cut)
                        .extracting(map ->
                                map.key().name() + " " + map.metadata().resourceVersion() + " " + Things.value(map))
                        .containsExactlyInAnyOrder("a 6 " + TEXT, "b 7 " + TEXT, "c 2 " + TEXT);
                running.close();
            }
        }
    }

    @Test // LW-4
    void aWatchThatIsRefusedLeavesNothingOpen() {
        for (int status : new int[] {400, 404, 410, 422, 500}) {
            AtomicInteger closed = new AtomicInteger();
            InputStream body = new ByteArrayInputStream("{\"kind\":\"Status\"}".getBytes(StandardCharsets.UTF_8));
            Transport refusing = new Refusing(status, body, closed);
            ListerWatcher<ConfigMap> source =
                    ListerWatcher.of(ClientSet.on(refusing, Platform.real()).resource(ConfigMap.TYPE));
            assertThatThrownBy(() -> source.watch(WatchOptions.NONE)).isInstanceOf(ApiException.class);
            assertThat(closed).as("closing the answer to %s", status).hasPositiveValue();
        }
    }

    private record Refusing(int status, InputStream body, AtomicInteger closed) implements Transport {
        @Override
        public HttpResponse send(HttpRequest request) {
            return new HttpResponse() {
                @Override
                public int status() {
                    return status;
                }

                @Override
                public Headers headers() {
                    return Headers.NONE.with("Content-Type", "application/json");
                }

                @Override
                public InputStream body() {
                    return body;
                }

                @Override
                public void close() {
                    closed.incrementAndGet();
                }
            };
        }

        @Override
        public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
            throw new UnsupportedOperationException("nobody opens channels here");
        }

        @Override
        public void close() {}
    }

    private static <T extends Resource> List<T> synced(ListerWatcher<T> source) throws InterruptedException {
        var informer = SharedInformer.builder(Platform.real(), source).build();
        SharedInformer.Running running = informer.start();
        assertThat(informer.awaitSynced(Duration.ofSeconds(30))).isTrue();
        List<T> objects = informer.indexer().list();
        running.close();
        return objects;
    }

    @Test
    void managedFieldsAreDroppedUnlessSomebodyWantsThem() throws InterruptedException {
        var dropped = synced(ListerWatcher.of(clients().resource(ConfigMap.TYPE)));
        assertThat(dropped.getFirst().metadata().managedFields()).isEmpty();
        var kept = synced(
                ListerWatcher.of(clients().resource(ConfigMap.TYPE), ListerWatcher.Tweak.NONE, DecodeOptions.STANDARD));
        assertThat(kept.getFirst().metadata().managedFields()).hasSize(1);
    }

    @Test
    void treesAndMetadataAreMirroredTheSameWay() throws InterruptedException {
        var resource = ConfigMap.TYPE.groupVersionResource();
        List<Unstructured> trees = synced(ListerWatcher.of(clients().dynamic().resource(resource)));
        assertThat(trees.getFirst().findString("data", "v")).contains(TEXT);
        assertThat(trees.getFirst().metadata().managedFields())
                .as("dropped here too")
                .isEmpty();
        List<PartialObjectMetadata> metadata =
                synced(ListerWatcher.of(clients().metadata().resource(resource)));
        assertThat(metadata).extracting(PartialObjectMetadata::key).contains(Key.of("ns", "a"));
        assertThat(metadata.getFirst().metadata().managedFields()).isEmpty();
    }

    @Test // LW-2
    void theTweakComesLastOnListsAndWatches() throws InterruptedException {
        ConcurrentLinkedQueue<String> targets = new ConcurrentLinkedQueue<>();
        ClientSet clients = ClientSet.on(new OneWatch(WireForm.JSON, 0, targets), Platform.real())
                .withEncoding(Encoding.JSON);
        synced(ListerWatcher.of(
                clients.resource(ConfigMap.TYPE).in("ns"),
                ListerWatcher.Tweak.select("app=web", "metadata.name!=x"),
                DecodeOptions.STANDARD));
        String target = targets.peek();
        assertThat(target).startsWith("/api/v1/namespaces/ns/configmaps?");
        assertThat(Arrays.asList(target.substring(target.indexOf('?') + 1).split("&", -1)))
                .contains(
                        "watch=true",
                        "labelSelector=app%3Dweb",
                        "fieldSelector=metadata.name%21%3Dx",
                        "sendInitialEvents=true",
                        "resourceVersionMatch=NotOlderThan",
                        "allowWatchBookmarks=true");
    }
}
