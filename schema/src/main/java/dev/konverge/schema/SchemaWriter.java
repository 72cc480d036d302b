package dev.konverge.schema;

import dev.konverge.schema.FieldDef.Merge;
import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.KindDef.SubresourceDef;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a schema in the form that {@link SchemaFile} describes. */
final class SchemaWriter {
    private final Schema schema;
    private final StringBuilder out = new StringBuilder(1 << 18);

    SchemaWriter(Schema schema) {
        this.schema = schema;
    }

    String write() {
        line("konverge-schema 1 kubernetes", schema.release());
        schema.groups().forEach(this::group);
        schema.kinds().forEach(this::kind);
        String currentPackage = "";
        for (TypeDef type : schema.types().values()) {
            if (!type.packageName().equals(currentPackage)) {
                currentPackage = type.packageName();
                out.append('\n');
                line("package", currentPackage);
            }
            type(type);
        }
        return out.append("end\n").toString();
    }

    private void group(GroupDef group) {
        out.append("group");
        group.versions().forEach(version -> word(KindDef.apiVersion(group.name(), version)));
        out.append('\n');
    }

    private void kind(KindDef kind) {
        out.append('\n');
        line("kind", kind.apiVersion(), kind.kind(), kind.type());
        ResourceDef resource = kind.resource();
        if (resource == null) {
            return;
        }
        out.append(" resource");
        word(resource.plural());
        word(resource.namespaced() ? "namespaced" : "cluster");
        if (!resource.singular().equals(kind.kind().toLowerCase(Locale.ROOT))) {
            attribute("singular", resource.singular());
        }
        attributes("short", resource.shortNames());
        attributes("categories", resource.categories());
        attributes("verbs", resource.verbs());
        out.append('\n');
        for (SubresourceDef subresource : resource.subresources()) {
            out.append(" subresource");
            word(subresource.name());
            word(KindDef.apiVersion(subresource.group(), subresource.version()));
            word(subresource.kind());
            word(String.join(",", subresource.verbs()));
            out.append('\n');
        }
    }

    private void type(TypeDef type) {
        out.append("\ntype");
        word(type.simpleName());
        if (type.form() != TypeDef.Form.OBJECT) {
            attribute("form", Words.of(type.form()));
        }
        if (type.atomic()) {
            attribute("map", "atomic");
        }
        out.append('\n');
        type.fields().forEach(field -> field(field, type.packageName()));
    }

    private void field(FieldDef field, String packageName) {
        out.append(' ').append(field.name()).append(' ');
        shape(field.shape(), packageName);
        out.append(
                switch (field.presence()) {
                    case EXPLICIT -> "?";
                    case ALWAYS -> "!";
                    case ZERO_IS_ABSENT -> "";
                });
        word(
                field.protoPath().isEmpty()
                        ? "-"
                        : field.protoPath().stream().map(String::valueOf).collect(Collectors.joining(".")));
        if (field.required()) {
            word("required");
        }
        merge(field.merge());
        attributes("enum", field.enumValues());
        attribute("default", field.defaultJson());
        attribute("go", field.go().type());
        attribute("within", field.go().within());
        out.append('\n');
    }

    private void merge(Merge merge) {
        attribute("list", merge.listType() == null ? null : Words.of(merge.listType()));
        attributes("keys", merge.mapKeys());
        attribute("map", merge.mapType() == null ? null : Words.of(merge.mapType()));
        attributes("patch", merge.patchStrategies());
        attribute("mergeKey", merge.patchMergeKey());
    }

    private void shape(Shape shape, String packageName) {
        switch (shape) {
            case Shape.Scalar scalar -> out.append(Words.of(scalar));
            case Shape.Ref(String type) -> out.append(shortName(type, packageName));
            case Shape.ListOf(Shape element) -> {
                out.append('[');
                shape(element, packageName);
                out.append(']');
            }
            case Shape.MapOf(Shape value) -> {
                out.append('{');
                shape(value, packageName);
                out.append('}');
            }
        }
    }

    private static String shortName(String type, String packageName) {
        boolean samePackage = type.lastIndexOf('.') == packageName.length() && type.startsWith(packageName);
        return samePackage ? type.substring(packageName.length() + 1) : type;
    }

    private void attribute(String key, @Nullable String value) {
        if (value != null) {
            out.append(' ').append(key).append('=').append(value);
        }
    }

    private void attributes(String key, List<String> values) {
        if (!values.isEmpty()) {
            attribute(key, values.stream().map(Words::quoteIfNeeded).collect(Collectors.joining(",")));
        }
    }

    private void word(String word) {
        out.append(' ').append(word);
    }

    private void line(String... words) {
        out.append(String.join(" ", words)).append('\n');
    }
}
