package dev.konverge.base;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A simulation on a virtual main thread, and the thread that waits for its end. */
final class SimulationRun {
    private final long seed;
    private final CompletableFuture<Baton> started = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private SimulationRun(long seed) {
        this.seed = seed;
    }

    static void of(long seed, VirtualPlatform.Simulation simulation) {
        var run = new SimulationRun(seed);
        Thread main = Thread.ofVirtual().name("main").start(() -> run.live(simulation));
        try {
            run.await();
        } catch (ExecutionException e) {
            throw new SimulationFailure(seed, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            main.interrupt();
            Thread.currentThread().interrupt();
            throw new SimulationFailure(seed, e);
        }
    }

    private void live(VirtualPlatform.Simulation simulation) {
        try (var platform = new VirtualPlatform(seed)) {
            started.complete(platform.baton());
            simulation.run(platform);
        } catch (Throwable e) {
            ended.completeExceptionally(e);
        }
        ended.complete(null);
    }

    private void await() throws InterruptedException, ExecutionException {
        Baton baton = started.get();
        Baton.Lookout lookout = baton.new Lookout();
        while (true) {
            try {
                ended.get(Baton.LOOK_PERIOD.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                if (lookout.seesHalt()) {
                    throw new SimulationFailure(seed, new IllegalStateException(baton.halted()));
                }
            }
        }
    }
}
