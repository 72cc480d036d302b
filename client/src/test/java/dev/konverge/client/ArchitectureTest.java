package dev.konverge.client;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule("dev.konverge.client", "dev.konverge.base", "dev.konverge.model", "org.slf4j")
                .check();
    }
}
