package dev.konverge.codegen.processor;

import dev.konverge.codegen.source.HandWritten;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.TypeDef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** Takes records apart: what each component is in Java, on the wire and in the definition. */
final class RecordReader {
    private static final Set<String> MARKS_OF_RECORDS = Set.of(
            "Kind",
            "PrinterColumn",
            "SelectableField",
            "Scale",
            "Rule",
            "PreserveUnknownFields",
            "Description",
            "MapType");

    private final Elements elements;
    private final ComponentTypes componentTypes;
    private final Map<String, TypeDef> types = new LinkedHashMap<>();
    private final Map<String, HandWritten> written = new LinkedHashMap<>();
    /** Which type a codec is for, by the name of the codec; what else is generated for a type is called alike. */
    private final Map<String, String> codecs = new HashMap<>();

    private final Map<String, Node> schemas = new LinkedHashMap<>();
    private final Map<String, TypeElement> sources = new LinkedHashMap<>();

    /** The records that are being read, from the outermost to the one inside of all. */
    private final Deque<String> around = new ArrayDeque<>();

    RecordReader(Elements elements, ModelTypes model) {
        this.elements = elements;
        this.componentTypes = new ComponentTypes(this, model);
    }

    Map<String, TypeDef> types() {
        return types;
    }

    Map<String, HandWritten> written() {
        return written;
    }

    boolean isEnum(String name) {
        HandWritten type = written.get(name);
        return type != null && !type.constants().isEmpty();
    }

    /** {@return the source of each type} */
    Map<String, TypeElement> sources() {
        return sources;
    }

    /** {@return the schema of a record, which is read if it was not before} */
    Node read(TypeElement record) {
        String name = record.getQualifiedName().toString();
        Node known = schemas.get(name);
        if (known != null) {
            return known;
        }
        requireUsable(record);
        requireMarksOfRecords(record);
        if (around.contains(name)) {
            throw new Complaint(
                    record,
                    "record " + record.getSimpleName()
                            + " holds itself, which a definition cannot express; use RawJson where it does");
        }
        around.push(name);
        try {
            return readComponents(record, name);
        } finally {
            around.pop();
        }
    }

    /** {@return the schema of a record as that of a component, to be constrained} Only at the root the server knows what metadata has. */
    Node readInside(TypeElement record) {
        Node schema = Node.copyOf(read(record).tree());
        if (Mark.find(record, "Kind", elements).isPresent()
                && schema.tree().get("properties") instanceof Map<?, ?> of) {
            schema.with("properties", Node.copyOf(of).with("metadata", ComponentTypes.metadataInside()));
        }
        return schema;
    }

    /** Nothing can be added to a package of another module, such as a codec. */
    void requireSameModule(TypeElement type, Element component) {
        ModuleElement module = elements.getModuleOf(type);
        if (module != null && !module.equals(elements.getModuleOf(component))) {
            throw new Complaint(
                    component,
                    "'" + component.getSimpleName() + "' is of type " + type.getQualifiedName()
                            + ", which is of module " + module.getQualifiedName()
                            + "; a codec can be generated only for types of the same module");
        }
    }

    /** What may stand on types may stand on a record, says the compiler, also where it means nothing there. */
    private void requireMarksOfRecords(TypeElement record) {
        Mark.names(record)
                .filter(mark -> !MARKS_OF_RECORDS.contains(mark))
                .findFirst()
                .ifPresent(mark -> {
                    throw new Complaint(
                            record, "@" + mark + " is for components and what is in them, not for a record");
                });
    }

    private void requireUsable(TypeElement type) {
        if (!type.getTypeParameters().isEmpty()) {
            throw new Complaint(type, type.getSimpleName() + " has type parameters, which no kind has");
        }
        if (elements.getPackageOf(type).isUnnamed()) {
            throw new Complaint(type, type.getSimpleName() + " must be in a package");
        }
        if (around(type).stream().anyMatch(at -> at.getModifiers().contains(Modifier.PRIVATE))) {
            throw new Complaint(type, type.getSimpleName() + " must not be private, so that its codec can see it");
        }
    }

    /** {@return a type and the types around it} */
    private static List<TypeElement> around(TypeElement type) {
        List<TypeElement> all = new ArrayList<>();
        for (Element at = type; at instanceof TypeElement outer; at = at.getEnclosingElement()) {
            all.add(outer);
        }
        return all;
    }

    private Node readComponents(TypeElement record, String name) {
        boolean isKind = Mark.find(record, "Kind", elements).isPresent();
        Node properties = isKind ? Node.ofKind() : new Node();
        List<String> required = new ArrayList<>();
        List<Node> kept = new ArrayList<>();
        List<FieldDef> fields = new ArrayList<>();
        Map<String, String> components = new LinkedHashMap<>();
        Map<String, String> zeroes = new LinkedHashMap<>();
        for (RecordComponentElement component : record.getRecordComponents()) {
            String identifier = component.getSimpleName().toString();
            String json = jsonName(component, elements);
            if (components.put(json, identifier) != null) {
                throw new Complaint(
                        component, "two components of " + record.getSimpleName() + " are \"" + json + "\" in JSON");
            }
            requireNullable(component);
            boolean ofKind = isKind && json.equals("metadata");
            Value value = ofKind ? metadataOfKind(component) : value(component, record);
            value.absent()
                    .filter(absent -> ofKind || !isNullable(component))
                    .ifPresent(absent -> zeroes.put(identifier, absent));
            boolean demanded = isRequired(component, value);
            fields.add(field(json, value, demanded));
            properties.with(json, value.schema());
            if (demanded) {
                required.add(json);
            } else if (isImmutable(component) && !value.schema().has("default")) {
                kept.add(Transitions.keep(component, json));
            }
        }
        written.put(name, handWritten(record, components, zeroes, Map.of()));
        types.put(name, new TypeDef(name, TypeDef.Form.OBJECT, false, fields));
        sources.put(name, record);
        return remember(
                record,
                name,
                Node.ofType("object")
                        .with("properties", properties)
                        .withTexts("required", required)
                        .addNodes("x-kubernetes-validations", kept));
    }

