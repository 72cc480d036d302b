package dev.konverge.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A task of a simulation. */
final class VirtualTask implements Task {
    private final Baton baton;
    private final TaskMonitor monitor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal ended;
    private final Strand strand;

    @GuardedBy("lock")
    private boolean done;

    /** Makes the task and its strand, which can run from now on. */
    VirtualTask(Baton baton, TaskMonitor monitor, String name, Platform.Body body) {
        this.baton = baton;
        this.monitor = monitor;
        this.ended = new VirtualSignal(baton, lock);
        var monitored = new MonitoredBody(name, body, monitor);
        this.strand = baton.start(name, () -> run(monitored));
    }

    private void run(Runnable body) {
        try {
            body.run();
        } finally {
            lock.lock();
            try {
                done = true;
                ended.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public String name() {
        return strand.name;
    }

    @Override
    public boolean isDone() {
        lock.lock();
        try {
            return done;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void interrupt() {
        baton.interrupt(strand);
    }

    @Override
    public boolean join(Duration bound) throws InterruptedException {
        return joinUntil(Clock.deadline(baton.now(), bound));
    }

    private boolean joinUntil(long deadline) throws InterruptedException {
        lock.lock();
        try {
            boolean inTime = true;
            while (!done && inTime) {
                inTime = ended.awaitUntil(deadline);
            }
            return done;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        interrupt();
        if (baton.self() != strand && !joinUninterruptibly()) {
            monitor.stuck(name(), List.of(Baton.threadOf(strand).getStackTrace()));
        }
    }

    private boolean joinUninterruptibly() {
        long deadline = Clock.deadline(baton.now(), STOP_BOUND);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return joinUntil(deadline);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
