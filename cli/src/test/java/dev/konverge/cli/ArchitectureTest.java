package dev.konverge.cli;

import dev.konverge.architecture.ArchitectureRules;
import dev.konverge.architecture.Ban;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        // The command owns its process: it prints, and it ends with an exit code.
        ArchitectureRules.ofThisModule("dev.konverge.cli", "dev.konverge", "picocli")
                .lifting(Ban.PROCESS)
                .check();
    }
}
