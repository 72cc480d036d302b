package dev.konverge.benchmarks.informer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Whether changes are taken at a steady rate by now, and which: a program whose code is still being compiled becomes faster from one window of time to the next. At
 * least {@value #LEAST} windows, until two in a row differ by at most five parts in a hundred, and at most {@value #MOST}; what counts is the median of the last
 * {@value #COUNTED}. Used by one thread.
 */
final class Steadiness {
    private static final int LEAST = 4;
    private static final int MOST = 15;
    private static final int COUNTED = 3;
    private static final double ALIKE = 0.05;

    private final List<Window> windows = new ArrayList<>();

    /**
     * @param rate changes a second
     * @param cost processor nanoseconds a change
     */
    private record Window(double rate, double cost) {}

    /** Adds a window: how many changes were taken in it, how long it was, and the processor time that was spent in it. */
    void add(long changes, long nanos, long processorNanos) {
        windows.add(new Window(changes * 1e9 / nanos, (double) processorNanos / Math.max(1, changes)));
    }

    boolean isReached() {
        int count = windows.size();
        return count >= MOST || (count >= LEAST && alike(windows.get(count - 1).rate, windows.get(count - 2).rate));
    }

    private static boolean alike(double one, double other) {
        return Math.abs(one - other) <= ALIKE * Math.max(one, other);
    }

    /** {@return changes a second} */
    double rate() {
        return median(Window::rate);
    }

    /** {@return processor nanoseconds a change} */
    double cost() {
        return median(Window::cost);
    }

    private double median(ToDoubleFunction<Window> figure) {
        return windows.subList(windows.size() - COUNTED, windows.size()).stream()
                .mapToDouble(figure)
                .sorted()
                .toArray()[COUNTED / 2];
    }
}
