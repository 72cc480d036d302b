package dev.konverge.benchmarks;

import dev.konverge.architecture.ArchitectureRules;
import dev.konverge.architecture.Ban;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        // A program that prints, and whose threads and waiting are what it measures. Peers may be used anywhere in it.
        ArchitectureRules.ofThisModule(
                        "dev.konverge.benchmarks",
                        "dev.konverge",
                        "com.fasterxml.jackson.core",
                        "com.google.gson.reflect",
                        "com.google.protobuf",
                        "com.sun.management",
                        "io.fabric8.kubernetes",
                        "io.kubernetes.client",
                        "io.vertx",
                        "okhttp3",
                        "org.conscrypt",
                        "org.eclipse.jetty",
                        "picocli")
                .lifting(Ban.PROCESS, Ban.THREADS, Ban.WAITING)
                .check();
    }
}
