package dev.konverge.codegen.source;

import dev.konverge.schema.KindDef;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The source of a record: components, constants, copies, and its builder. */
final class RecordSource {
    /** Hand-written behaviour that generated records take on, by type: an interface with default methods. */
    private static final Map<String, String> RULES = Map.of(
            "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", "ObjectMetaRules",
            "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference", "OwnerReferenceRules",
            "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector", "LabelSelectorRules",
            "io.k8s.apimachinery.pkg.apis.meta.v1.Condition", "ConditionRules",
            "io.k8s.apimachinery.pkg.apis.meta.v1.Status", "StatusRules");

    /** How much of a line components may take. */
    private static final int LINE = 80;

    /** How long a line of a comment may be. */
    private static final int COMMENT = 110;

    private final TypePlan plan;
    private final Descriptions descriptions;
    private final TypeDef type;
    private final JavaName name;
    private final Imports imports;
    private final List<FieldCode> fields;
    private final Source out = new Source();

    RecordSource(TypePlan plan) {
        this(plan, new Descriptions());
    }

    RecordSource(TypePlan plan, Descriptions descriptions) {
        this.plan = plan;
        this.descriptions = descriptions;
        this.type = plan.type();
        this.name = plan.name();
        this.imports = new Imports(name.packageName(), taken(type));
        this.fields = plan.fields(imports);
    }

    private static Set<String> taken(TypeDef type) {
        Set<String> taken = new HashSet<>(Set.of(type.simpleName(), "Builder"));
        type.fields().stream()
                .filter(f -> !f.enumValues().isEmpty())
                .forEach(f -> taken.add(JavaName.capitalized(JavaName.identifier(f.name()))));
        return taken;
    }

    String text() {
        String simple = name.simpleName();
        comment();
        out.open("public record " + simple + "(" + components() + ")" + supertypes());
        constants();
        constructor();
        copies();
        if (plan.isResource()) {
            out.blank().line("@Override");
            out.open("public " + use("ResourceType") + "<" + simple + "> resourceType()");
            out.line("return TYPE;").close();
        }
        out.blank()
                .line("/** {@return " + (plan.isResource() ? "kind, key and version" : "the type and its JSON form")
                        + "} */");
        out.line("@Override").open("public String toString()");
        out.line(
                plan.isResource()
                        ? "return " + codecUse("Describe") + ".resource(this);"
                        : "return " + codecUse("Describe") + ".value(\"" + simple + "\", this, CODEC);");
        out.close();
        new BuilderSource(simple, fields, imports, out).add();
        out.close();
        return "package " + name.packageName() + ";\n\n" + imports.declarations() + "\n" + out;
    }

