package dev.konverge.model;

import dev.konverge.schema.Schema;
import dev.konverge.schema.SchemaFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The facts about built-in kinds from which this model was generated. */
public final class KubernetesSchema {
    private KubernetesSchema() {}

    /** {@return the schema, read anew: whoever needs it often keeps it} */
    public static Schema load() {
        try (InputStream in = KubernetesSchema.class.getResourceAsStream("kubernetes.schema")) {
            return SchemaFile.read(Objects.requireNonNull(in, "kubernetes.schema is missing from the model's jar"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
