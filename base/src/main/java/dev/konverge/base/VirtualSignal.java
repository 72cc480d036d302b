package dev.konverge.base;

import java.util.LinkedHashSet;
import java.util.concurrent.locks.ReentrantLock;

/** A signal whose waiters pass the baton on. Its state is guarded by the lock that it belongs to. */
final class VirtualSignal implements Signal {
    private final Baton baton;
    private final ReentrantLock lock;

    /** In the order of their waiting. May hold strands whose wait has ended otherwise and who did not run since. */
    private final LinkedHashSet<Strand> waiters = new LinkedHashSet<>();

    VirtualSignal(Baton baton, ReentrantLock lock) {
        this.baton = baton;
        this.lock = lock;
    }

    @Override
    public void await() throws InterruptedException {
        awaitUntil(Clock.NEVER);
    }

    @Override
    public boolean awaitUntil(long deadline) throws InterruptedException {
        checkHeld();
        Strand self = baton.self();
        waiters.add(self);
        int holds = releaseFully();
        try {
            return baton.await(deadline) != Strand.Wake.TIMED_OUT;
        } finally {
            for (int i = 0; i < holds; i++) {
                lock.lock();
            }
            waiters.remove(self);
        }
    }

    private int releaseFully() {
        int holds = lock.getHoldCount();
        for (int i = 0; i < holds; i++) {
            lock.unlock();
        }
        return holds;
    }

    @Override
    public void signal() {
        checkHeld();
        while (!waiters.isEmpty()) {
            if (baton.wake(waiters.removeFirst())) {
                return;
            }
        }
    }

    @Override
    public void signalAll() {
        checkHeld();
        waiters.forEach(baton::wake);
        waiters.clear();
    }

    private void checkHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalMonitorStateException("the lock of this signal is not held by " + Thread.currentThread());
        }
    }
}
