package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoFields.GoField;
import dev.konverge.codegen.importer.GoModules.GoPackage;
import dev.konverge.codegen.importer.OpenApi.Definition;
import dev.konverge.codegen.importer.OpenApi.Property;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.MapType;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import dev.konverge.schema.TypeDef.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Joins what OpenAPI, the Go declaration and the protobuf message say of a type, and insists that they agree. */
final class TypeImport {
    /** The types that are no plain objects on the wire. */
    private static final Map<String, Form> FORMS = Map.ofEntries(
            Map.entry("io.k8s.apimachinery.pkg.api.resource.Quantity", Form.QUANTITY),
            Map.entry("io.k8s.apimachinery.pkg.util.intstr.IntOrString", Form.INT_OR_STRING),
            Map.entry("io.k8s.apimachinery.pkg.apis.meta.v1.Time", Form.TIME),
            Map.entry("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", Form.MICRO_TIME),
            Map.entry("io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1", Form.FIELDS_V1),
            Map.entry("io.k8s.apimachinery.pkg.apis.meta.v1.Patch", Form.PATCH),
            Map.entry("io.k8s.apimachinery.pkg.runtime.RawExtension", Form.RAW_EXTENSION),
            Map.entry("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON", Form.JSON),
            Map.entry(
                    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray",
                    Form.SCHEMA_OR_ARRAY),
            Map.entry(
                    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool",
                    Form.SCHEMA_OR_BOOL),
            Map.entry(
                    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray",
                    Form.SCHEMA_OR_STRING_ARRAY));

    private final GoModules modules;
    private final GoFacts facts;
    private final ProtoShapes protoShapes;

    TypeImport(GoModules modules) {
        this.modules = modules;
        this.facts = new GoFacts(modules);
        this.protoShapes = new ProtoShapes(modules);
    }

    /** A type, and whether its objects start with kind and apiVersion. */
    record Imported(TypeDef type, boolean hasTypeMeta) {}

    Imported read(Definition definition) {
        String name = definition.name();
        Form form = FORMS.getOrDefault(name, Form.OBJECT);
        boolean atomic = definition.mapType() == MapType.ATOMIC;
        if (form == Form.OBJECT) {
            GoFields declared = declaration(name);
            List<FieldDef> fields = fields(declared, definition);
            return new Imported(new TypeDef(name, form, atomic, fields), declared.hasTypeMeta());
        }
        if (!definition.properties().isEmpty()) {
            throw new ImportException("OpenAPI type " + name + " has properties, and was expected to have none");
        }
        return new Imported(new TypeDef(name, form, atomic, List.of()), false);
    }

    private GoFields declaration(String name) {
        int dot = name.lastIndexOf('.');
        GoPackage owner = modules.findByTypePrefix(name.substring(0, Math.max(0, dot)))
                .orElseThrow(() -> new ImportException("OpenAPI type " + name
                        + " is in none of the Go modules given; give the module that declares it as well"));
        return GoFields.of(modules, new GoType.Named(owner.path(), name.substring(dot + 1)));
    }

    private List<FieldDef> fields(GoFields declared, Definition definition) {
        Set<String> unmatched = new TreeSet<>(definition.properties().keySet());
        if (declared.hasTypeMeta() && !(unmatched.remove("kind") && unmatched.remove("apiVersion"))) {
            throw new ImportException("Go type " + definition.name()
                    + " embeds TypeMeta, but its OpenAPI description lacks kind or apiVersion");
        }
        List<FieldDef> fields = new ArrayList<>();
        for (GoField field : declared.fields()) {
            Property property = definition.properties().get(field.jsonName());
            if (property == null || !unmatched.remove(field.jsonName())) {
                throw new ImportException("Go type " + definition.name() + " has a field '" + field.jsonName()
                        + "' that its OpenAPI description lacks, or has twice; the sources are not of one release");
            }
            fields.add(field(field, property, definition));
        }
        if (!unmatched.isEmpty()) {
            throw new ImportException("OpenAPI type " + definition.name() + " has properties " + unmatched
                    + " that its Go declaration lacks; the sources are not of one release");
        }
        return fields;
    }

    private FieldDef field(GoField field, Property property, Definition definition) {
        String where = definition.name() + "." + field.jsonName();
        Presence presence = presence(field, property.shape());
        List<String> enumValues = property.enumValues();
        return new FieldDef(
                field.jsonName(),
                property.shape(),
                definition.required().contains(field.jsonName()),
                presence,
                protoShapes.path(field, property.shape(), where),
                property.merge(),
                defaultJson(field, property, presence, where),
                enumValues.isEmpty() ? facts.enumValues(field.type()) : enumValues,
                facts.names(field, property.shape()));
    }

    private static Presence presence(GoField field, Shape shape) {
        if (field.type() instanceof GoType.Pointer) {
            return Presence.EXPLICIT;
        }
        // Go never takes a struct for empty, only a type's own IsZero can say so.
        boolean omitted = field.tag().omitsZero() || (field.tag().omitsEmpty() && !(shape instanceof Shape.Ref));
        return omitted ? Presence.ZERO_IS_ABSENT : Presence.ALWAYS;
    }

    /** Version 2 of OpenAPI states no defaults; they are taken from where version 3 has them from. */
    private @Nullable String defaultJson(GoField field, Property property, Presence presence, String where) {
        String stated = property.defaultJson();
        String marked = facts.defaultJson(field);
        if (stated != null && marked != null && !stated.equals(marked)) {
            throw new ImportException("OpenAPI property " + where + " has default " + stated
                    + ", and its Go declaration says " + marked + "; the sources are not of one release");
        }
        String value = stated == null ? marked : stated;
        return value != null && presence == Presence.ALWAYS && isZero(value, property.shape()) ? null : value;
    }

    private static boolean isZero(String json, Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case STRING, BYTES -> json.equals("\"\"");
                    case INT32, INT64, DOUBLE -> json.equals("0");
                    case BOOL -> json.equals("false");
                };
            case Shape.Ref ref -> json.equals("{}");
            case Shape.ListOf list -> json.equals("[]");
            case Shape.MapOf map -> json.equals("{}");
        };
    }
}
