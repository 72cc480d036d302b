package dev.konverge.client.transport;

import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/** One direction of a connection, of a platform's own time: who writes waits while it is full, who reads while it is empty. */
final class SimulatedPipe {
    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;
    private final Queue<Byte> bytes = new ArrayDeque<>();
    private boolean broken;

    SimulatedPipe(Platform platform, int capacity) {
        this.capacity = capacity;
        this.changed = platform.signal(lock);
    }

    void cut() {
        lock.lock();
        try {
            broken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void await() throws IOException {
        try {
            changed.await();
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
    }

    private void requireWhole() throws SocketException {
        if (broken) {
            throw new SocketException("the connection is cut");
        }
    }

    OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                lock.lock();
                try {
                    requireWhole();
                    while (bytes.size() == capacity) {
                        await();
                        requireWhole();
                    }
                    bytes.add((byte) b);
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
            }
        };
    }

    InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                lock.lock();
                try {
                    requireWhole();
                    while (bytes.isEmpty()) {
                        await();
                        requireWhole();
                    }
                    changed.signalAll();
                    return bytes.remove() & 0xff;
                } finally {
                    lock.unlock();
                }
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                target[offset] = (byte) read();
                return 1;
            }
        };
    }
}
