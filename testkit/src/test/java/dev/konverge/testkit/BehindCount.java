package dev.konverge.testkit;

import dev.konverge.controller.Monitor;
import dev.konverge.controller.ReconcileMetrics;

/** Counts the calls that were put off because a cache had not caught up. */
final class BehindCount implements Monitor {
    private int count;

    int count() {
        return count;
    }

    @Override
    public ReconcileMetrics reconciles(String controller) {
        return new ReconcileMetrics() {
            @Override
            public void cacheBehind() {
                count++;
            }
        };
    }
}
