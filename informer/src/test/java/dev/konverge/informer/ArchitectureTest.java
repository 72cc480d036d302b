package dev.konverge.informer;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule(
                        "dev.konverge.informer",
                        "dev.konverge.base",
                        "dev.konverge.model",
                        "dev.konverge.client",
                        "org.slf4j")
                .check();
    }
}
