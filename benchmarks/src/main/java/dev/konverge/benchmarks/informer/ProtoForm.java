package dev.konverge.benchmarks.informer;

import dev.konverge.model.ObjectMeta;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoWriter;
import dev.konverge.model.core.v1.Pod;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Pods as protobuf. The stored bytes are the message without the envelope. */
final class ProtoForm implements WireForm {
    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final byte[] POD = typeMeta("Pod");
    private static final byte[] LIST = typeMeta("PodList");

    /** The field of an envelope that says what it contains, with its tag and length. */
    private static byte[] typeMeta(String kind) {
        var inner = new ProtoWriter();
        // A writer fills its buffer from behind: what is written last comes first.
        inner.string(2, kind);
        inner.string(1, "v1");
        var outer = new ProtoWriter();
        outer.raw(1, inner.toByteArray());
        return outer.toByteArray();
    }

    @Override
    public String listType() {
        return ProtoEnvelope.MEDIA_TYPE;
    }

    @Override
    public String watchType() {
        return ProtoEnvelope.MEDIA_TYPE + ";stream=watch";
    }

    @Override
    public byte[] podOf(PodStock.Entry entry) {
        return entry.protobuf;
    }

    @Override
    public Stencil changeOf(PodStock.Change change) {
        return change.protobuf();
    }

    @Override
    public void listHead(ByteBuffer out, String version, long items, String more) {
        var inner = new ProtoWriter();
        inner.string(3, more.isEmpty() ? null : more);
        inner.string(2, version);
        var metadata = new ProtoWriter();
        metadata.raw(1, inner.toByteArray());
        out.put(MAGIC).put(LIST);
        lengthDelimited(out, 2, metadata.size() + items);
        out.put(metadata.toByteArray());
    }

    @Override
    public int itemLength(byte[] pod) {
        return fieldLength(pod.length);
    }

    @Override
    public void item(ByteBuffer out, byte[] pod, boolean first) {
        lengthDelimited(out, 2, pod.length);
        out.put(pod);
    }

    /** The envelope's other fields are empty. */
    @Override
    public void listTail(ByteBuffer out) {}

    /** Four bytes of length, a {@code WatchEvent}, in it a {@code RawExtension}, in it the envelope. */
    @Override
    public void event(ByteBuffer out, String type, byte[] pod) {
        byte[] word = type.getBytes(StandardCharsets.UTF_8);
        int envelope = MAGIC.length + POD.length + fieldLength(pod.length);
        int extension = fieldLength(envelope);
        out.putInt(fieldLength(word.length) + fieldLength(extension));
        lengthDelimited(out, 1, word.length);
        out.put(word);
        lengthDelimited(out, 2, extension);
        lengthDelimited(out, 1, envelope);
        out.put(MAGIC).put(POD);
        lengthDelimited(out, 2, pod.length);
        out.put(pod);
    }

    @Override
    public void endOfInitialEvents(ByteBuffer out, String version) {
        Pod pod = Pod.builder()
                .metadata(ObjectMeta.builder()
                        .resourceVersion(version)
                        .annotations(Map.of("k8s.io/initial-events-end", "true"))
                        .build())
                .build();
        var message = new ProtoWriter();
        Pod.CODEC.writeProto(pod, message);
        event(out, "BOOKMARK", message.toByteArray());
    }

    private static int fieldLength(long length) {
        int digits = 1;
        for (long rest = length >>> 7; rest != 0; rest >>>= 7) {
            digits++;
        }
        return Math.toIntExact(1 + digits + length);
    }

    private static void lengthDelimited(ByteBuffer out, int number, long length) {
        out.put((byte) (number << 3 | 2));
        long rest = length;
        for (; rest > 0x7f; rest >>>= 7) {
            out.put((byte) ((rest & 0x7f) | 0x80));
        }
        out.put((byte) rest);
    }
}
