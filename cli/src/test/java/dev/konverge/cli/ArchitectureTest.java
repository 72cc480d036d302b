package dev.konverge.cli;

import dev.konverge.architecture.ArchitectureRules;
import dev.konverge.architecture.Ban;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        // The command owns its process: it prints, ends with an exit code, and says how much is logged.
        ArchitectureRules.ofThisModule("dev.konverge.cli", "dev.konverge", "picocli", "org.slf4j.event")
                .lifting(Ban.PROCESS)
                .check();
    }
}
