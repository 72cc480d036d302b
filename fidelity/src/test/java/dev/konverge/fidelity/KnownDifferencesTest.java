package dev.konverge.fidelity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.fidelity.compare.Explanation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownDifferencesTest {
    @Test
    void eachIsInTheDocumentationWithItsReason() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "fidelity.md"));

        for (Explanation known : Suite.explanations().all()) {
            assertThat(page).contains("| " + known.id() + " |").contains(known.why());
        }
    }

    @Test
    void noTwoHaveTheSameName() {
        Set<String> ids = new HashSet<>();

        assertThat(Suite.explanations().all()).allMatch(known -> ids.add(known.id()));
    }
}
