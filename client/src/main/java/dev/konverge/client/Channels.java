package dev.konverge.client;

import dev.konverge.client.transport.TransportException;
import dev.konverge.client.transport.WebSocketChannel;
import dev.konverge.model.Bytes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Several streams over one WebSocket: the first byte of each message says which stream the rest belongs to (RCMD-1).
 * One thread may send while another receives.
 */
final class Channels implements AutoCloseable {
    static final String V5 = "v5.channel.k8s.io";
    static final String V4 = "v4.channel.k8s.io";

    private static final int CLOSE = 255;
    private static final int LONGEST_MESSAGE = 32 * 1024;

    private final Operation operation;
    private final WebSocketChannel socket;

    /** Written by whoever closes, read by the receiver, so that the failure to read that follows is no failure. */
    private volatile boolean closed;

    Channels(Operation operation, WebSocketChannel socket) {
        this.operation = operation;
        this.socket = socket;
    }

    /** A part of a stream. */
    record Message(int channel, Bytes content) {}

    boolean canHalfClose() {
        return socket.subprotocol().equals(V5);
    }

    void send(int channel, byte[] content, int offset, int length) {
        for (int from = offset; from < offset + length; from += LONGEST_MESSAGE) {
            int n = Math.min(LONGEST_MESSAGE, offset + length - from);
            byte[] message = new byte[n + 1];
            message[0] = (byte) channel;
            System.arraycopy(content, from, message, 1, n);
            send(message);
        }
    }

    /** Says that nothing more will be sent on a channel. */
    void halfClose(int channel) {
        if (!canHalfClose()) {
            throw new IllegalStateException(operation + ": the server speaks \"" + socket.subprotocol()
                    + "\", in which one stream cannot end while the others go on");
        }
        send(new byte[] {(byte) CLOSE, (byte) channel});
    }

    private void send(byte[] message) {
        try {
            socket.send(message);
        } catch (IOException e) {
            throw Failures.ofBrokenBody(operation, 101, 0, e);
        } catch (TransportException e) {
            throw Failures.unreachable(operation, e);
        } catch (InterruptedException e) {
            throw CancelledException.of(operation, e);
        }
    }

    /** {@return the next message that holds something, or null when the other side is done or this one is closed} */
    @Nullable
    Message receive() {
        try {
            while (true) {
                byte[] message = socket.receive().orElse(null);
                if (message == null) {
                    return null;
                }
                if (message.length > 1) {
                    return new Message(message[0] & 0xFF, Bytes.of(message, 1, message.length));
                }
            }
        } catch (IOException e) {
            if (closed) {
                return null;
            }
            throw Failures.ofBrokenBody(operation, 101, 0, e);
        } catch (InterruptedException e) {
            throw CancelledException.of(operation, e);
        }
    }

    Operation operation() {
        return operation;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        socket.close();
    }
}
