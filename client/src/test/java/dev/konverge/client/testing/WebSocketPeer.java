package dev.konverge.client.testing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The server's end of a WebSocket, frame by frame. */
public final class WebSocketPeer {
    /** The opcode of text. */
    public static final int TEXT = 1;

    /** The opcode of binary data. */
    public static final int BINARY = 2;

    /** The opcode of a close frame. */
    public static final int CLOSE = 8;

    /** The opcode of a ping. */
    public static final int PING = 9;

    /** The opcode of a pong. */
    public static final int PONG = 10;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    /** The server's end over two streams, and the socket below them. */
    public WebSocketPeer(Socket plain, OutputStream out, InputStream in) {
        this.socket = plain;
        this.in = new DataInputStream(in);
        this.out = new DataOutputStream(out);
    }

    /** A frame. */
    public static final class Frame {
        private final boolean last;
        private final int opcode;
        private final boolean masked;
        private final byte[] payload;

        Frame(boolean last, int opcode, boolean masked, byte[] payload) {
            this.last = last;
            this.opcode = opcode;
            this.masked = masked;
            this.payload = payload;
        }

        /** {@return whether the message ends with it} */
        public boolean last() {
            return last;
        }

        /** {@return its kind} */
        public int opcode() {
            return opcode;
        }

        /** {@return whether it came masked} */
        public boolean masked() {
            return masked;
        }

        /** {@return its content} */
        public byte[] payload() {
            return payload;
        }

        /** {@return the close code of a close frame, 1005 if it has none} */
        public int closeCode() {
            return payload.length < 2 ? 1005 : ByteBuffer.wrap(payload).getShort() & 0xffff;
        }
    }

    /** {@return the next frame of the client} */
    public Frame receive() throws IOException {
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        long length = second & 0x7f;
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = in.readLong();
        }
        boolean masked = (second & 0x80) != 0;
        byte[] mask = new byte[4];
        if (masked) {
            in.readFully(mask);
        }
        byte[] payload = new byte[Math.toIntExact(length)];
        in.readFully(payload);
        for (int i = 0; masked && i < payload.length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return new Frame((first & 0x80) != 0, first & 0x0f, masked, payload);
    }

    /** Sends a whole binary message. */
    public void binary(byte[] message) throws IOException {
        frame(true, BINARY, message);
    }

    /** Sends a frame, whatever it may be. */
    public void frame(boolean last, int opcode, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 10);
        frame.put((byte) ((last ? 0x80 : 0) | opcode));
        if (payload.length < 126) {
            frame.put((byte) payload.length);
        } else if (payload.length < 65536) {
            frame.put((byte) 126).putShort((short) payload.length);
        } else {
            frame.put((byte) 127).putLong(payload.length);
        }
        frame.put(payload);
        out.write(frame.array(), 0, frame.position());
        out.flush();
    }

    /** Sends a close frame. */
    public void close(int code, String reason) throws IOException {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        frame(
                true,
                CLOSE,
                ByteBuffer.allocate(2 + text.length)
                        .putShort((short) code)
                        .put(text)
                        .array());
    }

    /** Breaks the connection off. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
