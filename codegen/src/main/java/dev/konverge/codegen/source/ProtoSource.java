package dev.konverge.codegen.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The protobuf half of a codec: reading and writing a type as a message. */
final class ProtoSource {
    private final TypePlan plan;
    private final List<FieldCode> fields;
    private final Imports imports;
    private final Source out;

    ProtoSource(TypePlan plan, List<FieldCode> fields, Imports imports, Source out) {
        this.plan = plan;
        this.fields = fields;
        this.imports = imports;
        this.out = out;
    }

    /**
     * Adds both methods.
     *
     * @param heapBytes what one such object costs before its parts
     * @param locals declares a variable for each field
     * @param construct makes an object of the variables
     */
    void add(String simple, int heapBytes, Runnable locals, String construct) {
        protoRead(simple, heapBytes, locals, construct);
        protoWrite(simple);
    }

    /** A field of a message: a field of the record, or a message around further ones. */
    private sealed interface Part {
        record Leaf(FieldCode field) implements Part {}

        record Group(NavigableMap<Integer, Part> parts) implements Part {}
    }

    private NavigableMap<Integer, Part> parts() {
        NavigableMap<Integer, Part> root = new TreeMap<>();
        for (FieldCode field : fields) {
            List<Integer> path = field.def().protoPath();
            if (path.isEmpty()) {
                throw new IllegalArgumentException(
                        plan.type().name() + "." + field.def().name() + " has no protobuf number");
            }
            NavigableMap<Integer, Part> level = root;
            for (Integer number : path.subList(0, path.size() - 1)) {
                Part part = level.computeIfAbsent(number, n -> new Part.Group(new TreeMap<>()));
                if (!(part instanceof Part.Group group)) {
                    throw new IllegalArgumentException(
                            plan.type().name() + ": protobuf number " + number + " is used twice");
                }
                level = group.parts();
            }
            if (level.put(path.get(path.size() - 1), new Part.Leaf(field)) != null) {
                throw new IllegalArgumentException(plan.type().name() + ": protobuf path " + path + " is used twice");
            }
        }
        return root;
    }

    private void protoRead(String simple, int heapBytes, Runnable locals, String construct) {
        NavigableMap<Integer, Part> parts = parts();
        boolean byForms = !parts.isEmpty() && parts.values().stream().allMatch(Part.Leaf.class::isInstance);
        if (byForms) {
            forms(parts);
        }
        out.blank().line("@Override");
        if (byForms && fields.stream().anyMatch(FieldCode::isCollection)) {
            out.line("@SuppressWarnings(\"unchecked\") // the form of a field gives what the field is made of");
        }
        out.open("public " + simple + " readProto(" + imports.use(new JavaName(Names.CODEC, "ProtoReader")) + " in)");
        out.line("in.charge(" + heapBytes + ");");
        locals.run();
        if (byForms) {
            readByForms(parts);
        } else {
            protoReadLoop(parts, 0);
        }
        out.line(construct);
        out.close();
    }

    /** The form of each field, and the codec of those that need one. */
    private void forms(NavigableMap<Integer, Part> parts) {
        String form = imports.use(new JavaName(Names.CODEC, "ProtoForm"));
        out.blank().open("private static " + form + " protoForm(int number)");
        byNumber(parts, field -> form + "." + form(field), form + ".UNKNOWN");
        out.close();
        String nullable = imports.use(new JavaName("org.jspecify.annotations", "Nullable"));
        out.blank().open("private static @" + nullable + " Object protoCodec(int number)");
        byNumber(parts, FieldCode::protoCodec, "null");
        out.close();
    }

    private String form(FieldCode field) {
        return plan.isManagedFields(field) ? "MANAGED_FIELDS" : field.protoForm();
    }

