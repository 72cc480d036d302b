package dev.konverge.apiserver.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Collects the types of objects that an environment knows, by name. */
final class StructTypes {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern PART = Pattern.compile("\\bObject(\\.[A-Za-z_][A-Za-z0-9_]*)*");

    private final Map<String, CelType> byName = new LinkedHashMap<>();

    /** {@return the type of a shape}; {@code name} is what it is called if it is an object */
    CelType of(Shape shape, String name) {
        return switch (shape.kind()) {
            case INT_OR_STRING, PRESERVED, ANY -> SimpleType.DYN;
            case OBJECT -> {
                Map<String, CelType> fields = new LinkedHashMap<>();
                shape.fields().forEach((field, inner) -> {
                    if (inner.isDeclared()) {
                        Names.escape(field).ifPresent(written -> fields.put(written, of(inner, name + "." + written)));
                    }
                });
                yield struct(name, fields);
            }
            case MAP -> MapType.create(SimpleType.STRING, of(shape.element(), name + ".@elem"));
            case LIST -> ListType.create(of(shape.element(), name + ".@idx"));
            case STRING -> SimpleType.STRING;
            case BYTES -> SimpleType.BYTES;
            case DURATION -> SimpleType.DURATION;
            case DATE, TIMESTAMP -> SimpleType.TIMESTAMP;
            case BOOLEAN -> SimpleType.BOOL;
            case NUMBER -> SimpleType.DOUBLE;
            case INTEGER -> SimpleType.INT;
        };
    }

    /** {@return a reference to a new type with these fields} */
    CelType struct(String name, Map<String, CelType> fields) {
        ImmutableMap<String, CelType> known = ImmutableMap.copyOf(fields);
        byName.put(name, StructType.create(name, known.keySet(), field -> Optional.ofNullable(known.get(field))));
        return StructTypeReference.create(name);
    }

    /**
     * Adds the types of what policies make: patches, and parts of objects, which have any fields and whose names say where they
     * belong, such as {@code Object.spec}.
     *
     * @param text the expression: nothing else but what it names is ever asked for
     */
    void mutations(String text) {
        struct(
                "JSONPatch",
                Map.of(
                        "op", SimpleType.STRING,
                        "path", SimpleType.STRING,
                        "from", SimpleType.STRING,
                        "value", SimpleType.DYN));
        Map<String, CelType> fields = new LinkedHashMap<>();
        NAME.matcher(text).results().forEach(name -> fields.put(name.group(), SimpleType.DYN));
        PART.matcher(text).results().forEach(part -> struct(part.group(), fields));
    }

    /** {@return the types collected so far, for the type checker} */
    CelTypeProvider provider() {
        return new Provider(ImmutableMap.copyOf(byName));
    }

    private record Provider(ImmutableMap<String, CelType> byName) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return byName.values();
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(byName.get(name));
        }
    }
}
