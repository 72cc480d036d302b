package dev.konverge.samples.workloads;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule(
                        "dev.konverge.samples.workloads",
                        "dev.konverge.base",
                        "dev.konverge.model",
                        "dev.konverge.client",
                        "dev.konverge.informer",
                        "dev.konverge.workqueue",
                        "dev.konverge.controller",
                        "org.slf4j")
                .check();
    }
}