    /** Returns what a field has by its number; fields that have an empty text have what the others have. */
    private void byNumber(NavigableMap<Integer, Part> parts, Function<FieldCode, String> what, String others) {
        Map<String, List<String>> numbers = new LinkedHashMap<>();
        parts.forEach((number, part) -> {
            if (part instanceof Part.Leaf leaf && !what.apply(leaf.field()).isEmpty()) {
                numbers.computeIfAbsent(what.apply(leaf.field()), unused -> new ArrayList<>())
                        .add(Integer.toString(number));
            }
        });
        if (numbers.isEmpty()) {
            out.line("return " + others + ";");
            return;
        }
        out.open("return switch (number)");
        numbers.forEach((value, of) -> out.line("case " + String.join(", ", of) + " -> " + value + ";"));
        out.line("default -> " + others + ";");
        out.outdent();
        out.line("};");
    }

    private void readByForms(NavigableMap<Integer, Part> parts) {
        out.open("for (int tag = in.nextTag(); tag != 0; tag = in.nextTag())");
        out.line("int number = tag >>> 3;");
        out.line("Object given = in.readField(protoForm(number), tag, protoCodec(number));");
        out.open("switch (number)");
        parts.forEach((number, part) -> {
            if (part instanceof Part.Leaf leaf) {
                out.line("case " + number + " -> " + taken(leaf.field()));
            }
        });
        out.line("default -> {}");
        out.close();
        out.close();
    }

    /** A list or map may come in several pieces. */
    private String taken(FieldCode field) {
        String local = CodecSource.local(field);
        String given = "(" + field.boxed(field.def().shape()) + ") given";
        return local + " = "
                + (field.isCollection()
                        ? imports.use(new JavaName(Names.CODEC, "Frozen")) + ".append(" + local + ", " + given + ")"
                        : given)
                + ";";
    }

    private void protoReadLoop(NavigableMap<Integer, Part> parts, int depth) {
        String tag = depth == 0 ? "tag" : "tag" + depth;
        out.open("for (int " + tag + " = in.nextTag(); " + tag + " != 0; " + tag + " = in.nextTag())");
        out.open("switch (" + tag + " >>> 3)");
        for (Map.Entry<Integer, Part> part : parts.entrySet()) {
            switch (part.getValue()) {
                case Part.Leaf leaf -> out.line("case " + part.getKey() + " -> " + protoAssignment(leaf.field(), tag));
                case Part.Group group -> {
                    out.open("case " + part.getKey() + " ->");
                    out.line("int outer" + depth + " = in.enter(" + tag + ");");
                    protoReadLoop(group.parts(), depth + 1);
                    out.line("in.exit(outer" + depth + ");").close();
                }
            }
        }
        out.line("default -> in.skip(" + tag + ");");
        out.close();
        out.close();
    }

    private String protoAssignment(FieldCode field, String tag) {
        String assignment = CodecSource.local(field) + " = " + field.protoRead().replace("(tag", "(" + tag) + ";";
        return plan.isManagedFields(field)
                ? "{ if (in.keepsManagedFields()) { " + assignment + " } else { in.skip(" + tag + "); } }"
                : assignment;
    }

    private void protoWrite(String simple) {
        out.blank().line("@Override");
        out.open("public void writeProto(" + simple + " value, " + imports.use(new JavaName(Names.CODEC, "ProtoWriter"))
                + " out)");
        protoWriteParts(parts(), 0);
        out.close();
    }

    private void protoWriteParts(NavigableMap<Integer, Part> parts, int depth) {
        for (Map.Entry<Integer, Part> part : parts.descendingMap().entrySet()) {
            switch (part.getValue()) {
                case Part.Leaf leaf -> out.line(leaf.field().protoWrite(part.getKey()));
                case Part.Group group -> {
                    String before = "before" + part.getKey() + "_" + depth;
                    out.line("int " + before + " = out.size();");
                    protoWriteParts(group.parts(), depth + 1);
                    out.open("if (out.size() != " + before + ")");
                    out.line("out.endMessage(" + part.getKey() + ", " + before + ");")
                            .close();
                }
            }
        }
    }
}
