package dev.konverge.benchmarks.informer;

import dev.konverge.base.Clock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.function.BooleanSupplier;

/**
 * Tells the newest watch of changes. The version of a changed pod is the time at which it is sent, in microseconds, so that who hears of
 * it knows how long that took.
 */
final class WatchFeed {
    private final List<PodStock.Change> changes;
    private final Clock clock;
    private final BlockingDeque<Watch> watches = new LinkedBlockingDeque<>();
    private long sent;

    private record Watch(PodServer.Body body, WireForm form) {}

    WatchFeed(List<PodStock.Change> changes, Clock clock) {
        this.changes = changes;
        this.clock = clock;
    }

    /** {@return the time in microseconds} */
    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    void join(PodServer.Body body, WireForm form) {
        watches.addFirst(new Watch(body, form));
    }

    /** Sends as many changes as the watch takes, until it is told to stop. */
    void flood(BooleanSupplier goesOn) throws InterruptedException {
        while (goesOn.getAsBoolean()) {
            Watch watch = newest();
            try {
                do {
                    change(watch);
                } while (!watch.body.isFull());
                watch.body.flush();
            } catch (IOException gone) {
                watches.remove(watch);
            }
        }
    }

    /** Sends one change after the other, with a pause after each. */
    void trickle(int count, Duration pause) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Watch watch = newest();
            try {
                change(watch);
                watch.body.flush();
            } catch (IOException gone) {
                watches.remove(watch);
                i--;
                continue;
            }
            Thread.sleep(pause);
        }
    }

    private void change(Watch watch) throws IOException {
        long number = sent++;
        Stencil pod = watch.form.changeOf(changes.get((int) (number % changes.size())));
        watch.form.event(watch.body.buffer(), "MODIFIED", pod.fill(micros(clock.now()), number));
    }

    /** Clients that list first begin to watch a little later. */
    private Watch newest() throws InterruptedException {
        Watch watch = watches.takeFirst();
        watches.addFirst(watch);
        return watch;
    }
}
