package dev.konverge.client.testing;

import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits of tests. They end after a minute, which the slowest machine does not need, so that what never comes is named by
 * the test that misses it.
 */
public final class Bounded {
    /** How long any of them lasts at most. */
    static final int SECONDS = 60;

    private Bounded() {}

    /** {@return what comes of it} */
    public static <T> T get(Future<T> future) throws InterruptedException, ExecutionException {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("nothing came of it", e);
        }
    }

    /** Waits until the latch is open. */
    public static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError(latch.getCount() + " have not come");
        }
    }

    /** {@return the next element}
     *
     * @param missing what to say if there is none
     */
    public static <T> T next(BlockingQueue<T> queue, Supplier<String> missing) throws InterruptedException {
        T next = queue.poll(SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError(missing.get());
        }
        return next;
    }

    /** Looks again and again until it is so. */
    public static void until(BooleanSupplier condition, String what) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("it never was so: " + what);
            }
            // Others may need the processor to make it so.
            LockSupport.parkNanos(100_000);
        }
    }

    /** Waits until a thread is in a method: the state of a thread alone does not tell what it waits for. */
    public static void untilIn(Thread thread, String className, String method) {
        until(
                () -> Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals(method)
                                && frame.getClassName().endsWith("." + className)),
                thread + " in " + className + "." + method);
    }
}
