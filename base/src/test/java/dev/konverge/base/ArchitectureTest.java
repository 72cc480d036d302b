package dev.konverge.base;

import dev.konverge.architecture.ArchitectureRules;
import dev.konverge.architecture.Ban;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        // What the others are banned from is banned because it is done here. Signals can be taken by name only.
        ArchitectureRules.ofThisModule("dev.konverge.base")
                .lifting(Ban.CLOCK, Ban.THREADS, Ban.WAITING, Ban.PROCESS, Ban.REFLECTION)
                .check();
    }
}
