package dev.konverge.codegen.source;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

    /** Adds what the fields are in a message, and the method that writes one. */
    void add(String simple) {
        protoFields();
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

    private void protoFields() {
        String all = imports.use(new JavaName(Names.CODEC, "ProtoFields"));
        String form = fields.isEmpty() ? "" : imports.use(new JavaName(Names.CODEC, "ProtoForm"));
        out.blank().line("@Override");
        out.open("protected " + all + " protoFields()");
        out.line("return " + all + ".of("
                + fields.stream()
                        .map(field -> form + "." + form(field) + ".at(" + path(field) + ")")
                        .collect(Collectors.joining(", "))
                + ");");
        out.close();
    }

    private String form(FieldCode field) {
        return plan.isManagedFields(field) ? "MANAGED_FIELDS" : field.protoForm();
    }

    private static String path(FieldCode field) {
        return field.def().protoPath().stream().map(String::valueOf).collect(Collectors.joining(", "));
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
