package dev.konverge.fidelity;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule(
                        "dev.konverge.fidelity",
                        "dev.konverge.base",
                        "dev.konverge.schema",
                        "dev.konverge.model",
                        "dev.konverge.client",
                        "dev.konverge.apiserver",
                        "dev.konverge.testkit",
                        "com.sun.net.httpserver")
                .check();
    }
}
