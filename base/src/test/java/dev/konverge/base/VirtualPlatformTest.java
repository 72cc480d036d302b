package dev.konverge.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class VirtualPlatformTest {
    private final List<String> log = new ArrayList<>();

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void timeStandsStillUntilTold() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            platform.start("sleeper", () -> {
                platform.sleep(seconds(5));
                log.add("woke at " + platform.clock().now());
            });

            platform.awaitQuiet();
            assertThat(platform.clock().now()).isEqualTo(VirtualPlatform.EPOCH);
            platform.advance(seconds(4));
            assertThat(log).isEmpty();
            platform.advance(seconds(1));
            assertThat(log).containsExactly("woke at 2026-01-01T00:00:05Z");
        }
    }

    @Test
    void advancingFiresEverythingOnTheWayInItsOrder() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            for (int period : new int[] {3, 2}) {
                platform.start("ticker", () -> {
                    for (int i = 0; i < 3; i++) {
                        platform.sleep(seconds(period));
                        log.add(period + "@" + platform.clock().nanoTime() / 1_000_000_000);
                    }
                });
            }
            platform.advance(seconds(9));

            assertThat(log).hasSize(6).filteredOn(s -> s.startsWith("2")).containsExactly("2@2", "2@4", "2@6");
            assertThat(log).filteredOn(s -> s.startsWith("3")).containsExactly("3@3", "3@6", "3@9");
            assertThat(log.subList(0, 3)).containsExactly("2@2", "3@3", "2@4");
            assertThat(platform.clock().nanoTime()).isEqualTo(9_000_000_000L);
        }
    }

    @Test
    void aWaitOfTheMainThreadMovesTimeAsFarAsItNeeds() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            Task task = platform.start("sleeper", () -> platform.sleep(Duration.ofDays(365)));

            assertThat(task.join(Duration.ofDays(1000))).isTrue();
            assertThat(platform.clock().nanoTime())
                    .isEqualTo(Duration.ofDays(365).toNanos());
        }
    }

    @Test
    void runUntilIdleEndsWhenNothingWaitsForTime() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            platform.start("sleeper", () -> {
                platform.sleep(seconds(5));
                platform.sleep(seconds(6));
            });

            assertThat(platform.runUntilIdle(seconds(10))).isFalse();
            assertThat(platform.clock().nanoTime()).isEqualTo(10_000_000_000L);
            assertThat(platform.runUntilIdle(seconds(10))).isTrue();
            assertThat(platform.clock().nanoTime()).isEqualTo(11_000_000_000L);
        }
    }

    @Test
    void runUntilStopsAtTheFirstQuietMomentWhenTheConditionHolds() throws Exception {
        try (var platform = new VirtualPlatform(1);
                Task ticker = platform.start("ticker", () -> {
                    while (true) {
                        platform.sleep(seconds(1));
                        log.add("tick");
                    }
                })) {
            assertThat(platform.runUntil(() -> log.size() == 7, Duration.ofHours(1)))
                    .isTrue();
            assertThat(platform.clock().nanoTime()).isEqualTo(7_000_000_000L);
            assertThat(platform.runUntil(() -> log.size() < 7, seconds(3))).isFalse();
            assertThat(log).hasSize(10);
            assertThat(ticker.isDone()).isFalse();
        }
    }

    @Test
    void aWaitThatNothingCanEndSaysWhereEveryoneStands() {
        var lock = new ReentrantLock();
        var platform = new VirtualPlatform(1);
        Signal signal = platform.signal(lock);
        Task task = platform.start("lonely-task", () -> {
            lock.lock();
            try {
                signal.await();
            } finally {
                lock.unlock();
            }
        });

        lock.lock();
        try {
            assertThatThrownBy(signal::await)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("nothing can end this wait")
                    .hasMessageContaining("lonely-task (WAITING)")
                    .hasMessageContaining("VirtualSignal.await");
        } finally {
            lock.unlock();
        }
        task.close();
        platform.close();
    }

    @Test
    void aTaskLeftRunningIsALeak() {
        var platform = new VirtualPlatform(1);
        platform.start("forgotten", () -> platform.sleep(Duration.ofDays(1)));

        assertThat(platform.liveTasks()).containsExactly("forgotten");
        assertThatThrownBy(platform::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("left running")
                .hasMessageContaining("forgotten");
        assertThat(platform.liveTasks()).isEmpty();
    }

    @Test
    void aFailureOfATaskIsNotMissed() {
        var platform = new VirtualPlatform(1);
        platform.start("failing", () -> {
            throw new IllegalArgumentException("no");
        });

        assertThatThrownBy(platform::close)
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("no");
    }

    @Test
    void aTaskThatDoesNotStopIsReportedAfterTheBound() {
        var platform = new VirtualPlatform(1);
        Task stubborn = platform.start("stubborn", () -> {
            while (log.isEmpty()) {
                try {
                    platform.sleep(Duration.ofDays(1));
                } catch (InterruptedException e) {
                    // Deliberately ignored.
                }
            }
        });
        platform.awaitQuiet();
        stubborn.close();

        assertThat(stubborn.isDone()).isFalse();
        assertThat(platform.clock().nanoTime()).isEqualTo(Task.STOP_BOUND.toNanos());
        log.add("stop");
        assertThatThrownBy(platform::close).hasMessageContaining("stubborn did not stop");
    }

    @Test
    void aTaskMayBeInterruptedBeforeItBegins() {
        try (var platform = new VirtualPlatform(1)) {
            Task task = platform.start("early", () -> {
                platform.sleep(seconds(1));
                log.add("slept");
            });
            task.close();

            assertThat(task.isDone()).isTrue();
            assertThat(log).isEmpty();
        }
    }

    @Test
    void anInterruptFromOutsideEndsAWait() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            var thread = new Thread[1];
            Task task = platform.start("sleeper", () -> {
                thread[0] = Thread.currentThread();
                platform.sleep(seconds(1));
                log.add("slept");
            });
            platform.awaitQuiet();
            thread[0].interrupt();
            // The thread has to notice it by itself; meanwhile this one keeps the baton.
            while (thread[0].isInterrupted()) {
                Thread.onSpinWait();
            }
            assertThat(task.join(Duration.ofMillis(999))).isTrue();
            assertThat(log).isEmpty();
        }
    }

    @Test
    void aSignalIsNotSpentOnAWaiterWhoseTimeWasUp() throws Exception {
        for (int seed = 0; seed < 50; seed++) {
            VirtualPlatform.simulate(seed, platform -> {
                var lock = new ReentrantLock();
                Signal signal = platform.signal(lock);
                var woken = new ArrayList<String>();
                Task impatient = platform.start("impatient", () -> {
                    lock.lock();
                    try {
                        if (signal.awaitUntil(1_000)) {
                            woken.add("impatient");
                        }
                    } finally {
                        lock.unlock();
                    }
                });
                Task patient = platform.start("patient", () -> {
                    platform.sleep(Duration.ofNanos(1));
                    lock.lock();
                    try {
                        signal.await();
                        woken.add("patient");
                    } finally {
                        lock.unlock();
                    }
                });
                // Becomes able to run at the same moment as the impatient one, before or after it.
                platform.sleep(Duration.ofNanos(1_000));
                lock.lock();
                try {
                    signal.signal();
                } finally {
                    lock.unlock();
                }

                assertThat(patient.join(seconds(1))).isTrue();
                assertThat(impatient.join(seconds(1))).isTrue();
                assertThat(woken).containsExactly("patient");
            });
        }
    }

    @Test
    void theSameSeedGivesTheSameRunAndSeedsDiffer() {
        var runs = new HashSet<List<String>>();
        for (int seed = 0; seed < 20; seed++) {
            List<String> first = handOver(seed, 5, 40);
            assertThat(handOver(seed, 5, 40)).as("seed %s", seed).isEqualTo(first);
            runs.add(first);
        }
        assertThat(runs).hasSize(20);
    }

    @Test
    void nothingIsLostBetweenManyProducersAndConsumers() {
        for (int seed = 0; seed < 200; seed++) {
            assertThat(handOver(seed, 4, 20)).as("seed %s", seed).hasSize(80).doesNotHaveDuplicates();
        }
    }

    /** Producers put numbers into a queue of one place, consumers take them; the result tells who took what. */
    private static List<String> handOver(long seed, int pairs, int items) {
        List<String> taken = new ArrayList<>();
        VirtualPlatform.simulate(seed, platform -> {
            var lock = new ReentrantLock();
            Signal notEmpty = platform.signal(lock);
            Signal notFull = platform.signal(lock);
            var queue = new ArrayDeque<String>();
            List<Task> tasks = new ArrayList<>();
            for (int p = 0; p < pairs; p++) {
                String name = "p" + p;
                tasks.add(platform.start(name, () -> {
                    for (int i = 0; i < items; i++) {
                        platform.sleep(Duration.ofNanos(platform.random().nextInt(3)));
                        lock.lock();
                        try {
                            while (!queue.isEmpty()) {
                                notFull.await();
                            }
                            queue.add(name + ":" + i);
                            notEmpty.signal();
                        } finally {
                            lock.unlock();
                        }
                    }
                }));
                tasks.add(platform.start("c" + p, () -> {
                    for (int i = 0; i < items; i++) {
                        lock.lock();
                        try {
                            while (queue.isEmpty()) {
                                notEmpty.await();
                            }
                            taken.add(queue.remove() + ">"
                                    + Thread.currentThread().getName());
                            notFull.signal();
                        } finally {
                            lock.unlock();
                        }
                    }
                }));
            }
            for (Task task : tasks) {
                assertThat(task.join(seconds(60))).isTrue();
            }
        });
        return taken;
    }

    @Test
    void aFailedSimulationNamesItsSeed() {
        assertThatThrownBy(() -> VirtualPlatform.simulate(4711, platform -> {
                    throw new IllegalArgumentException("no");
                }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("4711")
                .hasRootCauseMessage("no")
                .extracting(e -> ((SimulationFailure) e).seed())
                .isEqualTo(4711L);
    }

    @Test
    void aThreadThatBlocksElsewhereIsNamedInsteadOfHangingForever() {
        var never = new CountDownLatch(1);

        assertThatThrownBy(() -> VirtualPlatform.simulate(1, platform -> {
                    platform.start("blocker", never::await);
                    platform.awaitQuiet();
                }))
                .hasMessageContaining("blocks outside of this simulation")
                .hasMessageContaining("blocker")
                .hasMessageContaining("CountDownLatch.await");
        never.countDown();
    }

    @Test
    void theSameHoldsForAnOrdinaryMainThread() {
        var never = new CountDownLatch(1);
        try (var platform = new VirtualPlatform(1)) {
            platform.start("blocker", never::await);

            assertThatThrownBy(platform::awaitQuiet).hasMessageContaining("blocks outside of this simulation");
            assertThatThrownBy(() -> platform.sleep(seconds(1))).hasMessageContaining("halt before");
            never.countDown();
        }
    }

    @Test
    void tasksThatNeverLetTimeMoveAreNamedInsteadOfHangingForever() throws Exception {
        var lock = new ReentrantLock();
        try (var platform = new VirtualPlatform(1)) {
            Signal ball = platform.signal(lock);
            Task ping = platform.start("ping", () -> play(lock, ball));
            Task pong = platform.start("pong", () -> play(lock, ball));

            assertThatThrownBy(() -> platform.advance(seconds(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("time stands still")
                    .hasMessageContaining("ping")
                    .hasMessageContaining("pong");
            assertThatThrownBy(platform::awaitQuiet).hasMessageContaining("time stands still");

            // So it can still be ended in order.
            ping.close();
            pong.close();
            platform.advance(seconds(1));
        }
    }

    private static void play(ReentrantLock lock, Signal ball) throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                ball.signal();
                ball.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Test
    void aWaitUntilThisVeryMomentIsNoProgressEither() {
        try (var platform = new VirtualPlatform(1)) {
            Task idler = platform.start("idler", () -> {
                while (true) {
                    platform.sleep(Duration.ZERO);
                }
            });

            assertThatThrownBy(() -> platform.advance(seconds(1))).hasMessageContaining("time stands still");
            idler.close();
        }
    }

    @Test
    void manyTurnsAreNoStandstillAsLongAsTheMainThreadGetsOn() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            for (long turns = 0; turns <= Schedule.RESTLESS; turns++) {
                platform.awaitQuiet();
            }
        }
    }

    @Test
    void strangersAreTurnedAway() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            Thread stranger = Thread.ofVirtual().start(() -> {
                try {
                    platform.start("task", () -> {});
                } catch (IllegalStateException e) {
                    log.add(String.valueOf(e.getMessage()));
                }
            });
            stranger.join();
            assertThat(log).singleElement().asString().contains("neither the main thread nor a task");
        }
    }

    @Test
    void onlyTheMainThreadDrives() {
        try (var platform = new VirtualPlatform(1)) {
            platform.start("task", () -> {
                try {
                    platform.awaitQuiet();
                } catch (IllegalStateException e) {
                    log.add(String.valueOf(e.getMessage()));
                }
            });
            platform.awaitQuiet();
            assertThat(log).containsExactly("task is not the main thread of this simulation");
        }
    }
}
