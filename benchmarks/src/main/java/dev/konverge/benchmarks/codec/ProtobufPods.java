package dev.konverge.benchmarks.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.ProtoReader;
import dev.konverge.model.codec.ProtoWriter;
import dev.konverge.model.core.v1.Pod;
import io.kubernetes.client.proto.V1;

/** The pods of a corpus as protobuf, and the two ways to read them. */
final class ProtobufPods {
    private static final byte[] NOTHING = {};

    private ProtobufPods() {}

    /** {@return the corpus as messages, without the envelope, which is the same work for all} */
    static byte[][] messages(byte[][] documents) {
        byte[][] messages = new byte[documents.length][];
        for (int i = 0; i < documents.length; i++) {
            var out = new ProtoWriter(8192);
            Pod.CODEC.writeProto(Pod.CODEC.read(new JsonReader(documents[i])), out);
            messages[i] = out.toByteArray();
        }
        return messages;
    }

    /** {@return a stream that reads them with our codec, sharing what they have in common} */
    static PodCodec.Stream<Pod> konverge() {
        var reader = new ProtoReader(NOTHING, 0, 0, DecodeOptions.STANDARD.withSharing());
        return message -> {
            reader.reset(message, 0, message.length);
            return Pod.CODEC.readProto(reader);
        };
    }

    /** {@return a stream that reads them with the classes that protoc generates, as the official client has them} */
    static PodCodec.Stream<V1.Pod> official() {
        return message -> {
            try {
                return V1.Pod.parseFrom(message);
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException(e);
            }
        };
    }
}
