package dev.konverge.client.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;

/**
 * An open socket that reads ahead and knows how long to wait. TLS, laid over it, reads each record in two steps; only the first one goes
 * to the operating system. Timeouts are dealt with below TLS, which need not survive them.
 */
final class Wire extends Socket {
    private static final int AHEAD = 1 << 15;

    private final Socket socket;
    private final InputStream source;
    private final OutputStream target;
    private final Input input = new Input();

    /** Set before the connection is handed to another thread, or by the thread that reads. */
    private volatile Patience patience = Patience.ENDLESS;

    Wire(Socket socket) throws IOException {
        this.socket = socket;
        this.source = socket.getInputStream();
        this.target = socket.getOutputStream();
    }

    void patience(Patience until) {
        patience = until;
    }

    @Override
    public InputStream getInputStream() {
        return input;
    }

    @Override
    public OutputStream getOutputStream() {
        return target;
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
