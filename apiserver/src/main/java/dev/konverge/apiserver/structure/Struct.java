package dev.konverge.apiserver.structure;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object: named fields, other entries, or both.
 *
 * <p>Types refer to each other, and some to themselves, so the fields are made when first asked for. Several threads may do so at
 * once; all make the same.
 */
public final class Struct implements Structure {
    private final Supplier<Map<String, Field>> source;
    private final Supplier<@Nullable Structure> otherSource;
    private final boolean atomic;

    private @Nullable Map<String, Field> fields;
    private Json.@Nullable Obj zero;

    private Struct(Supplier<Map<String, Field>> source, Supplier<@Nullable Structure> otherSource, boolean atomic) {
        this.source = source;
        this.otherSource = otherSource;
        this.atomic = atomic;
    }

    /** {@return an object with these fields and no others} */
    static Struct of(Supplier<Map<String, Field>> fields) {
        return new Struct(fields, () -> null, false);
    }

    /** {@return an object with these fields, and others that look like this; null for no others} */
    static Struct of(Supplier<Map<String, Field>> fields, Supplier<@Nullable Structure> others) {
        return new Struct(fields, others, false);
    }

    /** {@return a map from any name to values that look like this} */
    static Struct mapOf(Structure value) {
        return new Struct(Map::of, () -> value, false);
    }

    /** {@return a map from any name to values of which nothing is known} */
    static Struct mapOfDeduced() {
        return new Struct(Map::of, () -> Any.DEDUCED, false);
    }

    /** {@return the same object as one whole, or as one of parts} */
    Struct withAtomic(boolean whole) {
        return whole == atomic ? this : new Struct(source, otherSource, whole);
    }

    /** {@return the fields by name, in the order in which Kubernetes writes them} */
    public Map<String, Field> fields() {
        Map<String, Field> known = fields;
        if (known == null) {
            known = source.get();
            fields = known;
        }
        return known;
    }

    /** {@return the field of that name, or null if there is none; entries of a map are no fields} */
    public @Nullable Field field(String name) {
        return fields().get(name);
    }

    /** {@return what entries that are no fields look like, or null if there may be none} */
    public @Nullable Structure others() {
        return otherSource.get();
    }

    /** {@return what the value of that name looks like, or null if there may be none of that name} */
    public @Nullable Structure at(String name) {
        Field field = field(name);
        return field != null ? field.structure() : others();
    }

    /** {@return whether server-side apply treats the object as one whole} */
    public boolean atomic() {
        return atomic;
    }

    /**
     * {@return the object as Kubernetes' own type writes it before anything is set} What is in it was not added by whoever
     * creates an object, which shows in the managed fields.
     */
    public Json.Obj zero() {
        Json.Obj known = zero;
        if (known == null) {
            Map<String, Json> values = new LinkedHashMap<>();
            for (Field field : fields().values()) {
                if (field.presence() == Field.Presence.ALWAYS) {
                    values.put(field.name(), zero(field.structure()));
                }
            }
            known = new Json.Obj(values);
            zero = known;
        }
        return known;
    }

    private static Json zero(Structure structure) {
        return switch (structure) {
            case Scalar scalar ->
                switch (scalar) {
                    case STRING -> Json.of("");
                    case NUMBER -> Json.of(0L);
                    case BOOLEAN -> Json.Bool.FALSE;
                    case ANY -> Json.Null.INSTANCE;
                };
            case Struct struct -> struct.fields().isEmpty() ? Json.Null.INSTANCE : struct.zero();
            case Sequence ignored -> Json.Null.INSTANCE;
            case Any ignored -> Json.Null.INSTANCE;
        };
    }
}
