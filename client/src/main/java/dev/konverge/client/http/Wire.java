package dev.konverge.client.http;

import dev.konverge.base.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * An open socket that reads ahead and knows how long to wait. TLS, laid over it, reads each record in two steps; only the first one goes
 * to the operating system. Timeouts are dealt with below TLS, which need not survive them.
 */
final class Wire extends Socket {
    private static final int AHEAD = 1 << 15;
    /** What is written at once, so that it can be seen whether it gets on. */
    private static final int PIECE = 1 << 15;

    private final Socket socket;
    private final Clock clock;
    private final InputStream source;
    private final OutputStream target;
    private final Input input = new Input();
    private final Output output = new Output();

    /** Set before the connection is handed to another thread, or by the thread that reads. */
    private volatile Patience patience = Patience.ENDLESS;

    /** Since when bytes wait to be written; written by the thread that writes, read by those who look after it. */
    private volatile long writingSince = Clock.NEVER;

    Wire(Socket socket, Clock clock) throws IOException {
        this.socket = socket;
        this.clock = clock;
        this.source = socket.getInputStream();
        this.target = socket.getOutputStream();
    }

    void patience(Patience until) {
        patience = until;
    }

    /** {@return whether bytes have waited for so long to be written that the other side seems to take none any more} */
    boolean isStuck(Duration limit) {
        long since = writingSince;
        return since != Clock.NEVER && clock.nanoTime() - since > limit.toNanos();
    }

    @Override
    public InputStream getInputStream() {
        return input;
    }

    @Override
    public OutputStream getOutputStream() {
        return output;
    }

    /** Breaks off whatever waits on it. */
    @Override
    public void close() throws IOException {
        socket.close();
    }

    @Override
    public boolean isClosed() {
        return socket.isClosed();
    }

    @Override
    public boolean isConnected() {
        return socket.isConnected();
    }

    @Override
    public boolean isBound() {
        return socket.isBound();
    }

    @Override
    public boolean isInputShutdown() {
        return socket.isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return socket.isOutputShutdown();
    }

    @Override
    public void shutdownInput() throws IOException {
        socket.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public InetAddress getInetAddress() {
        return socket.getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return socket.getLocalAddress();
    }

    @Override
    public int getPort() {
        return socket.getPort();
    }

    @Override
    public int getLocalPort() {
        return socket.getLocalPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return socket.getRemoteSocketAddress();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return socket.getLocalSocketAddress();
    }

    /** {@link Patience} decides. */
    @Override
    public void setSoTimeout(int millis) {}

    @Override
    public int getSoTimeout() {
        return 0;
    }

    /** What leaves; for one thread at a time. */
    private final class Output extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                for (int at = 0; at < length; at += PIECE) {
                    writingSince = clock.nanoTime();
                    target.write(bytes, offset + at, Math.min(PIECE, length - at));
                }
            } finally {
                writingSince = Clock.NEVER;
            }
        }

        @Override
        public void close() throws IOException {
            Wire.this.close();
        }
    }

    /** What arrives; for one thread at a time. */
    private final class Input extends InputStream {
        private final byte[] ahead = new byte[AHEAD];
        private int at;
        private int end;

        @Override
        public int read() throws IOException {
            if (at == end && !fill()) {
                return -1;
            }
            return ahead[at++] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (at == end && !fill()) {
                return -1;
            }
            int count = Math.min(length, end - at);
            System.arraycopy(ahead, at, bytes, offset, count);
            at += count;
            return count;
        }

        private boolean fill() throws IOException {
            while (true) {
                socket.setSoTimeout(patience.millis());
                try {
                    int count = source.read(ahead);
                    at = 0;
                    end = Math.max(0, count);
                    return count > 0;
                } catch (SocketTimeoutException e) {
                    patience.ranOut();
                }
            }
        }

        @Override
        public int available() {
            return end - at;
        }

        @Override
        public void close() throws IOException {
            Wire.this.close();
        }
    }
}
