package dev.konverge.codegen;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        ArchitectureRules.ofThisModule(
                        "dev.konverge.codegen",
                        "dev.konverge.schema",
                        "com.fasterxml.jackson.core",
                        "org.snakeyaml.engine")
                .check();
    }
}
