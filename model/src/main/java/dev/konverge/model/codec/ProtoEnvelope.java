package dev.konverge.model.codec;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The frame in which Kubernetes sends protobuf: four magic bytes and a message that says which kind the bytes in it are.
 */
public final class ProtoEnvelope {
    /** What a protobuf body is called in a Content-Type header. */
    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private final String apiVersion;
    private final String kind;
    private final byte[] buffer;
    private final int from;
    private final int to;

    private ProtoEnvelope(String apiVersion, String kind, byte[] buffer, int from, int to) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.buffer = buffer;
        this.from = from;
        this.to = to;
    }

    /** {@return whether these bytes begin as an envelope does} */
    public static boolean isOne(byte[] bytes) {
        return isOne(bytes, 0, bytes.length);
    }

    /** {@return whether the bytes in a part of an array begin as an envelope does} */
    public static boolean isOne(byte[] buffer, int from, int to) {
        return to - from >= MAGIC.length && Arrays.equals(buffer, from, from + MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    /**
     * Opens an envelope; the content is not copied.
     *
     * @throws DecodeException if it is none
     */
    public static ProtoEnvelope open(byte[] buffer, int from, int to) {
        if (!isOne(buffer, from, to)) {
            throw new DecodeException("not a Kubernetes protobuf message: the magic bytes are missing", "$", 0);
        }
        ProtoReader in = new ProtoReader(buffer, from + MAGIC.length, to, DecodeOptions.STANDARD);
        String apiVersion = "";
        String kind = "";
        int begin = to;
        int end = to;
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            switch (tag >>> 3) {
                case 1 -> {
                    int outer = in.enter(tag);
                    for (int t = in.nextTag(); t != 0; t = in.nextTag()) {
                        switch (t >>> 3) {
                            case 1 -> apiVersion = in.string(t);
                            case 2 -> kind = in.string(t);
                            default -> in.skip(t);
                        }
                    }
                    in.exit(outer);
                }
                case 2 -> {
                    int outer = in.enter(tag);
                    begin = in.position();
                    in.exit(outer);
                    end = in.position();
                }
                default -> in.skip(tag);
            }
        }
        return new ProtoEnvelope(apiVersion, kind, buffer, begin, end);
    }

    /** {@return group and version of what is in it} */
    public String apiVersion() {
        return apiVersion;
    }

    /** {@return the kind of what is in it} */
    public String kind() {
        return kind;
    }

    /** {@return a reader of the content} */
    public ProtoReader content(DecodeOptions options) {
        return new ProtoReader(buffer, from, to, options);
    }

    /** Turns a reader to the content. One that reads one content after the other remembers what they have in common. */
    public void turn(ProtoReader reader) {
        reader.reset(buffer, from, to);
    }

    /** {@return an envelope around what a codec writes} */
    public static <T> byte[] seal(String apiVersion, String kind, T value, ProtoCodec<T> codec) {
        return seal(apiVersion, kind, out -> codec.writeProto(value, out));
    }

    /** {@return an envelope around a message whose fields the content writes, last field first} */
    public static byte[] seal(String apiVersion, String kind, Consumer<ProtoWriter> content) {
        ProtoWriter out = new ProtoWriter(1024);
        // Content encoding and type are always sent, empty, as Go does.
        out.string(4, "");
        out.string(3, "");
        int end = out.size();
        content.accept(out);
        out.endMessage(2, end);
        int before = out.size();
        out.string(2, kind);
        out.string(1, apiVersion);
        out.endMessage(1, before);
        out.prepend(MAGIC);
        return out.toByteArray();
    }

    @Override
    public String toString() {
        return apiVersion + " " + kind + " (" + (to - from) + " bytes)";
    }
}
