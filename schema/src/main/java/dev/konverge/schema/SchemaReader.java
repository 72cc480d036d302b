package dev.konverge.schema;

import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.KindDef.SubresourceDef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a schema in the form that {@link SchemaFile} describes. Used once. */
final class SchemaReader {
    private static final Comparator<TypeDef> TYPE_ORDER =
            Comparator.comparing(TypeDef::packageName).thenComparing(TypeDef::simpleName);
    private static final Comparator<KindDef> KIND_ORDER =
            Comparator.comparing(KindDef::group).thenComparing(KindDef::version).thenComparing(KindDef::kind);

    private final List<String> lines;
    /** Index of the next line; so the number of the last one taken, counted from 1. */
    private int next;

    private final List<GroupDef> groups = new ArrayList<>();
    private final List<KindDef> kinds = new ArrayList<>();
    private final Map<String, TypeDef> types = new LinkedHashMap<>();
    private @Nullable KindDef lastKind;
    private @Nullable TypeDef lastType;
    private String packageName = "";
    /** Where each type was first referred to. */
    private final Map<String, Integer> references = new HashMap<>();

    SchemaReader(String text) {
        this.lines = text.lines().toList();
    }

    Schema read() {
        try {
            String release = header();
            boolean more = true;
            while (more) {
                more = section();
            }
            checkReferences();
            return new Schema(release, groups, types, kinds);
        } catch (SchemaFormatException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            String reason = e.getMessage();
            throw new SchemaFormatException(next, reason == null ? "not understood" : reason);
        }
    }

    private String header() {
        if (lines.isEmpty()) {
            throw new SchemaFormatException(1, "the file is empty");
        }
        List<String> words = expect(words(), 4, "konverge-schema 1 kubernetes RELEASE");
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
        if (next == lines.size()) {
            throw new IllegalArgumentException("the file is cut off: its last line is not 'end'");
        }
        List<String> words = words();
        switch (words.get(0)) {
            case "" -> expect(words, 1, "group, kind, package, type or end");
            case "group" -> group(words);
            case "kind" -> kind(words);
            case "package" -> packageName = expect(words, 2, "package NAME").get(1);
            case "type" -> type(words);
            case "end" -> {
                expect(words, 1, "end");
                return atEnd();
            }
            default -> throw new IllegalArgumentException("unknown keyword '" + words.get(0) + "'");
        }
        return true;
    }

    private boolean atEnd() {
        if (next < lines.size()) {
            next++;
            throw new IllegalArgumentException("text after 'end'");
        }
        return false;
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
        if (groups.stream().anyMatch(g -> g.name().equals(name))) {
            throw new IllegalArgumentException("group '" + name + "' is there twice");
        }
        groups.add(new GroupDef(name, versions));
    }

    private void kind(List<String> words) {
        expect(words, 4, "kind APIVERSION KIND TYPE");
        String apiVersion = words.get(1);
        String type = words.get(3);
        references.putIfAbsent(type, next);
        int line = next;
        ResourceDef resource = nextIsPartOfThis() ? resource(words(), words.get(2)) : null;
        KindDef kind = new KindDef(groupOf(apiVersion), versionOf(apiVersion), words.get(2), type, resource);
        if (lastKind != null && KIND_ORDER.compare(lastKind, kind) >= 0) {
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
        Attributes attributes = new Attributes(words.subList(4, words.size()));
        String singular = attributes.take("singular");
        List<String> shortNames = attributes.takeList("short");
        List<String> categories = attributes.takeList("categories");
        List<String> verbs = attributes.takeList("verbs");
        attributes.checkAllTaken();
        List<SubresourceDef> subresources = new ArrayList<>();
        while (nextIsPartOfThis()) {
            subresources.add(subresource(words()));
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
        return new SubresourceDef(
                words.get(2), groupOf(apiVersion), versionOf(apiVersion), words.get(4), Words.split(words.get(5), ','));
    }

    private void type(List<String> words) {
        if (packageName.isEmpty() || words.size() < 2) {
            throw new IllegalArgumentException("expected 'type NAME ...' after a line 'package NAME'");
        }
        int line = next;
        String name = packageName + "." + words.get(1);
        Attributes attributes = new Attributes(words.subList(2, words.size()));
        String form = attributes.take("form");
        String mapType = attributes.take("map");
        if (mapType != null && !mapType.equals("atomic")) {
            throw new IllegalArgumentException("a type is 'map=atomic' or nothing");
        }
        attributes.checkAllTaken();
        List<FieldDef> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (nextIsPartOfThis()) {
            FieldDef field = FieldReader.read(words(), this::reference);
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("field '" + field.name() + "' is there twice");
            }
            fields.add(field);
        }
        add(
                line,
                new TypeDef(
                        name,
                        form == null ? TypeDef.Form.OBJECT : Words.constant(TypeDef.Form.class, form),
                        mapType != null,
                        fields));
    }

    private void add(int line, TypeDef type) {
        if (type.form() != TypeDef.Form.OBJECT && !type.fields().isEmpty()) {
            throw new SchemaFormatException(line, "type " + type.name() + " is no object and yet has fields");
        }
        if (lastType != null && TYPE_ORDER.compare(lastType, type) >= 0) {
            throw new SchemaFormatException(
                    line, "type " + type.name() + " is there twice or not in the order of package and name");
        }
        lastType = type;
        types.put(type.name(), type);
    }

    /** {@return the full name of a type that a field mentions} */
    private String reference(String name) {
        String full = name.indexOf('.') < 0 ? packageName + "." + name : name;
        references.putIfAbsent(full, next);
        return full;
    }

    private void checkReferences() {
        references.entrySet().stream()
                .filter(reference -> !types.containsKey(reference.getKey()))
                .min(Map.Entry.comparingByValue())
                .ifPresent(reference -> {
                    throw new SchemaFormatException(
                            reference.getValue(), "there is no type '" + reference.getKey() + "'");
                });
    }

    /** {@return the words of the next line, the first one empty if the line is blank or indented} */
    private List<String> words() {
        List<String> words = Words.split(lines.get(next++), ' ');
        if (words.lastIndexOf("") > 0) {
            throw new IllegalArgumentException("a space too many");
        }
        return words;
    }

    private boolean nextIsPartOfThis() {
        return next < lines.size() && lines.get(next).startsWith(" ");
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
