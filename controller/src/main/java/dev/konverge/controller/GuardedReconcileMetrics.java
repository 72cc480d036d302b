package dev.konverge.controller;

import dev.konverge.controller.guard.Guard;
import java.time.Duration;

/** Somebody else's figures of reconciles, of which no failure comes through: a reconcile that has succeeded would be done again and again. */
final class GuardedReconcileMetrics implements ReconcileMetrics {
    private final ReconcileMetrics port;
    private final Guard guard;

    /** Guards the port of the controller of that name. */
    GuardedReconcileMetrics(String controller, ReconcileMetrics port) {
        this.port = port;
        this.guard = new Guard("metrics of " + controller);
    }

    @Override
    public void began() {
        guard.tell(port::began);
    }

    @Override
    public void ended(Result result, Duration duration) {
        guard.tell(() -> port.ended(result, duration));
    }

    @Override
    public void cacheBehind() {
        guard.tell(port::cacheBehind);
    }

    @Override
    public void waitedForCache(Duration duration) {
        guard.tell(() -> port.waitedForCache(duration));
    }

    @Override
    public void wokeItself() {
        guard.tell(port::wokeItself);
    }
}
