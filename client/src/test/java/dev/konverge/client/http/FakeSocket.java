package dev.konverge.client.http;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A socket whose other side is a test. */
final class FakeSocket extends Socket {
    private final InputStream input;
    private final OutputStream output;
    private volatile boolean closed;

    FakeSocket(InputStream input, OutputStream output) {
        this.input = input;
        this.output = output;
    }

    @Override
    public InputStream getInputStream() {
        return input;
    }

    @Override
    public OutputStream getOutputStream() {
        return output;
    }

    @Override
    public void setSoTimeout(int millis) {}

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
