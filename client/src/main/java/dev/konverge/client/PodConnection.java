package dev.konverge.client;

import dev.konverge.client.transport.WebSocketChannel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A connection to a port of a pod. One thread may write while another reads. */
public final class PodConnection implements AutoCloseable {
    private static final int DATA = 0;
    private static final int ERROR = 1;

    private final Channels channels;
    private final int port;
    private final Input input = new Input();
    private final Output output = new Output();

    PodConnection(Operation operation, WebSocketChannel socket, int port) {
        this.channels = new Channels(operation, socket);
        this.port = port;
    }

    /** {@return what comes from the pod} */
    public InputStream input() {
        return input;
    }

    /** {@return what goes to the pod} */
    public OutputStream output() {
        return output;
    }

    /** Closes the connection; a reader that waits is released. */
    @Override
    public void close() {
        channels.close();
    }

    private final class Output extends OutputStream {
        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            channels.send(DATA, bytes, offset, length);
        }
    }

    private final class Input extends InputStream {
        private byte[] part = new byte[0];
        private int at;

        /** Both channels begin by naming the port; until then nothing is data. */
        private boolean dataBegun;

        private boolean errorBegun;

        @Override
        public int read() throws IOException {
            return fill() ? part[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int n = Math.min(length, part.length - at);
            System.arraycopy(part, at, target, offset, n);
            at += n;
            return n;
        }

        private boolean fill() throws IOException {
            while (at == part.length) {
                Channels.Message message = channels.receive();
                if (message == null) {
                    return false;
                }
                take(message);
            }
            return true;
        }

        private void take(Channels.Message message) throws IOException {
            boolean data = message.channel() == DATA;
            if (!data && message.channel() != ERROR) {
                return;
            }
            byte[] content = message.content().toByteArray();
            if (data ? !dataBegun : !errorBegun) {
                dataBegun |= data;
                errorBegun |= !data;
                checkPort(content);
                content = Arrays.copyOfRange(content, 2, content.length);
            }
            if (!data && content.length > 0) {
                throw new IOException(
                        channels.operation() + ": " + new String(content, StandardCharsets.UTF_8).strip());
            }
            part = data ? content : part;
            at = data ? 0 : at;
        }

        private void checkPort(byte[] content) throws IOException {
            if (content.length < 2 || ((content[0] & 0xFF) | (content[1] & 0xFF) << 8) != port) {
                throw new IOException(channels.operation() + ": the server did not begin with port " + port);
            }
        }
    }
}
