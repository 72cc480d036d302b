package dev.konverge.controller;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule(
                        "dev.konverge.controller",
                        "dev.konverge.base",
                        "dev.konverge.model",
                        "dev.konverge.client",
                        "dev.konverge.informer",
                        "dev.konverge.workqueue",
                        "org.slf4j",
                        "com.sun.net.httpserver")
                .check();
    }
}
