package dev.konverge.informer;

import dev.konverge.client.WatchEvent;
import dev.konverge.model.ListMeta;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoWriter;
import dev.konverge.model.core.v1.ConfigMap;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The forms in which a server sends the same objects: {@code a} and {@code c} of a list, changes of {@code a} and {@code b}. */
enum WireForm {
    JSON("application/json", "application/json") {
        @Override
        byte[] list() {
            return bytes("{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\"},"
                    + "\"items\":[" + json("a", 1, TEXT) + "," + json("c", 2, ESCAPED) + "]}");
        }

        @Override
        byte[] changes() {
            return bytes(event("MODIFIED", json("a", 6, ESCAPED)) + event("ADDED", json("b", 7, TEXT)));
        }

        @Override
        byte[] initialEvents() {
            return bytes(event("ADDED", json("a", 1, TEXT))
                    + event(
                            "BOOKMARK",
                            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\","
                                    + "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}"));
        }

        private byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    },

    PROTOBUF(ProtoEnvelope.MEDIA_TYPE, ProtoEnvelope.MEDIA_TYPE + ";stream=watch") {
        @Override
        byte[] list() {
            // The last field first.
            return ProtoEnvelope.seal("v1", "ConfigMapList", out -> {
                out.messages(2, List.of(map("a", "1"), map("c", "2")), ConfigMap.CODEC);
                out.message(1, ListMeta.builder().resourceVersion("5").build(), ListMeta.CODEC);
            });
        }

        @Override
        byte[] changes() {
            return joined(
                    frame(new WatchEvent.Modified<>(map("a", "6"))), frame(new WatchEvent.Added<>(map("b", "7"))));
        }

        @Override
        byte[] initialEvents() {
            ConfigMap end = ConfigMap.builder()
                    .metadata(m -> m.resourceVersion("5").putAnnotations("k8s.io/initial-events-end", "true"))
                    .build();
            return joined(frame(new WatchEvent.Added<>(map("a", "1"))), frame(new WatchEvent.Bookmark<>(end)));
        }

        // Long enough for lengths of more than one byte, of the annotation and of all that is around it.
        private ConfigMap map(String name, String version) {
            return ConfigMap.builder()
                    .metadata(m -> m.namespace("ns")
                            .name(name)
                            .resourceVersion(version)
                            .putAnnotations("text", TEXT.repeat(8))
                            .addManagedFields(field -> field.manager("m").operation("Update")))
                    .putData("v", TEXT)
                    .build();
        }

        private byte[] frame(WatchEvent<ConfigMap> event) {
            ProtoWriter out = new ProtoWriter();
            out.raw(1, ProtoEnvelope.seal("v1", "ConfigMap", event.object(), ConfigMap.CODEC));
            out.endMessage(2, 0);
            out.string(
                    1,
                    switch (event) {
                        case WatchEvent.Added<ConfigMap> added -> "ADDED";
                        case WatchEvent.Modified<ConfigMap> modified -> "MODIFIED";
                        case WatchEvent.Deleted<ConfigMap> deleted -> "DELETED";
                        case WatchEvent.Bookmark<ConfigMap> bookmark -> "BOOKMARK";
                    });
            byte[] message = out.toByteArray();
            return ByteBuffer.allocate(4 + message.length)
                    .putInt(message.length)
                    .put(message)
                    .array();
        }
    };

    /** Letters of two, three and four bytes; the last ones are pairs of surrogates in Java, and escaped in JSON too. */
    static final String TEXT = "é 日本 \uD83D\uDE80 𝄞";

    private static final String ESCAPED = "\\u00e9 \\u65e5\\u672c \\uD83D\\uDE80 𝄞";

    final String ofLists;
    final String ofWatches;

    /** With the content types that a server gives. */
    WireForm(String ofLists, String ofWatches) {
        this.ofLists = ofLists;
        this.ofWatches = ofWatches;
    }

    /** {@return {@code a} and {@code c} at version 5} */
    abstract byte[] list();

    /** {@return a change of {@code a}, and {@code b}} */
    abstract byte[] changes();

    /** {@return {@code a} and the end of the initial events} */
    abstract byte[] initialEvents();

    /** {@return the initial events and then the changes} */
    byte[] events() {
        return joined(initialEvents(), changes());
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static String json(String name, int version, String value) {
        return "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"ns\",\"resourceVersion\":\"" + version
                + "\",\"managedFields\":[{\"manager\":\"m\",\"operation\":\"Update\"}]},\"data\":{\"v\":\"" + value
                + "\"}}";
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
    }
}
