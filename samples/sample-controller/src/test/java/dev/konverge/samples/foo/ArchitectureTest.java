package dev.konverge.samples.foo;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule(
                        "dev.konverge.samples.foo",
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
