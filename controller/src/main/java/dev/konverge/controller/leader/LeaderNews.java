package dev.konverge.controller.leader;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a candidate who leads, in order, without making the election wait for it (LE-9). */
final class LeaderNews {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);

    /** Beyond that many, the oldest is forgotten: it is no news any more. */
    private static final int BOUND = 16;

    private final Candidate candidate;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private final Deque<String> untold = new ArrayDeque<>();

    /** What was told last. A lease that nobody held from the beginning is no news. */
    @GuardedBy("lock")
    private String latest = "";

    LeaderNews(Platform platform, Candidate candidate) {
        this.candidate = candidate;
        this.changed = platform.signal(lock);
    }

    void tell(String leader) {
        lock.lock();
        try {
            if (leader.equals(latest)) {
                return;
            }
            latest = leader;
            if (untold.size() == BOUND) {
                untold.removeFirst();
            }
            untold.addLast(leader);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Runs until it is interrupted. */
    void run() throws InterruptedException {
        while (true) {
            String leader = next();
            try {
                candidate.newLeader(leader);
            } catch (RuntimeException | Error failure) {
                LOG.atError()
                        .addKeyValue("leader", leader)
                        .setCause(failure)
                        .log("a candidate failed when it was told of a new leader");
            }
        }
    }

    private String next() throws InterruptedException {
        lock.lock();
        try {
            while (untold.isEmpty()) {
                changed.await();
            }
            return untold.removeFirst();
        } finally {
            lock.unlock();
        }
    }
}
