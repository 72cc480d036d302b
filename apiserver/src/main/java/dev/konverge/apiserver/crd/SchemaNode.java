package dev.konverge.apiserver.crd;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One place of the schema in a definition, with what the schema says about values there. Immutable. */
final class SchemaNode {
    /** A schema that says nothing. */
    static final SchemaNode ANY = new SchemaNode(Json.Obj.EMPTY);

    private final Json.Obj source;
    private final String type;
    private final boolean nullable;
    private final boolean preservesUnknown;
    private final boolean embeddedResource;
    private final boolean intOrString;
    private final @Nullable Json defaultValue;
    private final Map<String, SchemaNode> properties;
    private final @Nullable SchemaNode items;
    private final Entries entries;
    private final @Nullable SchemaNode entry;
    private final List<String> required;
    private final String listType;
    private final List<String> listKeys;

    /** Made when first asked for. Several threads may do so; all make the same. */
    private @Nullable ValueRules rules;

    /** Which entries besides its properties an object may have. */
    enum Entries {
        /** Nothing is said. */
        UNSTATED,
        /** Any. */
        ALLOWED,
        /** None. */
        FORBIDDEN,
        /** Those that look like {@link SchemaNode#entry()}. */
        DESCRIBED
    }

    private SchemaNode(Json.Obj source) {
        this.source = source;
        this.type = text("type");
        this.nullable = flag("nullable");
        this.preservesUnknown = flag("x-kubernetes-preserve-unknown-fields");
        this.embeddedResource = flag("x-kubernetes-embedded-resource");
        this.intOrString = flag("x-kubernetes-int-or-string");
        Json stated = source.get("default");
        this.defaultValue = stated instanceof Json.Null ? null : stated;
        this.properties = nodes(source.get("properties"));
        this.items = node("items");
        this.entry = node("additionalProperties");
        this.entries = entry != null
                ? Entries.DESCRIBED
                : source.get("additionalProperties") instanceof Json.Bool flag
                        ? flag.value() ? Entries.ALLOWED : Entries.FORBIDDEN
                        : Entries.UNSTATED;
        this.required = texts("required");
        this.listType = text("x-kubernetes-list-type");
        this.listKeys = texts("x-kubernetes-list-map-keys");
    }

    static SchemaNode of(Json.Obj schema) {
        return new SchemaNode(schema);
    }

    private static Map<String, SchemaNode> nodes(@Nullable Json value) {
        Map<String, SchemaNode> nodes = new LinkedHashMap<>();
        if (value instanceof Json.Obj object) {
            object.fields().forEach((name, inner) -> {
                if (inner instanceof Json.Obj schema) {
                    nodes.put(name, of(schema));
                }
            });
        }
        return Collections.unmodifiableMap(nodes);
    }

    /** {@return the schema under a key of this one, null if there is none} */
    @Nullable
    SchemaNode node(String key) {
        return source.get(key) instanceof Json.Obj schema ? of(schema) : null;
    }

    /** {@return the schemas in a list under a key of this one: {@code allOf}, {@code anyOf}, {@code oneOf}} */
    List<SchemaNode> list(String key) {
        if (!(source.get(key) instanceof Json.Arr array)) {
            return List.of();
        }
        List<SchemaNode> nodes = new ArrayList<>();
        array.items().forEach(item -> nodes.add(item instanceof Json.Obj schema ? of(schema) : ANY));
        return nodes;
    }

    Json.Obj source() {
        return source;
    }

    @Nullable
    Json get(String key) {
        return source.get(key);
    }

    /** {@return whether something holds for this node or one inside of it} */
    boolean has(Predicate<SchemaNode> test) {
        if (test.test(this)) {
            return true;
        }
        List<SchemaNode> inner = new ArrayList<>(properties().values());
        List.of("allOf", "anyOf", "oneOf").forEach(key -> inner.addAll(list(key)));
        SchemaNode not = node("not");
        return inner.stream().anyMatch(node -> node.has(test))
                || (items != null && items.has(test))
                || (entry != null && entry.has(test))
                || (not != null && not.has(test));
    }

    String text(String key) {
        return source.get(key) instanceof Json.Str text ? text.value() : "";
    }

    boolean flag(String key) {
        return source.get(key) instanceof Json.Bool flag && flag.value();
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        if (source.get(key) instanceof Json.Arr list) {
            list.items().forEach(item -> texts.add(item instanceof Json.Str text ? text.value() : item.toString()));
        }
        return List.copyOf(texts);
    }

    /** {@return what is demanded of values here, besides their type} */
    ValueRules rules() {
        ValueRules known = rules;
        if (known == null) {
            known = ValueRules.of(this);
            rules = known;
        }
        return known;
    }

    String type() {
        return type;
    }

    boolean nullable() {
        return nullable;
    }

    boolean preservesUnknown() {
        return preservesUnknown;
    }

    boolean embeddedResource() {
        return embeddedResource;
    }

    boolean intOrString() {
        return intOrString;
    }

    @Nullable
    Json defaultValue() {
        return defaultValue;
    }

    Map<String, SchemaNode> properties() {
        return properties;
    }

    @Nullable
    SchemaNode items() {
        return items;
    }

    Entries entries() {
        return entries;
    }

    /** {@return what entries besides the properties look like, null if nothing is said} */
    @Nullable
    SchemaNode entry() {
        return entry;
    }

    /** {@return what the field of a name looks like, null if nothing is said} */
    @Nullable
    SchemaNode field(String name) {
        SchemaNode property = properties.get(name);
        return property != null ? property : entry;
    }

    List<String> required() {
        return required;
    }

    String listType() {
        return listType;
    }

    List<String> listKeys() {
        return listKeys;
    }
}
