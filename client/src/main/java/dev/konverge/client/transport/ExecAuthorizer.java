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

    /** The one whose result others wait for; null if there is none. */
    @GuardedBy("lock")
    private @Nullable Run underWay;

    /** How many have begun. */
    @GuardedBy("lock")
    private long runs;

    /** A run of the plugin; guarded by the lock. */
    private static final class Run {
        final long number;
        boolean done;
        /** What was printed; null, as is the failure, if an interrupt ended it. */
        @Nullable
        ExecCredential credential;

        @Nullable
        RuntimeException failure;

        Run(long number) {
            this.number = number;
        }
    }

    ExecAuthorizer(ExecRun plugin, Platform platform) {
        this.plugin = plugin;
        this.platform = platform;
        this.ended = platform.signal(lock);
    }

    @Override
    public Shown current() throws InterruptedException {
        Run own;
        lock.lockInterruptibly();
        try {
            while (true) {
                ExecCredential known = latest;
                if (known != null && known.isValid(platform.clock().now())) {
                    return known.shown();
                }
                Run run = underWay;
                if (run == null) {
                    own = new Run(++runs);
                    underWay = own;
                    break;
                }
                ExecCredential shared = await(run);
                if (shared != null) {
                    return shared.shown();
                }
            }
        } finally {
            lock.unlock();
        }
        return run(own).shown();
    }

    /** {@return what another caller's run brings; null if that was interrupted} A failure is for all who waited for it. */
    @GuardedBy("lock")
    private @Nullable ExecCredential await(Run run) throws InterruptedException {
        while (!run.done) {
            ended.await();
        }
        if (run.failure != null) {
            throw run.failure;
        }
        return run.credential;
    }

    @Override
    public Shown afterRejection(Shown rejected) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            ExecCredential known = latest;
            // Someone else may have got a new one meanwhile.
            if (known != null && known.shown().sameAs(rejected)) {
                latest = null;
            }
        } finally {
            lock.unlock();
        }
        return current();
    }

    private ExecCredential run(Run own) throws InterruptedException {
        ExecCredential fresh = null;
        RuntimeException failure = null;
        try {
            fresh = plugin.run().from(own.number);
            return fresh;
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        } finally {
            end(own, fresh, failure);
        }
    }

    private void end(Run own, @Nullable ExecCredential fresh, @Nullable RuntimeException failure) {
        lock.lock();
        try {
            own.done = true;
            own.credential = fresh;
            own.failure = failure;
            underWay = null;
            latest = fresh;
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