    private Value value(RecordComponentElement component, TypeElement record) {
        Marked place = Marked.of(component, elements);
        Value value = componentTypes.value(component.asType(), place);
        new Constraints(place, value.schema()).apply();
        Comments.ofComponent(component, record, elements)
                .ifPresent(text -> value.schema().with("description", text));
        return value;
    }

    /** The server refuses a definition that says more of an object's metadata than that there is some. */
    private static Value metadataOfKind(RecordComponentElement metadata) {
        Mark.first(metadata).ifPresent(mark -> {
            throw new Complaint(
                    metadata, "the metadata of a kind is described by the server alone; it takes no @" + mark);
        });
        return ComponentTypes.metadataOfKind();
    }

    private static void requireNullable(RecordComponentElement component) {
        if (isNullable(component) && component.asType().getKind().isPrimitive()) {
            String primitive = component.asType().getKind().name().toLowerCase(Locale.ROOT);
            String box = primitive.equals("int") ? "Integer" : Constraints.capitalized(primitive);
            throw new Complaint(
                    component,
                    "'" + component.getSimpleName() + "' is @Nullable and of type " + primitive
                            + ", which is never null; use " + box);
        }
    }

    private Node remember(TypeElement record, String name, Node schema) {
        Comments.of(record, elements).ifPresent(text -> schema.with("description", text));
        if (Mark.find(record, "PreserveUnknownFields", elements).isPresent()) {
            schema.with("x-kubernetes-preserve-unknown-fields", true);
        }
        Marked place = Marked.of(record, elements);
        Constraints.mapType(place, schema);
        Rules.add(place, schema);
        schemas.put(name, schema);
        return schema;
    }

    /** {@return what a component or a constant is called in JSON} */
    static String jsonName(Element element, Elements elements) {
        String name = Mark.find(element, "JsonName", elements)
                .map(mark -> mark.text("value"))
                .orElse(element.getSimpleName().toString());
        if (name.isBlank()) {
            throw new Complaint(element, "the @JsonName of '" + element.getSimpleName() + "' is empty");
        }
        return name;
    }

    private boolean isImmutable(RecordComponentElement component) {
        return Mark.find(component, "Immutable", elements).isPresent();
    }

    private boolean isRequired(RecordComponentElement component, Value value) {
        if (Mark.find(component, "Required", elements).isPresent()) {
            return true;
        }
        boolean hasDefault = Mark.find(component, "Default", elements).isPresent();
        return !isNullable(component) && !value.isCollection() && !hasDefault;
    }

    static boolean isNullable(RecordComponentElement component) {
        return java.util.stream.Stream.concat(
                        component.asType().getAnnotationMirrors().stream(), component.getAnnotationMirrors().stream())
                .anyMatch(mirror ->
                        mirror.getAnnotationType().asElement().getSimpleName().contentEquals("Nullable"));
    }

    private static FieldDef field(String json, Value value, boolean required) {
        boolean always =
                required && !value.schema().has("minItems") && !value.schema().has("minProperties");
        Presence presence =
                !value.isCollection() ? Presence.EXPLICIT : always ? Presence.ALWAYS : Presence.ZERO_IS_ABSENT;
        return new FieldDef(
                json, value.shape(), required, presence, List.of(), FieldDef.Merge.UNSTATED, null, List.of());
    }

    private HandWritten handWritten(
            TypeElement type,
            Map<String, String> components,
            Map<String, String> zeroes,
            Map<String, String> constants) {
        String packageName = elements.getPackageOf(type).getQualifiedName().toString();
        String name = type.getQualifiedName().toString().substring(packageName.length() + 1);
        boolean isPublic =
                around(type).stream().allMatch(at -> at.getModifiers().contains(Modifier.PUBLIC));
        HandWritten own = new HandWritten(packageName, name, isPublic, components, zeroes, constants);
        String codec = own.companion("Codec");
        String other = codecs.putIfAbsent(packageName + "." + codec, name);
        if (other != null && !other.equals(name)) {
            throw new Complaint(
                    type,
                    name + " and " + other + " would both have a " + codec
                            + "; rename one of them or move it to another package");
        }
        return own;
    }

    /** {@return the schema of an enum, which is read} */
    Node readEnum(TypeElement element) {
        String name = element.getQualifiedName().toString();
        requireUsable(element);
        Map<String, String> constants = new LinkedHashMap<>();
        element.getEnclosedElements().stream()
                .filter(constant -> constant.getKind() == ElementKind.ENUM_CONSTANT)
                .forEach(constant -> {
                    String identifier = constant.getSimpleName().toString();
                    if (constants.put(jsonName(constant, elements), identifier) != null) {
                        throw new Complaint(
                                constant, "two constants of " + element.getSimpleName() + " have the same JSON");
                    }
                });
        if (constants.isEmpty()) {
            throw new Complaint(
                    element, "enum " + element.getSimpleName() + " has no constants, so nothing can be one");
        }
        written.put(name, handWritten(element, Map.of(), Map.of(), constants));
        types.put(name, new TypeDef(name, TypeDef.Form.OBJECT, false, List.of()));
        sources.put(name, element);
        return Node.ofType("string").with("enum", List.copyOf(constants.keySet()));
    }
}
