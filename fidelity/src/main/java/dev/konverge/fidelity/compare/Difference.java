package dev.konverge.fidelity.compare;

import dev.konverge.model.Json;
import org.jspecify.annotations.Nullable;

/**
 * One place where two transcripts differ.
 *
 * @param scenario the name of the scenario
 * @param step what was done
 * @param level the first level at which it counts
 * @param path the step's number and the place in its answer, such as {@code 2.body.spec.replicas}
 * @param real what the real server answered there, or null for nothing
 * @param ours what the embedded server answered there, or null for nothing
 */
public record Difference(
        String scenario,
        String step,
        Level level,
        String path,
        @Nullable Json real,
        @Nullable Json ours) {
    @Override
    public String toString() {
        return scenario + " [" + step + "] " + level + " " + path + "\n    real: " + shown(real) + "\n    ours: "
                + shown(ours);
    }

    /** {@return a side as text; nothing is empty} */
    static String shown(@Nullable Json side) {
        return side == null ? "" : side instanceof Json.Str text ? text.value() : side.toString();
    }
}
