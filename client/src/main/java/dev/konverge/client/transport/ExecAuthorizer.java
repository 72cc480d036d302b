package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Shows what an exec plugin printed, until that expires or is rejected; one run at a time, whose result all who wait for
 * it share (EX-4).
 */
final class ExecAuthorizer implements Authorizer {
    private final ExecRun plugin;
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal ended;

    /** What was printed last and was not rejected since; null if there is nothing. */
    @GuardedBy("lock")
    private @Nullable ExecCredential latest;

    @GuardedBy("lock")
    private boolean running;

    ExecAuthorizer(ExecRun plugin, Platform platform) {
        this.plugin = plugin;
        this.platform = platform;
        this.ended = platform.signal(lock);
    }

    @Override
    public Shown current() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                ExecCredential known = latest;
                if (known != null && known.isValid(platform.clock().now())) {
                    return known.shown();
                }
                if (!running) {
                    running = true;
                    break;
                }
                ended.await();
            }
        } finally {
            lock.unlock();
        }
        return run();
    }

    @Override
    public Shown afterRejection(Shown rejected) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            ExecCredential known = latest;
            // Someone else may have got a new one meanwhile.
            if (known != null && known.shown().equals(rejected)) {
                latest = null;
            }
        } finally {
            lock.unlock();
        }
        return current();
    }

    private Shown run() throws InterruptedException {
        ExecCredential fresh = null;
        try {
            fresh = plugin.run();
            return fresh.shown();
        } finally {
            lock.lock();
            try {
                running = false;
                latest = fresh;
                ended.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
