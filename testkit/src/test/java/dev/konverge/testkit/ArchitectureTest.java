package dev.konverge.testkit;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule(
                        "dev.konverge.testkit",
                        "dev.konverge.base",
                        "dev.konverge.model",
                        "dev.konverge.client",
                        "dev.konverge.controller",
                        "dev.konverge.apiserver",
                        "org.junit")
                .check();
    }
}
