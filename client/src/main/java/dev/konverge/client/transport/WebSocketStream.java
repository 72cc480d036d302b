package dev.konverge.client.transport;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.random.RandomGenerator;

/**
 * The frames of a WebSocket (RFC 6455, section 5), the client's side. One thread may write while another reads; each side
 * is for one thread at a time.
 */
final class WebSocketStream {
    static final int CONTINUATION = 0x0;
    static final int TEXT = 0x1;
    static final int BINARY = 0x2;
    static final int CLOSE = 0x8;
    static final int PING = 0x9;
    static final int PONG = 0xa;

    /** Enough for anything that a kubelet sends, and a bound for what does not end. */
    static final int MAX_MESSAGE = 1 << 24;

    private static final int MAX_CONTROL = 125;
    private static final int COPY = 1 << 13;

    private final String subprotocol;
    private final DataInputStream source;
    private final DataOutputStream sink;
    private final Runnable cancel;
    private final RandomGenerator random;

    WebSocketStream(
            String subprotocol,
            DataInputStream source,
            DataOutputStream sink,
            Runnable cancel,
            RandomGenerator random) {
        this.subprotocol = subprotocol;
        this.source = source;
        this.sink = sink;
        this.cancel = cancel;
        this.random = random;
    }

    /** A frame. */
    static final class Frame {
        private final boolean last;
        private final int opcode;
        private final byte[] payload;

        Frame(boolean last, int opcode, byte[] payload) {
            this.last = last;
            this.opcode = opcode;
            this.payload = payload;
        }

        /** {@return whether the message ends with it} */
        boolean last() {
            return last;
        }

        /** {@return its kind} */
        int opcode() {
            return opcode;
        }

        /** {@return its content, not to be changed} */
        byte[] payload() {
            return payload;
        }
    }

    String subprotocol() {
        return subprotocol;
    }

    /** {@return the next frame; waits for it} */
    Frame read() throws IOException {
        int first = source.readUnsignedByte();
        int second = source.readUnsignedByte();
        int opcode = first & 0x0f;
        boolean last = (first & 0x80) != 0;
        if ((first & 0x70) != 0) {
            throw new ProtocolException("a frame uses an extension that was not agreed on");
        }
        if ((second & 0x80) != 0) {
            throw new ProtocolException("a server must not mask its frames");
        }
        long length = length(second & 0x7f);
        if (opcode >= CLOSE && (length > MAX_CONTROL || !last)) {
            throw new ProtocolException("a control frame is too long, or in parts");
        }
        if (length < 0 || length > MAX_MESSAGE) {
            throw new ProtocolException("a frame is longer than " + MAX_MESSAGE + " bytes");
        }
        byte[] payload = new byte[(int) length];
        source.readFully(payload);
        return new Frame(last, opcode, payload);
    }

    private long length(int announced) throws IOException {
        return switch (announced) {
            case 126 -> source.readUnsignedShort();
            case 127 -> source.readLong();
            default -> announced;
        };
    }

    /** Writes a frame that is a whole message; waits while the network is full. */
    void write(int opcode, byte[] payload) throws IOException {
        sink.writeByte(0x80 | opcode);
        if (payload.length < 126) {
            sink.writeByte(0x80 | payload.length);
        } else if (payload.length < 1 << 16) {
            sink.writeByte(0x80 | 126);
            sink.writeShort(payload.length);
        } else {
            sink.writeByte(0x80 | 127);
            sink.writeLong(payload.length);
        }
        int mask = random.nextInt();
        sink.writeInt(mask);
        byte[] copy = new byte[Math.min(COPY, payload.length)];
        for (int from = 0; from < payload.length; from += COPY) {
            int count = Math.min(COPY, payload.length - from);
            for (int i = 0; i < count; i++) {
                copy[i] = (byte) (payload[from + i] ^ (mask >>> (24 - 8 * ((from + i) & 3))));
            }
            sink.write(copy, 0, count);
        }
        sink.flush();
    }

    /** Breaks the connection off; whoever waits for it fails. */
    void cancel() {
        cancel.run();
    }
}
