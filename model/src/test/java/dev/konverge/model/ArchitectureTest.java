package dev.konverge.model;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.konverge.architecture.ArchitectureRules;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theRulesOfShapeHold() {
        // Kubernetes chose the names of the generated types.
        ArchitectureRules.ofThisModule("dev.konverge.model", "dev.konverge.schema", "org.snakeyaml.engine")
                .acceptingNamesOf(ArchitectureTest::isGenerated)
                .check();
    }

    private static boolean isGenerated(JavaClass type) {
        String outermost = type.getName().replaceFirst("\\$.*", "");
        return !Files.exists(Path.of("src", "main", "java", outermost.replace('.', '/') + ".java"));
    }
}
