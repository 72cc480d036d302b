package dev.konverge.model.codec;

import dev.konverge.model.DurationFormat;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Makes random objects of any type of the schema, in the very form in which Kubernetes writes them: fields in order, map
 * keys sorted, nothing that is absent.
 */
final class RandomJson {
    private static final List<String> TEXTS = List.of(
            "a",
            "web",
            "nginx:1.29",
            "tab\tand\nline",
            "quote\" and \\ back",
            "<b>&amp;</b>",
            "grüße",
            "日本語",
            "emoji 🎉 end",
            "\u0001control",
            "line\u2028separator",
            "x".repeat(70),
            "8 chars.",
            "sixteen letters!");

    private final Schema schema;
    private final RandomGenerator random;
    private final int richness;

    /**
     * Makes objects of types of the schema.
     *
     * @param richness how many of a hundred optional fields are set at the top; fewer deeper down
     */
    RandomJson(Schema schema, RandomGenerator random, int richness) {
        this.schema = schema;
        this.random = random;
        this.richness = richness;
    }

    Json.Obj kind(KindDef kind) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", Json.of(kind.kind()));
        fields.put("apiVersion", Json.of(kind.apiVersion()));
        fields.putAll(fields(schema.type(kind.type()), 0));
        return new Json.Obj(fields);
    }

    private Map<String, Json> fields(TypeDef type, int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (FieldDef field : type.fields()) {
            boolean metadata = field.name().equals("metadata") && kindOf(type).isPresent();
            if (metadata || random.nextInt(100) < richness / (1 + depth / 2)) {
                boolean zeroAllowed = field.presence() != FieldDef.Presence.ZERO_IS_ABSENT;
                fields.put(field.name(), value(field.shape(), depth + 1, zeroAllowed));
            }
        }
        return fields;
    }

    private Json value(Shape shape, int depth, boolean zeroAllowed) {
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(scalar, zeroAllowed);
            case Shape.ListOf list -> new Json.Arr(some(() -> value(list.element(), depth + 1, true)));
            case Shape.MapOf map -> map(map.value(), depth);
            case Shape.Ref ref -> reference(schema.type(ref.type()), depth);
        };
    }

    private List<Json> some(Supplier<Json> element) {
        List<Json> list = new ArrayList<>();
        int n = 1 + random.nextInt(2);
        for (int i = 0; i < n; i++) {
            list.add(element.get());
        }
        return list;
    }

    private Json map(Shape value, int depth) {
        Map<String, Json> entries = new TreeMap<>(PackedMap::compareKeys);
        int n = 1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 3);
        for (int i = 0; i < n; i++) {
            String key = (random.nextInt(8) == 0 ? "ключ😀" : "key") + random.nextInt(1000);
            entries.put(key, value(value, depth + 1, true));
        }
        return new Json.Obj(entries);
    }

    private Json scalar(Shape.Scalar scalar, boolean zeroAllowed) {
        return switch (scalar) {
            case STRING -> Json.of(zeroAllowed && random.nextInt(10) == 0 ? "" : text());
            case BYTES -> Json.of(dev.konverge.model.Bytes.utf8(text()).toBase64());
            case INT32 -> Json.of((long) number(zeroAllowed));
            case INT64 -> Json.of(random.nextBoolean() ? number(zeroAllowed) : random.nextLong() | 1);
            case DOUBLE -> Json.of(random.nextBoolean() ? 0.25 + random.nextInt(100) : 1e-9 * (1 + random.nextInt(9)));
            case BOOL -> Json.of(!zeroAllowed || random.nextBoolean());
        };
    }

    private int number(boolean zeroAllowed) {
        int n = switch (random.nextInt(3)) {
            case 0 -> random.nextInt(10);
            case 1 -> random.nextInt(100_000);
            default -> random.nextInt();
        };
        return n == 0 && !zeroAllowed ? 1 : n;
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private Json reference(TypeDef type, int depth) {
        return switch (type.form()) {
            case OBJECT -> object(type, depth);
            case QUANTITY ->
                Json.of(List.of("0", "100m", "1Gi", "1.5", "12e6", "-3k").get(random.nextInt(6)));
            case INT_OR_STRING -> random.nextBoolean() ? Json.of((long) random.nextInt()) : Json.of("25%");
            case TIME -> Json.of(TimeFormat.TIME.format(Instant.ofEpochSecond(random.nextLong(4_000_000_000L))));
            case MICRO_TIME ->
                Json.of(TimeFormat.MICRO_TIME.format(
                        Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000) * 1000L)));
            case DURATION -> Json.of(DurationFormat.format(Duration.ofNanos(random.nextLong())));
            case RAW_EXTENSION, FIELDS_V1, JSON, PATCH -> anything(3);
            case SCHEMA_OR_ARRAY ->
                random.nextBoolean() ? schemaProps(depth) : new Json.Arr(some(() -> schemaProps(depth)));
            case SCHEMA_OR_BOOL -> random.nextBoolean() ? schemaProps(depth) : Json.of(random.nextBoolean());
            case SCHEMA_OR_STRING_ARRAY ->
                random.nextBoolean() ? schemaProps(depth) : new Json.Arr(some(() -> Json.of(text())));
        };
    }

    /** An object; one of a kind within another (a claim's template) says its kind, too. */
    private Json object(TypeDef type, int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        kindOf(type).ifPresent(kind -> {
            fields.put("kind", Json.of(kind.kind()));
            fields.put("apiVersion", Json.of(kind.apiVersion()));
        });
        if (depth <= 12) {
            fields.putAll(fields(type, depth));
        }
        return new Json.Obj(fields);
    }

    private Optional<KindDef> kindOf(TypeDef type) {
        return schema.kinds().stream().filter(k -> k.type().equals(type.name())).findFirst();
    }

    private Json schemaProps(int depth) {
        TypeDef props = schema.type("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
        return new Json.Obj(depth > 8 ? Map.of() : fields(props, depth + 2));
    }

    private Json anything(int depth) {
        if (depth == 0) {
            return Json.of(text());
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("f:" + text(), anything(depth - 1));
        fields.put("list", new Json.Arr(List.of(Json.of(1), Json.of(true), Json.Null.INSTANCE, Json.of(2.5))));
        return new Json.Obj(fields);
    }
}
