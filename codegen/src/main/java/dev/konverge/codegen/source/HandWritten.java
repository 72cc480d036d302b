package dev.konverge.codegen.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A record, or an enum, that people wrote, for which the rest is to be generated.
 *
 * @param packageName its package
 * @param name its name in the package, with those of the types around it: {@code Foo.Spec}
 * @param isPublic whether it can be seen from other packages
 * @param components the name of the component for each JSON name
 * @param zeroes what a component is where JSON says nothing and null will not do: an expression for each such component
 * @param constants for an enum: the JSON text of each constant, in order; empty for a record
 */
public record HandWritten(
        String packageName,
        String name,
        boolean isPublic,
        Map<String, String> components,
        Map<String, String> zeroes,
        Map<String, String> constants) {
    /** Copies its arguments. */
    public HandWritten {
        components = Map.copyOf(components);
        zeroes = Map.copyOf(zeroes);
        constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
    }

    /** {@return the name of what is generated for it, such as {@code FooSpecCodec} for {@code Foo.Spec}} */
    public String companion(String suffix) {
        return name.replace(".", "") + suffix;
    }

    /** {@return the names that it has in its package: its own, or that of the type around it, and of what is generated for it} */
    Set<String> topLevelNames() {
        return Set.of(name.split("\\.", 2)[0], companion("Codec"), companion("Builder"), companion("Resource"));
    }

    JavaName javaName() {
        return new JavaName(packageName, name);
    }

    JavaName codecName() {
        return new JavaName(packageName, companion("Codec"));
    }

    JavaName builderName() {
        return new JavaName(packageName, companion("Builder"));
    }

    String component(String jsonName) {
        String component = components.get(jsonName);
        if (component == null) {
            throw new IllegalArgumentException("no component of " + name + " stands for \"" + jsonName + "\"");
        }
        return component;
    }

    /**
     * {@return what the constructor is called with for a component}
     *
     * @param given what may be null
     * @param value the same as the type of the component
     */
    String argument(String component, String given, String value) {
        String zero = zeroes.get(component);
        return zero == null ? value : given + " == null ? " + zero + " : " + value;
    }

    boolean isEnum() {
        return !constants.isEmpty();
    }

    String visibility() {
        return isPublic ? "public " : "";
    }

    /** Says that a class keeps to no rules about null: what JSON leaves out is null at first. */
    void annotate(Source out, Imports imports) {
        out.line("@" + imports.use(new JavaName("org.jspecify.annotations", "NullUnmarked")));
    }
}