    private void comment() {
        List<String> lines = new ArrayList<>();
        descriptions.findType(type.name()).ifPresent(text -> {
            if (plan.kind() != null) {
                lines.add("");
            }
            lines.addAll(wrapped((plan.kind() == null ? "" : "<p>") + text));
        });
        List<String> components = fields.stream()
                .flatMap(
                        field -> descriptions.findField(type.name(), field.def().name()).stream()
                                .map(text -> "@param " + field.identifier() + " " + text))
                .toList();
        if (!components.isEmpty()) {
            lines.add("");
            components.forEach(component -> lines.addAll(wrapped(component)));
        }
        if (lines.isEmpty() || lines.get(0).isEmpty()) {
            lines.add(0, title() + ".");
        }
        if (lines.size() == 1) {
            out.line("/** " + lines.get(0) + " */");
            return;
        }
        out.line("/**");
        lines.forEach(line -> out.line((" * " + line).stripTrailing()));
        out.line(" */");
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + word.length() >= COMMENT) {
                lines.add(line.toString());
                line = new StringBuilder("    ".repeat(text.startsWith("@param") ? 1 : 0));
            }
            line.append(line.isEmpty() || line.toString().isBlank() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private String title() {
        KindDef kind = plan.kind();
        return kind == null ? type.name() : kind.apiVersion() + " " + kind.kind();
    }

    /** {@return the components: in a line if they fit, as people would write them} */
    private String components() {
        List<String> components = fields.stream()
                .map(f -> (isMetadata(f) ? use("ObjectMeta") : f.componentType()) + " " + f.identifier())
                .toList();
        String line = String.join(", ", components);
        return line.length() <= LINE ? line : "\n        " + String.join(",\n        ", components);
    }

    /** {@return whether this is the metadata of a resource, which is never null} */
    private boolean isMetadata(FieldCode field) {
        return plan.isResource() && field.identifier().equals("metadata");
    }

    private String supertypes() {
        List<String> supertypes = new ArrayList<>();
        if (plan.isResource()) {
            supertypes.add(use("Resource"));
        }
        String rules = RULES.get(type.name());
        if (rules != null) {
            supertypes.add(use(rules));
        }
        return supertypes.isEmpty() ? "" : " implements " + String.join(", ", supertypes);
    }

    private String use(String modelType) {
        return imports.use(new JavaName(Names.MODEL, modelType));
    }

    private String codecUse(String codecType) {
        return imports.use(new JavaName(Names.CODEC, codecType));
    }

    private void constants() {
        String simple = name.simpleName();
        out.line("/** How it is read and written. */");
        out.line("public static final " + imports.use(plan.codecInterface()) + "<" + simple + "> CODEC = new " + simple
                + "Codec();");
        if (plan.isResource()) {
            out.blank().line("/** Its place in the API. */");
            out.line("public static final " + use("ResourceType") + "<" + simple + "> TYPE = " + resourceType() + ";");
        }
        if (plan.isObjectMeta()) {
            out.blank().line("/** Metadata that says nothing. */");
            out.line("public static final ObjectMeta EMPTY = builder().build();");
        }
        fields.stream().filter(f -> !f.def().enumValues().isEmpty()).forEach(this::values);
    }

    private void values(FieldCode field) {
        out.blank().line("/** Known values of {@link #" + field.identifier() + "()}; servers may add others. */");
        out.open("public static final class " + JavaName.capitalized(field.identifier()));
        Set<String> used = new HashSet<>();
        for (String value : field.def().enumValues()) {
            String constant = JavaName.constant(value);
            while (!used.add(constant)) {
                constant += "_";
            }
            out.line("/** {@value}. */");
            out.line("public static final String " + constant + " = " + literal(value) + ";")
                    .blank();
        }
        out.line("private " + JavaName.capitalized(field.identifier()) + "() {}");
        out.close();
    }

    private String resourceType() {
        return resourceType(plan, imports, "CODEC");
    }

    /** {@return the expression for the place of a kind in the API} */
    static String resourceType(TypePlan plan, Imports imports, String codec) {
        KindDef k = Objects.requireNonNull(plan.kind());
        KindDef.ResourceDef r = k.resource();
        String first = imports.use(new JavaName(Names.MODEL, "ResourceType")) + ".of(" + literal(k.group()) + ", "
                + literal(k.version()) + ", " + literal(k.kind()) + ", " + codec + ")";
        if (r == null) {
            return first;
        }
        return first + ".served(" + literal(r.plural()) + ", " + literal(r.singular()) + ", " + r.namespaced() + ", "
                + strings(imports, r.shortNames()) + ", " + strings(imports, r.categories()) + ", "
                + strings(imports, r.verbs()) + ", "
                + strings(
                        imports,
                        r.subresources().stream()
                                .map(KindDef.SubresourceDef::name)
                                .toList()) + ")";
    }

    private static String strings(Imports imports, List<String> values) {
        return imports.use(new JavaName("java.util", "List")) + ".of("
                + values.stream().map(RecordSource::literal).collect(Collectors.joining(", ")) + ")";
    }

    /** {@return the value as Java has it between quotes} What no line can hold is written as an octal escape. */
    static String literal(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c)) {
                text.append(String.format(Locale.ROOT, "\\%03o", (int) c));
            } else {
                text.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return text.append('"').toString();
    }

    private void constructor() {
        List<String> lines = new ArrayList<>();
        for (FieldCode field : fields) {
            String id = field.identifier();
            if (field.isCollection()) {
                String frozen = codecUse("Frozen");
                lines.add(
                        field.def().shape() instanceof Shape.ListOf
                                ? id + " = " + frozen + ".isNone(" + id + ") ? " + field.absent() + " : " + frozen
                                        + ".list(" + id + ");"
                                : id + " = " + frozen + ".map(" + id + ");");
            } else if (isMetadata(field)) {
                lines.add("metadata = metadata == null ? " + use("ObjectMeta") + ".EMPTY : metadata;");
            }
        }
        if (!lines.isEmpty()) {
            out.blank().line("/** Keeps immutable copies; what is absent is null, or an empty list or map. */");
            out.open("public " + name.simpleName());
            lines.forEach(out::line);
            out.close();
        }
    }

    private void copies() {
        String simple = name.simpleName();
        out.blank().line("/** {@return a builder with nothing set} */");
        out.open("public static Builder builder()")
                .line("return new Builder();")
                .close();
        out.blank().line("/** {@return a builder with everything set as here} */");
        out.open("public Builder toBuilder()").line("return new Builder(this);").close();
        out.blank().line("/** {@return a changed copy} */");
        out.open("public " + simple + " with(" + imports.use(new JavaName("java.util.function", "Consumer"))
                + "<Builder> change)");
        out.line("Builder builder = toBuilder();")
                .line("change.accept(builder);")
                .line("return builder.build();");
        out.close();
    }
}
