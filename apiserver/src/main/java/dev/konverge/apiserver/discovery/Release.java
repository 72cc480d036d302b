package dev.konverge.apiserver.discovery;

import dev.konverge.model.Json;
import dev.konverge.schema.Schema;

/** The document at {@code /version}: which release of Kubernetes the server speaks for. */
final class Release {
    private Release() {}

    static Json.Obj document(Schema schema) {
        String[] parts = schema.release().split("\\.", 3);
        String minor = parts[1];
        String previous = Integer.toString(Integer.parseInt(minor) - 1);
        return new Fields()
                .put("major", parts[0])
                .put("minor", minor)
                .put("emulationMajor", parts[0])
                .put("emulationMinor", minor)
                .put("minCompatibilityMajor", parts[0])
                .put("minCompatibilityMinor", previous)
                // Distributions mark their builds behind a plus sign, and clients know to ignore it.
                .put("gitVersion", "v" + schema.release() + "+konverge")
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "")
                .put("compiler", "javac")
                .put("platform", "java/jvm")
                .build();
    }
}
