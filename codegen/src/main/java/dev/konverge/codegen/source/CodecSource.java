package dev.konverge.codegen.source;

import dev.konverge.schema.KindDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The source of a record's codec: JSON both ways, and protobuf both ways where the type has a protobuf form. */
final class CodecSource {
    /** How many fields one word of flags can hold. */
    private static final int FLAGS = 64;

    private static final Set<String> OWN_LOCALS =
            Set.of("in", "f", "given", "number", "tag", "seen", "seen1", "seen2", "seen3");

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
        this.imports = new Imports(name.packageName(), Set.of(plan.codecName().simpleName()));
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
        out.open(visibility() + "final class " + codec + " implements " + imports.use(plan.codecInterface()) + "<"
                + simple + ">");
        if (plan.written() != null) {
            out.line("/** The only one. */");
            out.line(visibility() + "static final " + imports.use(plan.codecInterface()) + "<" + simple
                            + "> CODEC = new " + codec + "();")
                    .blank();
        }
        constants();
        jsonForms();
        jsonRead(simple);
        jsonWrite(simple);
        if (plan.hasProto()) {
            new ProtoSource(plan, fields, imports, out).add(simple, heapBytes(), this::locals, construct(simple));
        }
        out.close();
        return "package " + name.packageName() + ";\n\n" + imports.declarations() + "\n" + out;
    }

    private String visibility() {
        return plan.written() == null ? "" : plan.written().visibility();
    }

    /** The JSON names in the order of the record, behind those of {@code kind} and {@code apiVersion} for a kind. */
    private void constants() {
        List<String> names =
                new ArrayList<>(fields.stream().map(f -> f.def().name()).toList());
        if (kind != null) {
            names.add("kind");
            names.add("apiVersion");
        }
        out.line("private static final " + codecUse("FieldNames") + " NAMES = FieldNames.of("
                + names.stream().map(RecordSource::literal).collect(Collectors.joining(", ")) + ");");
        for (int i = 0; i < names.size(); i++) {
            out.line("private static final byte[] F" + i + " = " + codecUse("JsonWriter") + ".encodedName("
                    + RecordSource.literal(names.get(i)) + ");");
        }
    }

    private void locals() {
        fields.forEach(f -> out.line(f.componentType() + " " + local(f) + " = " + f.absent() + ";"));
    }

    /** {@return the variable for a field while it is read; a few names are the method's own} */
    static String local(FieldCode field) {
        String identifier = field.identifier();
        return OWN_LOCALS.contains(identifier) ? identifier + "__" : identifier;
    }

    private String construct(String simple) {
        return "return new " + simple + "("
                + fields.stream().map(this::argument).collect(Collectors.joining(", ")) + ");";
    }

    private String argument(FieldCode field) {
        HandWritten written = plan.written();
        return written == null ? local(field) : written.argument(field.identifier(), local(field));
    }

    private String nothing(String simple) {
        HandWritten written = plan.written();
        return written == null
                ? simple + ".builder().build()"
                : "new " + simple + "("
                        + fields.stream()
                                .map(field -> written.absent(field.identifier(), field.absent()))
                                .collect(Collectors.joining(", "))
                        + ")";
    }

    private void jsonRead(String simple) {
        out.blank().line("@Override");
        if (fields.stream().anyMatch(FieldCode::isCollection)) {
            out.line("@SuppressWarnings(\"unchecked\") // the form of a field gives what the field is made of");
        }
        out.open("public " + simple + " read(" + codecUse("JsonReader") + " in)");
        out.open("if (!in.beginObject(" + heapBytes() + "))")
                .line("return " + nothing(simple) + ";")
                .close();
        locals();
        for (int word = 0; word <= (nameCount() - 1) / FLAGS; word++) {
            out.line("long " + flags(word) + " = 0;");
        }
        out.open("for (int f = in.firstField(NAMES); f != FieldNames.END; f = in.nextField(NAMES))");
        out.open("if (f == FieldNames.UNKNOWN)")
                .line("in.skipValue();")
                .line("continue;")
                .close();
        once();
        typeFields();
        if (fields.isEmpty()) {
            out.line("throw new AssertionError(f);");
        } else {
            out.line("Object given = in.readField(FORMS[f], codec(f));");
            out.open("switch (f)");
            for (int i = 0; i < fields.size(); i++) {
                FieldCode field = fields.get(i);
                out.line("case " + i + " -> " + local(field) + " = ("
                        + field.boxed(field.def().shape()) + ") given;");
            }
            out.line("default -> throw new AssertionError(f);");
            out.close();
        }
        out.close();
        out.line(construct(simple));
        out.close();
    }

    /** What kind of object it is stands in the document too. */
    private void typeFields() {
        if (kind == null) {
            return;
        }
        if (plan.isResource()) {
            typeField(fields.size(), "in.expectText(" + RecordSource.literal(kind.kind()) + ");");
            typeField(fields.size() + 1, "in.expectText(" + RecordSource.literal(kind.apiVersion()) + ");");
        } else {
            // Requests such as DeleteOptions carry the group of what they are about.
            typeField(fields.size(), "in.skipValue();");
            typeField(fields.size() + 1, "in.skipValue();");
        }
    }

    private void typeField(int number, String statement) {
        out.open("if (f == " + number + ")").line(statement).line("continue;").close();
    }

    /** The form of each field, and the codec of those that need one. */
    private void jsonForms() {
        if (fields.isEmpty()) {
            return;
        }
        String form = codecUse("FieldForm");
        out.line("private static final " + form + "[] FORMS = {"
                + fields.stream().map(field -> form + "." + form(field)).collect(Collectors.joining(", ")) + "};");
        Map<String, List<String>> users = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            String codec = fields.get(i).jsonCodec();
            if (!codec.isEmpty()) {
                users.computeIfAbsent(codec, unused -> new ArrayList<>()).add(Integer.toString(i));
            }
        }
        String nullable = imports.use(new JavaName("org.jspecify.annotations", "Nullable"));
        out.blank()
                .line(
                        "/** Asked when it is needed: types that contain each other cannot have their codecs ready before. */");
        out.open("private static @" + nullable + " " + codecUse("Codec") + "<?> codec(int f)");
        if (users.isEmpty()) {
            out.line("return null;");
        } else {
            out.open("return switch (f)");
            users.forEach((codec, of) -> out.line("case " + String.join(", ", of) + " -> " + codec + ";"));
            out.line("default -> null;");
            out.outdent();
            out.line("};");
        }
        out.close();
    }

    private String form(FieldCode field) {
        return plan.isManagedFields(field) ? "MANAGED_FIELDS" : field.jsonForm();
    }

    private int nameCount() {
        return fields.size() + (kind == null ? 0 : 2);
    }

    private static String flags(int word) {
        return word == 0 ? "seen" : "seen" + word;
    }

    /** Refuses a field that comes twice. A shift takes the number of a bit modulo 64, so each word has its 64 fields. */
    private void once() {
        int last = (nameCount() - 1) / FLAGS;
        for (int word = 0; word < last; word++) {
            String flags = flags(word);
            out.open((word == 0 ? "" : "} else ") + "if (f < " + FLAGS * (word + 1) + ")")
                    .line(flags + " = in.once(NAMES, f, " + flags + ");");
            out.outdent();
        }
        String flags = flags(last);
        if (last == 0) {
            out.line(flags + " = in.once(NAMES, f, " + flags + ");");
        } else {
            out.open("} else")
                    .line(flags + " = in.once(NAMES, f, " + flags + ");")
                    .close();
        }
    }

    /** Header and references, rounded up: what one such object costs before its parts. */
    private int heapBytes() {
        return 16 + 8 * ((fields.size() + 1) / 2);
    }

    private void jsonWrite(String simple) {
        out.blank().line("@Override");
        out.open("public void write(" + simple + " value, " + codecUse("JsonWriter") + " out)");
        out.line("out.beginObject();");
        if (kind != null) {
            out.line("out.string(F" + fields.size() + ", " + RecordSource.literal(kind.kind()) + ");");
            out.line("out.string(F" + (fields.size() + 1) + ", " + RecordSource.literal(kind.apiVersion()) + ");");
        }
        if (plan.isResource()) {
            out.line("writeFields(value, out);").line("out.endObject();").close();
            if (plan.hasProto()) {
                writeItem(simple);
            }
            out.blank().open("private static void writeFields(" + simple + " value, JsonWriter out)");
            writeFields();
            out.close();
        } else {
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
            out.line(fields.get(i).jsonWrite("F" + i));
        }
    }
}
