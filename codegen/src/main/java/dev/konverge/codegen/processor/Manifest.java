package dev.konverge.codegen.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;

/** The definition of a kind in the making: one version after the other, then the whole. */
final class Manifest {
    private final List<KindMark> versions = new ArrayList<>();
    private final List<Node> schemas = new ArrayList<>();

    /** Takes in a version and the schema of its record. */
    void add(KindMark kind, Node schema) {
        for (KindMark other : versions) {
            if (other.version().equals(kind.version())) {
                throw new Complaint(
                        kind.record(),
                        "two records are " + kind.group() + "/" + kind.version() + " " + kind.kind() + ": the other is "
                                + other.record().getQualifiedName());
            }
            if (!other.plural().equals(kind.plural())
                    || !other.singular().equals(kind.singular())
                    || other.mark().flag("namespaced") != kind.mark().flag("namespaced")) {
                throw new Complaint(
                        kind.record(),
                        "all versions of " + kind.kind() + " must agree on the plural, the singular and"
                                + " whether they are namespaced; the other is "
                                + other.record().getQualifiedName());
            }
        }
        versions.add(kind);
        schemas.add(schema);
    }

    /** {@return the name of the definition} */
    String name() {
        return versions.getFirst().plural() + "." + versions.getFirst().group();
    }

    Element[] sources() {
        return versions.stream().map(KindMark::record).toArray(Element[]::new);
    }

    /**
     * {@return the manifest, in YAML}
     *
     * @throws Complaint if the versions do not make a definition
     */
    String text() {
        long stored =
                versions.stream().filter(kind -> kind.mark().flag("storage")).count();
        if (stored != 1) {
            throw new Complaint(
                    versions.getLast().record(),
                    "of the versions of " + versions.getFirst().kind() + " exactly one must have storage = true; "
                            + stored + " have");
        }
        KindMark first = versions.getFirst();
        Node names = new Node()
                .with("kind", first.kind())
                .with("listKind", first.kind() + "List")
                .with("plural", first.plural())
                .with("singular", first.singular())
                .withTexts("shortNames", ofAll("shortNames"))
                .withTexts("categories", ofAll("categories"));
        List<Node> all = new ArrayList<>();
        for (int i = 0; i < versions.size(); i++) {
            all.add(version(versions.get(i), schemas.get(i)));
        }
        Node manifest = new Node()
                .with("apiVersion", "apiextensions.k8s.io/v1")
                .with("kind", "CustomResourceDefinition")
                .with("metadata", metadata())
                .with(
                        "spec",
                        new Node()
                                .with("group", first.group())
                                .with("scope", first.mark().flag("namespaced") ? "Namespaced" : "Cluster")
                                .with("names", names)
                                .withNodes("versions", all));
        return YamlText.of(manifest.tree());
    }

    /** {@return what all versions have under a name, each once: a definition has one list of them} */
    private List<String> ofAll(String name) {
        return versions.stream()
                .flatMap(kind -> kind.mark().texts(name).stream())
                .distinct()
                .toList();
    }

    private Node metadata() {
        Node annotations = new Node();
        versions.forEach(kind -> kind.annotations().forEach(annotations::with));
        Node metadata = new Node().with("name", name());
        return annotations.tree().isEmpty() ? metadata : metadata.with("annotations", annotations);
    }

    private static Node version(KindMark kind, Node schema) {
        Node version = new Node()
                .with("name", kind.version())
                .with("served", kind.mark().flag("served"))
                .with("storage", kind.mark().flag("storage"));
        String deprecation = kind.mark().text("deprecation");
        if (!deprecation.isEmpty()) {
            version.with("deprecated", true).with("deprecationWarning", deprecation);
        }
        version.with("schema", new Node().with("openAPIV3Schema", root(schema)));
        Node subresources = new Node();
        if (kind.hasStatusSubresource()) {
            subresources.with("status", Map.of());
        }
        kind.scale()
                .ifPresent(scale -> subresources.with(
                        "scale",
                        new Node()
                                .with("specReplicasPath", scale.text("specReplicasPath"))
                                .with("statusReplicasPath", scale.text("statusReplicasPath"))
                                .withText("labelSelectorPath", scale.text("labelSelectorPath"))));
        if (!subresources.tree().isEmpty()) {
            version.with("subresources", subresources);
        }
        return version.withNodes(
                        "additionalPrinterColumns",
                        kind.columns().stream().map(Manifest::column).toList())
                .withNodes(
                        "selectableFields",
                        kind.selectableFields().stream()
                                .map(field -> new Node().with("jsonPath", field.text("jsonPath")))
                                .toList());
    }

    /** No object needs to say that it has metadata. */
    private static Node root(Node schema) {
        Node root = new Node();
        schema.tree().forEach((name, value) -> {
            if (name.equals("required") && value instanceof List<?> required) {
                root.withTexts(
                        name,
                        required.stream()
                                .map(String::valueOf)
                                .filter(field -> !field.equals("metadata"))
                                .toList());
            } else {
                root.with(name, value);
            }
        });
        return root;
    }

    private static Node column(Mark column) {
        Node node = new Node()
                .with("name", column.text("name"))
                .with("type", column.text("type"))
                .with("jsonPath", column.text("jsonPath"))
                .withText("format", column.text("format"))
                .withText("description", column.text("description"));
        int priority = column.whole("priority");
        return priority == 0 ? node : node.with("priority", priority);
    }
}
