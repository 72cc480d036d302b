package dev.konverge.apiserver;

import dev.konverge.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        // Never the client: the server is a second, independent reading of the protocol.
        ArchitectureRules.ofThisModule(
                        "dev.konverge.apiserver",
                        "dev.konverge.base",
                        "dev.konverge.model",
                        "dev.konverge.schema",
                        "org.slf4j",
                        "org.eclipse.jetty",
                        // The compiler of CEL, and what its interface is made of.
                        "dev.cel",
                        "com.google.common",
                        "com.google.re2j")
                // After the admission plugins of Kubernetes: DefaultStorageClass, DefaultIngressClass,
                // DefaultTolerationSeconds.
                .acceptingNamesOf(type -> type.getName().matches(".*\\.admission\\.Default(Classes|Tolerations)"))
                .check();
    }
}
