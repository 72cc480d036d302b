package dev.konverge.codegen.processor;

import dev.konverge.schema.KindDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/** What the mark of a kind says about a record, checked as the server would check it. */
final class KindMark {
    private static final Pattern GROUP =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+");
    private static final Pattern VERSION = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern KIND = Pattern.compile("[A-Za-z]([-a-zA-Z0-9]*[a-zA-Z0-9])?");
    private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern PROTECTED = Pattern.compile("(.*\\.)?(k8s|kubernetes)\\.io");
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    private final TypeElement record;
    private final Mark mark;
    private final Elements elements;

    private KindMark(TypeElement record, Mark mark, Elements elements) {
        this.record = record;
        this.mark = mark;
        this.elements = elements;
    }

    /**
     * {@return the mark of a record}
     *
     * @throws Complaint if the record cannot be a kind
     */
    static KindMark of(TypeElement record, Elements elements) {
        Mark mark = Mark.find(record, "Kind", elements).orElseThrow();
        KindMark kind = new KindMark(record, mark, elements);
        if (record.getKind() != ElementKind.RECORD) {
            throw new Complaint(record, "@Kind is for records, and " + record.getSimpleName() + " is none");
        }
        kind.checkNames();
        kind.checkComponents();
        kind.checkSupertype();
        kind.paths().check();
        kind.annotations();
        return kind;
    }

    TypeElement record() {
        return record;
    }

    String group() {
        return mark.text("group");
    }

    String version() {
        return mark.text("version");
    }

    String kind() {
        String kind = mark.text("kind");
        return kind.isEmpty() ? record.getSimpleName().toString() : kind;
    }

    String plural() {
        String plural = mark.text("plural");
        return plural.isEmpty() ? many(kind().toLowerCase(Locale.ROOT)) : plural;
    }

    String singular() {
        String singular = mark.text("singular");
        return singular.isEmpty() ? kind().toLowerCase(Locale.ROOT) : singular;
    }

    Mark mark() {
        return mark;
    }

    /** {@return the annotations of the definition} Kubernetes' own groups take only definitions that say who approved them. */
    Map<String, String> annotations() {
        Map<String, String> all = new TreeMap<>();
        if (PROTECTED.matcher(group()).matches()) {
            all.put("api-approved.kubernetes.io", "unapproved, experimental-only");
        }
        for (String annotation : mark.texts("annotations")) {
            int equals = annotation.indexOf('=');
            if (equals < 1) {
                throw new Complaint(record, "an annotation of a kind must be key=value, not \"" + annotation + "\"");
            }
            all.put(annotation.substring(0, equals), annotation.substring(equals + 1));
        }
        return all;
    }

    boolean hasStatusSubresource() {
        return mark.flag("statusSubresource") && component("status").isPresent();
    }

    Optional<Mark> scale() {
        return Mark.find(record, "Scale", elements);
    }

    List<Mark> columns() {
        return Mark.all(record, "PrinterColumn", elements);
    }

    List<Mark> selectableFields() {
        return Mark.all(record, "SelectableField", elements);
    }

    /** {@return the name for many of a noun, as English has it most of the time} */
    static String many(String one) {
        if (one.matches(".*(s|x|z|ch|sh)")) {
            return one + "es";
        }
        return one.matches(".*[^aeiou]y") ? one.substring(0, one.length() - 1) + "ies" : one + "s";
    }

    KindDef definition() {
        List<KindDef.SubresourceDef> subresources = new ArrayList<>();
        List<String> verbs = List.of("get", "patch", "update");
        if (scale().isPresent()) {
            subresources.add(new KindDef.SubresourceDef("scale", "autoscaling", "v1", "Scale", verbs));
        }
        if (hasStatusSubresource()) {
            subresources.add(new KindDef.SubresourceDef("status", group(), version(), kind(), verbs));
        }
        return new KindDef(
                group(),
                version(),
                kind(),
                record.getQualifiedName().toString(),
                new KindDef.ResourceDef(
                        plural(),
                        singular(),
                        mark.texts("shortNames"),
                        mark.texts("categories"),
                        mark.flag("namespaced"),
                        VERBS,
                        subresources));
    }

    private void checkNames() {
        check(GROUP, "group", group(), "a name with dots, such as example.com");
        check(VERSION, "version", version(), "such as v1 or v1alpha1");
        check(KIND, "kind", kind(), "letters and digits");
        check(NAME, "plural", plural(), "in lower case");
        check(NAME, "singular", singular(), "in lower case");
        mark.texts("shortNames").forEach(name -> check(NAME, "short name", name, "in lower case"));
        mark.texts("categories").forEach(name -> check(NAME, "category", name, "in lower case"));
    }

    private void check(Pattern pattern, String what, String value, String how) {
        if (!pattern.matcher(value).matches()) {
            throw new Complaint(record, "the " + what + " of a kind must be " + how + ", not \"" + value + "\"");
        }
    }

    /** {@return the component that has a name in JSON} */
    private Optional<? extends RecordComponentElement> component(String json) {
        return record.getRecordComponents().stream()
                .filter(component -> RecordReader.jsonName(component, elements).equals(json))
                .findFirst();
    }

    private static boolean isCalled(String name, RecordComponentElement component) {
        return component.getSimpleName().contentEquals(name);
    }

    private void checkComponents() {
        boolean hasMetadata = component("metadata")
                .filter(component -> isCalled("metadata", component))
                .filter(component -> isNamed(component.asType(), "dev.konverge.model.ObjectMeta"))
                .isPresent();
        if (!hasMetadata) {
            throw new Complaint(
                    record,
                    "a kind has metadata: " + record.getSimpleName() + " needs a component 'ObjectMeta metadata'");
        }
        component("status").filter(status -> !RecordReader.isNullable(status)).ifPresent(status -> {
            throw new Complaint(
                    status, "the status of a kind must be @Nullable: an object has none until it is written");
        });
        // In Java they are methods of every resource, which a component must not replace.
        for (String name : List.of("apiVersion", "kind")) {
            for (RecordComponentElement component : record.getRecordComponents()) {
                if (isCalled(name, component)
                        || RecordReader.jsonName(component, elements).equals(name)) {
                    throw new Complaint(
                            component, "the " + name + " of an object is told by its @Kind, not by a component");
                }
            }
        }
    }

    private static boolean isNamed(TypeMirror type, String name) {
        return type instanceof DeclaredType declared
                && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals(name);
    }

    /** {@return the simple name of the interface that is generated for a record} */
    static String generatedInterface(TypeElement record, Elements elements) {
        String packageName = elements.getPackageOf(record).getQualifiedName().toString();
        String nested =
                record.getQualifiedName().toString().substring(packageName.isEmpty() ? 0 : packageName.length() + 1);
        return nested.replace(".", "") + "Resource";
    }

    private void checkSupertype() {
        String generated = generatedInterface(record, elements);
        boolean implemented = record.getInterfaces().stream()
                .map(type -> type.toString().replaceAll("<.*>", ""))
                .anyMatch(name -> name.equals("dev.konverge.model.Resource")
                        || name.substring(name.lastIndexOf('.') + 1).equals(generated));
        if (!implemented) {
            throw new Complaint(
                    record,
                    record.getSimpleName() + " must implement " + generated
                            + ", which is generated for it, or dev.konverge.model.Resource");
        }
    }

    /** {@return where its columns, its scale and its selectable fields lead} */
    KindPaths paths() {
        return new KindPaths(record, columns(), scale(), selectableFields());
    }
}
