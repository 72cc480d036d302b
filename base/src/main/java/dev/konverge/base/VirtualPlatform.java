package dev.konverge.base;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * A platform that simulates: its time moves only when everything waits, and its tasks run one at a time, in an order drawn from
 * a seed.
 *
 * <p>The thread that makes it is the <em>main</em> thread, usually the test's. It and the tasks pass one baton around: a thread
 * runs until it waits in {@link Signal}, {@link #sleep} or {@link Task#join}; then one that can go on is drawn at random. When
 * none can, time jumps to the earliest deadline. So between two waits the main thread has the world for itself, and the same
 * seed gives the same run, provided that the code under test is deterministic otherwise.
 *
 * <p>A wait that nothing can end is an {@link IllegalStateException} on the main thread that tells where everyone stands. So is
 * a thread that blocks outside of this platform while it has the baton, after some seconds of real time, and so are tasks that
 * keep each other going without ever letting time move, after two million turns. Only the main thread and the platform's own
 * tasks may wait, signal and start.
 *
 * <p>{@link #close()} is the leak check.
 */
public final class VirtualPlatform implements Platform, AutoCloseable {
    /** The calendar's time when a simulation begins. */
    public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final long seed;
    private final RandomGenerator random;
    private final Baton baton;
    private final Clock clock = new VirtualClock();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final TaskMonitor monitor;

    /** Begins a simulation with the calling thread as its main thread. {@link #close()} tells what went wrong with tasks. */
    public VirtualPlatform(long seed) {
        this.seed = seed;
        this.random = new SharedRandom(seed);
        // Two streams, so that a number drawn by the code under test does not change the schedule.
        this.baton = new Baton(new SharedRandom(~seed));
        this.monitor = new Collector();
    }

    /** Begins a simulation with the calling thread as its main thread. {@code monitor} is told what goes wrong with tasks. */
    public VirtualPlatform(long seed, TaskMonitor monitor) {
        this.seed = seed;
        this.random = new SharedRandom(seed);
        this.baton = new Baton(new SharedRandom(~seed));
        this.monitor = monitor;
    }

    /** What {@link #simulate} runs. */
    @FunctionalInterface
    public interface Simulation {
        /**
         * Runs on the main thread of {@code platform}.
         *
         * @throws Exception a failure of the run
         */
        void run(VirtualPlatform platform) throws Exception;
    }

    /**
     * Runs a whole simulation, with the leak check at its end. Its main thread is a virtual one, to which the baton is passed
     * several times faster than to a thread of the operating system.
     *
     * @throws SimulationFailure if the run fails; its message names the seed
     */
    public static void simulate(long seed, Simulation simulation) {
        SimulationRun.of(seed, simulation);
    }

    /** {@return what the run is drawn from} */
    public long seed() {
        return seed;
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
        return new VirtualSignal(baton, lock);
    }

    @Override
    public Task start(String name, Body body) {
        return new VirtualTask(baton, monitor, name, body);
    }

    /** The same: here time is nobody's cost. */
    @Override
    public Task startThread(String name, Body body) {
        return start(name, body);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        baton.await(clock.deadlineAfter(duration));
    }

    /** On the main thread: lets the tasks go on until all of them wait or have ended. Time stands still. */
    public void awaitQuiet() {
        baton.awaitQuiet();
    }

    /**
     * On the main thread: moves time on, with all that happens on the way, until all is quiet at its end.
     *
     * @throws InterruptedException if the main thread is interrupted
     */
    public void advance(Duration duration) throws InterruptedException {
        baton.requireMain();
        sleep(duration);
        awaitQuiet();
    }

    /**
     * On the main thread: moves time on until nothing waits for it any more.
     *
     * @return false if that did not happen within {@code limit}
     * @throws InterruptedException if the main thread is interrupted
     */
    public boolean runUntilIdle(Duration limit) throws InterruptedException {
        return runUntil(() -> baton.nextDeadline() == Clock.NEVER, limit);
    }

    /**
     * On the main thread: moves time on, from one deadline to the next, until {@code condition} holds at a moment when all is
     * quiet.
     *
     * @return false if that did not happen within {@code limit}
     * @throws InterruptedException if the main thread is interrupted
     */
    public boolean runUntil(BooleanSupplier condition, Duration limit) throws InterruptedException {
        baton.requireMain();
        long end = clock.deadlineAfter(limit);
        while (true) {
            awaitQuiet();
            if (condition.getAsBoolean()) {
                return true;
            }
            long next = Math.min(baton.nextDeadline(), end);
            if (clock.nanoTime() == end || next == Clock.NEVER) {
                return false;
            }
            baton.await(next);
        }
    }

    /** {@return the names of the tasks that have not ended} */
    public List<String> liveTasks() {
        return baton.others().stream().map(strand -> strand.name).toList();
    }

    /**
     * On the main thread: ends the simulation. A task that was left running is interrupted.
     *
     * @throws IllegalStateException if a task was left running, or if something went wrong with one and no monitor was told
     */
    @Override
    public void close() {
        baton.requireMain();
        if (baton.isLost()) {
            return;
        }
        baton.awaitQuiet();
        List<Strand> left = baton.others();
        String where = baton.describe();
        left.forEach(baton::interrupt);
        baton.awaitQuiet();
        baton.leave();
        if (!left.isEmpty()) {
            failures.add(new IllegalStateException("tasks were left running at the end of a simulation:" + where));
        }
        throwFailures();
    }

    private void throwFailures() {
        Throwable first = failures.poll();
        if (first != null) {
            var thrown = new IllegalStateException("something went wrong in a simulation: " + first, first);
            failures.forEach(thrown::addSuppressed);
            throw thrown;
        }
    }

    Baton baton() {
        return baton;
    }

    private final class VirtualClock implements Clock {
        @Override
        public Instant now() {
            return EPOCH.plusNanos(baton.now());
        }

        @Override
        public long nanoTime() {
            return baton.now();
        }
    }

    private final class Collector implements TaskMonitor {
        @Override
        public void failed(String task, Throwable failure) {
            failures.add(failure);
        }

        @Override
        public void stuck(String task, List<StackTraceElement> where) {
            var failure = new IllegalStateException("task " + task + " did not stop");
            failure.setStackTrace(where.toArray(StackTraceElement[]::new));
            failures.add(failure);
        }
    }
}
