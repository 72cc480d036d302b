package dev.konverge.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the machine and the simulation have in common. */
class PlatformContractTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final List<String> reports = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    static Stream<Function<TaskMonitor, Platform>> platforms() {
        return Stream.of(Platform::real, monitor -> new VirtualPlatform(1, monitor));
    }

    private Platform make(Function<TaskMonitor, Platform> maker) {
        return maker.apply(new TaskMonitor() {
            @Override
            public void failed(String task, Throwable failure) {
                reports.add(task + " failed: " + failure.getMessage());
            }

            @Override
            public void stuck(String task, List<StackTraceElement> where) {
                reports.add(task + " stuck");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void aTaskRunsAndCanBeJoined(Function<TaskMonitor, Platform> maker) throws Exception {
        Platform platform = make(maker);
        var ran = new AtomicBoolean();

        Task task = platform.start("worker", () -> ran.set(true));

        assertThat(task.join(LONG)).isTrue();
        assertThat(task.isDone()).isTrue();
        assertThat(task.name()).isEqualTo("worker");
        assertThat(ran).isTrue();
        assertThat(reports).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void aThreadIsATaskLikeOthersAndKeepsNoProcessAlive(Function<TaskMonitor, Platform> maker) throws Exception {
        Platform platform = make(maker);
        var daemon = new AtomicBoolean();

        Task task = platform.startThread("reader", () -> {
            daemon.set(Thread.currentThread().isDaemon());
            platform.sleep(Duration.ofDays(1));
        });
        assertThat(task.name()).isEqualTo("reader");
        task.close();

        assertThat(task.isDone()).isTrue();
        assertThat(reports).isEmpty();
        assertThat(daemon).isTrue();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void aFailureGoesToTheMonitorEvenIfItIsAnError(Function<TaskMonitor, Platform> maker) throws Exception {
        Platform platform = make(maker);

        assertThat(platform.start("worker", () -> {
                            throw new StackOverflowError("deep");
                        })
                        .join(LONG))
                .isTrue();

        assertThat(reports).containsExactly("worker failed: deep");
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void closingInterruptsAWaitAndThatIsNoFailure(Function<TaskMonitor, Platform> maker) {
        Platform platform = make(maker);
        Signal signal = platform.signal(lock);

        Task waiting = platform.start("waiting", () -> {
            lock.lock();
            try {
                while (true) {
                    signal.await();
                }
            } finally {
                lock.unlock();
            }
        });
        Task sleeping = platform.start("sleeping", () -> platform.sleep(Duration.ofDays(1)));
        waiting.close();
        sleeping.close();

        assertThat(waiting.isDone()).isTrue();
        assertThat(sleeping.isDone()).isTrue();
        assertThat(reports).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void closingFromInsideOnlyInterrupts(Function<TaskMonitor, Platform> maker) throws Exception {
        Platform platform = make(maker);
        var flag = new AtomicBoolean();
        var self = new Task[1];

        lock.lock();
        try {
            self[0] = platform.start("self", () -> {
                lock.lock();
                try {
                    self[0].close();
                } finally {
                    lock.unlock();
                }
                flag.set(Thread.currentThread().isInterrupted());
            });
        } finally {
            lock.unlock();
        }

        assertThat(self[0].join(LONG)).isTrue();
        assertThat(flag).isTrue();
        assertThat(reports).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void anInterruptOfTheCloserIsKeptForLater(Function<TaskMonitor, Platform> maker) {
        Platform platform = make(maker);
        Task task = platform.start("worker", () -> platform.sleep(Duration.ofDays(1)));

        Thread.currentThread().interrupt();
        task.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(task.isDone()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void joiningGivesUpAfterItsBound(Function<TaskMonitor, Platform> maker) throws Exception {
        Platform platform = make(maker);
        try (Task task = platform.start("worker", () -> platform.sleep(Duration.ofDays(1)))) {
            assertThat(task.join(Duration.ofMillis(1))).isFalse();
            assertThat(task.isDone()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void aSignalWakesOneAndSignalAllWakesTheRest(Function<TaskMonitor, Platform> maker) throws Exception {
        Platform platform = make(maker);
        Signal permits = platform.signal(lock);
        Signal arrivals = platform.signal(lock);
        var waiting = new AtomicInteger();
        var passed = new AtomicInteger();
        var permitted = new AtomicInteger();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            tasks.add(platform.start("waiter", () -> {
                lock.lock();
                try {
                    waiting.incrementAndGet();
                    arrivals.signal();
                    while (permitted.get() == 0) {
                        permits.await();
                    }
                    permitted.decrementAndGet();
                    passed.incrementAndGet();
                    arrivals.signal();
                } finally {
                    lock.unlock();
                }
            }));
        }
        lock.lock();
        try {
            awaitCount(arrivals, waiting, 5);
            permitted.set(1);
            permits.signal();
            awaitCount(arrivals, passed, 1);
            assertThat(passed).hasValue(1);
            permitted.set(4);
            permits.signalAll();
            awaitCount(arrivals, passed, 5);
        } finally {
            lock.unlock();
        }
        for (Task task : tasks) {
            assertThat(task.join(LONG)).isTrue();
        }
        assertThat(reports).isEmpty();
    }

    private static void awaitCount(Signal signal, AtomicInteger count, int value) throws InterruptedException {
        while (count.get() < value) {
            signal.await();
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void aTimedWaitEndsAtItsDeadlineWithTheLockHeldAsBefore(Function<TaskMonitor, Platform> maker) throws Exception {
        Platform platform = make(maker);
        Signal signal = platform.signal(lock);
        long deadline = platform.clock().deadlineAfter(Duration.ofMillis(5));
        lock.lock();
        try {
            awaitHoldingTwice(signal, deadline);
        } finally {
            lock.unlock();
        }
        assertThat(platform.clock().nanoTime()).isGreaterThanOrEqualTo(deadline);
    }

    private void awaitHoldingTwice(Signal signal, long deadline) throws InterruptedException {
        lock.lock();
        try {
            boolean inTime = true;
            while (inTime) {
                inTime = signal.awaitUntil(deadline);
            }
            assertThat(lock.getHoldCount()).isEqualTo(2);
        } finally {
            lock.unlock();
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void waitingAndSignallingNeedTheLock(Function<TaskMonitor, Platform> maker) {
        Signal signal = make(maker).signal(lock);

        assertThatThrownBy(signal::await).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> signal.awaitUntil(1)).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(signal::signal).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(signal::signalAll).isInstanceOf(IllegalMonitorStateException.class);
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void aPendingInterruptEndsAWaitBeforeItBegins(Function<TaskMonitor, Platform> maker) {
        Platform platform = make(maker);
        Signal signal = platform.signal(lock);

        lock.lock();
        try {
            Thread.currentThread().interrupt();
            assertThatThrownBy(signal::await).isInstanceOf(InterruptedException.class);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(lock.isHeldByCurrentThread()).isTrue();
        } finally {
            lock.unlock();
        }

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> platform.sleep(LONG)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
