package dev.konverge.schema;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule("dev.konverge.schema").check();
    }
}
