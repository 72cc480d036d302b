package dev.konverge.maven;

import dev.konverge.codegen.source.CustomResourceGenerator.Part;
import java.util.EnumSet;
import java.util.Set;

/** What the goal writes besides records and codecs, by the words of its parameter. */
final class Written {
    private Written() {}

    /**
     * {@return the parts}
     *
     * @throws IllegalArgumentException if the word is none that is known
     */
    static Set<Part> of(String word) {
        return switch (word) {
            case "all" -> EnumSet.allOf(Part.class);
            case "clients" -> EnumSet.of(Part.CLIENTS);
            case "records" -> EnumSet.noneOf(Part.class);
            default ->
                throw new IllegalArgumentException(
                        "<parts> is one of all, clients, records, and \"" + word + "\" is none of them");
        };
    }
}
