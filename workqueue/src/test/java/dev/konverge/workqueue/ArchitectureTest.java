package dev.konverge.workqueue;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule("dev.konverge.workqueue", "dev.konverge.base", "org.slf4j")
                .check();
    }
}
