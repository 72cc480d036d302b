package dev.konverge.codegen.source;

import dev.konverge.schema.KindDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The source of a record's codec: JSON both ways, and protobuf both ways where the type has a protobuf form. */
final class CodecSource {
    private final TypePlan plan;
    private final @Nullable KindDef kind;
    private final JavaName name;
    private final Imports imports;
    private final List<FieldCode> fields;
    private final Source out = new Source();

    CodecSource(TypePlan plan) {
        this.plan = plan;
        this.kind = plan.kind();
        this.name = plan.name();
        this.imports = plan.names().imports(name.packageName(), plan.codecName().simpleName());
        this.fields = plan.fields(imports);
    }

    private String codecUse(String codecType) {
        return imports.use(new JavaName(Names.CODEC, codecType));
    }

    String text() {
        String simple = imports.use(name);
        String codec = plan.codecName().simpleName();
        out.line("/** How a {@link " + simple + "} is read and written. */");
        if (plan.written() != null) {
            plan.written().annotate(out, imports);
        }
        out.open(visibility() + "final class " + codec + " extends "
                + codecUse(plan.hasProto() ? "ProtoRecordCodec" : "RecordCodec") + "<" + simple + ">" + marker(simple));
        if (plan.written() != null) {
            out.line("/** The only one. */");
            out.line(visibility() + "static final " + imports.use(plan.codecInterface()) + "<" + simple
                            + "> CODEC = new " + codec + "();")
                    .blank();
        }
        constructor(codec);
        codecs();
        make(simple);
        take(simple);
        jsonWrite(simple);
        if (plan.hasProto()) {
            new ProtoSource(plan, fields, imports, out).add(simple);
        }
        out.close();
        return "package " + name.packageName() + ";\n\n" + imports.declarations() + "\n" + out;
    }

    private String visibility() {
        return plan.written() == null ? "" : plan.written().visibility();
    }

    /** What a codec of a built-in kind can besides. */
    private String marker(String simple) {
        return plan.isResource() && plan.hasProto()
                ? " implements " + codecUse("ResourceCodec") + "<" + simple + ">"
                : "";
    }

    /** The JSON names in the order of the record, before those of {@code kind} and {@code apiVersion} for a kind. */
    private List<String> names() {
        List<String> names =
                new ArrayList<>(fields.stream().map(f -> f.def().name()).toList());
        if (kind != null) {
            names.add("kind");
            names.add("apiVersion");
        }
        return names;
    }

    private void constructor(String codec) {
        String form = codecUse("FieldForm");
        List<String> arguments = new ArrayList<>();
        arguments.add(codecUse("FieldNames") + ".of("
                + names().stream().map(RecordSource::literal).collect(Collectors.joining(", ")) + ")");
        fields.forEach(field -> arguments.add(form + "." + form(field)));
        if (kind != null) {
            // Requests such as DeleteOptions carry the group of what they are about.
            String ofKind = form + (plan.isResource() ? ".KNOWN" : ".LEFT_BEHIND");
            arguments.add(ofKind);
            arguments.add(ofKind);
        }
        out.open((plan.written() == null ? "" : "private ") + codec + "()")
                .line("super(" + String.join(", ", arguments) + ");")
                .close();
    }

    /** The codec of each field that needs one. */
    private void codecs() {
        Map<String, List<String>> users = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            String codec = fields.get(i).jsonCodec();
            if (!codec.isEmpty()) {
                users.computeIfAbsent(codec, unused -> new ArrayList<>()).add(Integer.toString(i));
            }
        }
        if (kind != null && plan.isResource()) {
            users.put(exactly(kind.kind()), List.of(Integer.toString(fields.size())));
            users.put(exactly(kind.apiVersion()), List.of(Integer.toString(fields.size() + 1)));
        }
        out.blank().line("@Override");
        out.open("protected " + imports.useNullable(new JavaName(Names.CODEC, "Codec")) + "<?> codec(int field)");
        if (users.isEmpty()) {
            out.line("return null;");
        } else {
            out.open("return switch (field)");
            users.forEach((codec, of) -> out.line("case " + String.join(", ", of) + " -> " + codec + ";"));
            out.line("default -> null;");
            out.outdent();
            out.line("};");
        }
        out.close();
    }

    private String exactly(String text) {
        return codecUse("Scalars") + ".exactly(" + RecordSource.literal(text) + ")";
    }

    private void make(String simple) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            arguments.add(argument(fields.get(i), i == 0 ? "given[at]" : "given[at + " + i + "]"));
        }
        String nullable = imports.use(new JavaName("org.jspecify.annotations", "Nullable"));
        out.blank().line("@Override");
        out.open("protected " + simple + " make(@" + nullable + " Object[] given, int at)");
        out.line("return new " + simple + "(" + String.join(", ", arguments) + ");");
        out.close();
    }

    private void take(String simple) {
        String nullable = imports.use(new JavaName("org.jspecify.annotations", "Nullable"));
        out.blank().line("@Override");
        out.open("protected void take(" + simple + " value, @" + nullable + " Object[] into, int at)");
        for (int i = 0; i < fields.size(); i++) {
            out.line("into[" + (i == 0 ? "at" : "at + " + i) + "] = value."
                    + fields.get(i).identifier() + "();");
        }
        out.close();
    }

    private String argument(FieldCode field, String given) {
        HandWritten written = plan.written();
        return written == null ? field.taken(given) : written.argument(field.identifier(), given, field.taken(given));
    }

    private String form(FieldCode field) {
        return plan.isManagedFields(field) ? "MANAGED_FIELDS" : field.jsonForm();
    }

    private void jsonWrite(String simple) {
        out.blank().line("@Override");
        out.open("public void write(" + simple + " value, " + codecUse("JsonWriter") + " out)");
        out.line("out.beginObject();");
        if (kind != null) {
            out.line("byte[][] names = encodedNames();");
            out.line("out.string(names[" + fields.size() + "], " + RecordSource.literal(kind.kind()) + ");");
            out.line(
                    "out.string(names[" + (fields.size() + 1) + "], " + RecordSource.literal(kind.apiVersion()) + ");");
        }
        if (plan.isResource()) {
            out.line("writeFields(value, out);").line("out.endObject();").close();
            if (plan.hasProto()) {
                writeItem(simple);
            }
            out.blank().open("private void writeFields(" + simple + " value, " + codecUse("JsonWriter") + " out)");
            out.line("byte[][] names = encodedNames();");
            writeFields();
            out.close();
        } else {
            if (kind == null && !fields.isEmpty()) {
                out.line("byte[][] names = encodedNames();");
            }
            writeFields();
            out.line("out.endObject();").close();
        }
    }

    private void writeItem(String simple) {
        out.blank().line("@Override");
        out.open("public void writeItem(" + simple + " value, JsonWriter out)");
        out.line("out.beginObject();")
                .line("writeFields(value, out);")
                .line("out.endObject();")
                .close();
    }

    private void writeFields() {
        for (int i = 0; i < fields.size(); i++) {
            out.line(fields.get(i).jsonWrite("names[" + i + "]"));
        }
    }
}
