package dev.konverge.base;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/** The machine: system clock, virtual threads, and a random seed for every instance. */
final class RealPlatform implements Platform {
    static final TaskMonitor UNCAUGHT = new TaskMonitor() {
        @Override
        public void failed(String task, Throwable failure) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        }

        @Override
        public void stuck(String task, List<StackTraceElement> where) {
            var report = new IllegalStateException("task " + task + " did not stop");
            report.setStackTrace(where.toArray(StackTraceElement[]::new));
            failed(task, report);
        }
    };

    private final Clock clock = new SystemClock();
    private final RandomGenerator random = new SharedRandom(System.nanoTime() ^ System.identityHashCode(clock));
    private final TaskMonitor monitor;

    RealPlatform(TaskMonitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public Signal signal(ReentrantLock lock) {
        return new ConditionSignal(clock, lock, ConditionSignal.Habits.USUAL);
    }

    @Override
    public Task start(String name, Body body) {
        return new ThreadTask(monitor, Thread.ofVirtual().name(name).start(new MonitoredBody(name, body, monitor)));
    }

    @Override
    public Task startThread(String name, Body body) {
        Thread.Builder builder = Thread.ofPlatform().daemon().name(name);
        return new ThreadTask(monitor, builder.start(new MonitoredBody(name, body, monitor)));
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
    }

    private static final class SystemClock implements Clock {
        private final long origin = System.nanoTime();

        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public long nanoTime() {
            return System.nanoTime() - origin;
        }
    }

    private record ThreadTask(TaskMonitor monitor, Thread thread) implements Task {
        @Override
        public String name() {
            return thread.getName();
        }

        @Override
        public boolean isDone() {
            return thread.getState() == Thread.State.TERMINATED;
        }

        @Override
        public void interrupt() {
            thread.interrupt();
        }

        @Override
        public boolean join(Duration bound) throws InterruptedException {
            return thread.join(bound);
        }

        @Override
        public void close() {
            thread.interrupt();
            if (!thread.equals(Thread.currentThread()) && !joinUninterruptibly()) {
                monitor.stuck(name(), List.of(thread.getStackTrace()));
            }
        }

        private boolean joinUninterruptibly() {
            long end = System.nanoTime() + STOP_BOUND.toNanos();
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return thread.join(Duration.ofNanos(end - System.nanoTime()));
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
}
