package dev.konverge.fidelity;

import dev.konverge.fidelity.compare.Explanations;
import dev.konverge.fidelity.scenario.Scenario;
import dev.konverge.fidelity.scenario.ScenarioReader;
import dev.konverge.model.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios and the known differences that come with this module. */
final class Suite {
    private static final String INDEX = "scenarios/index";

    private Suite() {}

    static List<Scenario> scenarios() {
        return read().scenarios();
    }

    /** {@return what the random generator starts from} */
    static List<Json.Obj> kinds() {
        ScenarioReader reader = read();
        return Stream.of("namespaced", "clustered")
                .flatMap(table -> reader.table(table).stream())
                .map(Json.Obj.class::cast)
                .toList();
    }

    private static ScenarioReader read() {
        ScenarioReader reader = new ScenarioReader();
        for (String file : text(INDEX).lines().filter(line -> !line.isBlank()).toList()) {
            reader.read(file, text("scenarios/" + file));
        }
        return reader;
    }

    static Explanations explanations() {
        return Explanations.parse(text("differences.yaml"));
    }

    private static String text(String resource) {
        try (InputStream in = Suite.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + resource + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
