package dev.konverge.benchmarks.apiserver;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.benchmarks.Laps;
import dev.konverge.benchmarks.Repeated;
import dev.konverge.benchmarks.Stopwatch;
import dev.konverge.benchmarks.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Work for a server in another process: how much of it is done in a second on the wall, and how much processor time each of the two sides
 * takes for it.
 */
final class Load implements Workload {
    /** Nanoseconds of the load's own processor time an operation. */
    static final String OWN_COST = "own-cost";

    /** A lap of warming up, in times of what contenders that run alone in their process have: there is far more code to compile. */
    private static final int LAP = 2;

    private static final Laps LAPS = new Laps(3, 12);

    /** The shortest and the longest time for which a server is warmed up, in those times. */
    static final int LEAST = LAP * LAPS.least();

    static final int MOST = LAP * LAPS.most();

    private final ServerUnderTest server;
    private final Stretch stretch;
    private final Clock clock = Platform.real().clock();
    private final com.sun.management.OperatingSystemMXBean self =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Some operations, long enough that starting their threads does not count. */
    interface Stretch {
        /** Does them. {@return how many they were} */
        long run() throws IOException, InterruptedException;
    }

    Load(ServerUnderTest server, Stretch stretch) {
        this.server = server;
        this.stretch = stretch;
    }

    @Override
    public void warmUp(Duration time) throws Exception {
        LAPS.run(() -> {
            Map<String, Double> unused = measure(time.multipliedBy(LAP));
        });
    }

    @Override
    public Map<String, Double> measure(Duration time) throws Exception {
        long operations = 0;
        long start = clock.nanoTime();
        long own = self.getProcessCpuTime();
        long theirs = server.processorTime().toNanos();
        do {
            operations += stretch.run();
        } while (clock.nanoTime() - start < time.toNanos());
        double count = operations;
        return Map.of(
                Repeated.RATE,
                count * 1e9 / (clock.nanoTime() - start),
                Stopwatch.COST,
                (server.processorTime().toNanos() - theirs) / count,
                OWN_COST,
                (self.getProcessCpuTime() - own) / count);
    }

    /** What one connection does. */
    interface Part<T> {
        void run(T connection) throws IOException, InterruptedException;
    }

    /** Has every connection do its part, each on a thread of its own, and waits for all of them. */
    static <T> void together(List<T> connections, Part<T> part) throws InterruptedException {
        var failure = new AtomicReference<@Nullable IOException>();
        List<Thread> threads = new ArrayList<>();
        for (T connection : connections) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    part.run(connection);
                } catch (IOException e) {
                    failure.compareAndSet(null, e);
                } catch (InterruptedException e) {
                    failure.compareAndSet(null, new IOException("interrupted", e));
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        IOException failed = failure.get();
        if (failed != null) {
            throw new UncheckedIOException(failed);
        }
    }
}
