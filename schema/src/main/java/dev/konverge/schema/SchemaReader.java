package dev.konverge.schema;

import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.KindDef.SubresourceDef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a schema in the form that {@link SchemaFile} describes. Used once.
 *
 * <p>A program reads the file once, when it starts, so what counts is the first run. Hence no streams, lambdas or
 * concatenations on the way of good input: linking them takes longer than all the reading.
 */
final class SchemaReader {
    private static final Map<String, TypeDef.Form> FORMS = Words.constants(TypeDef.Form.values());

    private final Lines lines;
    private final TypeNames names = new TypeNames();
    private final Map<String, GroupDef> groups = new LinkedHashMap<>();
    private final List<KindDef> kinds = new ArrayList<>();
    private final Map<String, TypeDef> types = new LinkedHashMap<>();
    private @Nullable KindDef lastKind;
    private @Nullable TypeDef lastType;

    SchemaReader(String text) {
        this.lines = new Lines(text);
    }

    Schema read() {
        try {
            String release = header();
            boolean more = true;
            while (more) {
                more = section();
            }
            names.checkAllAreAmong(types.keySet());
            return new Schema(release, List.copyOf(groups.values()), types, kinds);
        } catch (SchemaFormatException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            String reason = e.getMessage();
            throw new SchemaFormatException(lines.number(), reason == null ? "not understood" : reason);
        }
    }

    private String header() {
        if (lines.atEnd()) {
            throw new SchemaFormatException(1, "the file is empty");
        }
        List<String> words = expect(lines.take(), 4, "konverge-schema 1 kubernetes RELEASE");
        if (!words.get(0).equals("konverge-schema") || !words.get(2).equals("kubernetes")) {
            throw new IllegalArgumentException("not a schema file: expected 'konverge-schema 1 kubernetes RELEASE'");
        }
        if (!words.get(1).equals("1")) {
            throw new IllegalArgumentException(
                    "the file is of format " + words.get(1) + ", and this program reads format 1");
        }
        return words.get(3);
    }

    /** Reads what starts at the next line; false at the end of the schema. */
    private boolean section() {
        if (lines.atEnd()) {
            throw new IllegalArgumentException("the file is cut off: its last line is not 'end'");
        }
        List<String> words = lines.take();
        switch (words.get(0)) {
            case "" -> expect(words, 1, "group, kind, package, type or end");
            case "group" -> group(words);
            case "kind" -> kind(words);
            case "package" ->
                names.enterPackage(expect(words, 2, "package NAME").get(1));
            case "type" -> type(words);
            case "end" -> {
                expect(words, 1, "end");
                checkNothingFollows();
                return false;
            }
            default -> throw new IllegalArgumentException("unknown keyword '" + words.get(0) + "'");
        }
        return true;
    }

    private void checkNothingFollows() {
        if (!lines.atEnd()) {
            throw new SchemaFormatException(lines.number() + 1, "text after 'end'");
        }
    }

    private void group(List<String> words) {
        if (words.size() < 2) {
            throw new IllegalArgumentException("expected 'group VERSION...'");
        }
        List<String> versions = new ArrayList<>();
        String name = groupOf(words.get(1));
        for (String apiVersion : words.subList(1, words.size())) {
            if (!groupOf(apiVersion).equals(name)) {
                throw new IllegalArgumentException("'" + apiVersion + "' is not a version of group '" + name + "'");
            }
            versions.add(versionOf(apiVersion));
        }
        if (groups.put(name, new GroupDef(name, versions)) != null) {
            throw new IllegalArgumentException("group '" + name + "' is there twice");
        }
    }

    private void kind(List<String> words) {
        expect(words, 4, "kind APIVERSION KIND TYPE");
        int line = lines.number();
        String apiVersion = words.get(1);
        String type = names.mentioned(words.get(3), line);
        ResourceDef resource = lines.nextIsIndented() ? resource(lines.take(), words.get(2)) : null;
        KindDef kind = new KindDef(groupOf(apiVersion), versionOf(apiVersion), words.get(2), type, resource);
        if (lastKind != null && Order.KINDS.compare(lastKind, kind) >= 0) {
            throw new SchemaFormatException(
                    line, "kind " + kind.kind() + " is there twice or not in the order of group, version and name");
        }
        lastKind = kind;
        kinds.add(kind);
    }

    private ResourceDef resource(List<String> words, String kind) {
        if (words.size() < 4
                || !words.get(1).equals("resource")
                || !(words.get(3).equals("namespaced") || words.get(3).equals("cluster"))) {
            throw new IllegalArgumentException("expected ' resource PLURAL namespaced|cluster ...'");
        }
        Attributes attributes = new Attributes(words, 4);
        String singular = attributes.take("singular");
        List<String> shortNames = attributes.takeList("short");
        List<String> categories = attributes.takeList("categories");
        List<String> verbs = attributes.takeList("verbs");
        attributes.checkAllTaken();
        List<SubresourceDef> subresources = new ArrayList<>();
        while (lines.nextIsIndented()) {
            subresources.add(subresource(lines.take()));
        }
        return new ResourceDef(
                words.get(2),
                singular == null ? kind.toLowerCase(Locale.ROOT) : singular,
                shortNames,
                categories,
                words.get(3).equals("namespaced"),
                verbs,
                subresources);
    }

    private static SubresourceDef subresource(List<String> words) {
        if (words.size() != 6 || !words.get(1).equals("subresource")) {
            throw new IllegalArgumentException("expected ' subresource NAME APIVERSION KIND VERBS'");
        }
        String apiVersion = words.get(3);
        List<String> verbs = Words.split(words.get(5), ',');
        return new SubresourceDef(words.get(2), groupOf(apiVersion), versionOf(apiVersion), words.get(4), verbs);
    }

    private void type(List<String> words) {
        if (!names.isInPackage() || words.size() < 2) {
            throw new IllegalArgumentException("expected 'type NAME ...' after a line 'package NAME'");
        }
        int line = lines.number();
        Attributes attributes = new Attributes(words, 2);
        TypeDef.Form form = attributes.take("form", FORMS);
        String mapType = attributes.take("map");
        if (mapType != null && !mapType.equals("atomic")) {
            throw new IllegalArgumentException("a type is 'map=atomic' or nothing");
        }
        attributes.checkAllTaken();
        TypeDef type = new TypeDef(
                names.declared(words.get(1)), form == null ? TypeDef.Form.OBJECT : form, mapType != null, fields());
        if (type.form() != TypeDef.Form.OBJECT && !type.fields().isEmpty()) {
            throw new SchemaFormatException(line, "type " + type.name() + " is no object and yet has fields");
        }
        if (lastType != null && Order.TYPES.compare(lastType, type) >= 0) {
            throw new SchemaFormatException(
                    line, "type " + type.name() + " is there twice or not in the order of package and name");
        }
        lastType = type;
        types.put(type.name(), type);
    }

    private List<FieldDef> fields() {
        List<FieldDef> fields = new ArrayList<>();
        Set<String> fieldNames = new HashSet<>();
        while (lines.nextIsIndented()) {
            FieldDef field = new FieldReader(names, lines.take(), lines.number()).read();
            if (!fieldNames.add(field.name())) {
                throw new IllegalArgumentException("field '" + field.name() + "' is there twice");
            }
            fields.add(field);
        }
        return fields;
    }

    private static List<String> expect(List<String> words, int count, String form) {
        if (words.size() != count) {
            throw new IllegalArgumentException("expected '" + form + "'");
        }
        return words;
    }

    private static String groupOf(String apiVersion) {
        return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
    }

    private static String versionOf(String apiVersion) {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }
}
