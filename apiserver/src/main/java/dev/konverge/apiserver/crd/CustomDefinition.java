package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.apply.Versions;
import dev.konverge.apiserver.catalog.Names;
import dev.konverge.apiserver.catalog.Origin;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.apiserver.catalog.VersionOrder;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A stored definition as the server understands it. Immutable; a definition that was changed is read anew. */
public final class CustomDefinition {
    private static final List<String> VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
    private static final List<String> VERBS_WHILE_TERMINATING =
            List.of("delete", "deletecollection", "get", "list", "watch");
    private static final List<String> SUBRESOURCE_VERBS = List.of("get", "patch", "update");

    private final String name;
    private final String group;
    private final Names names;
    private final boolean namespaced;
    private final boolean established;
    private final boolean terminating;
    private final List<CustomVersion> versions;
    private final Map<String, CustomKind> kinds = new LinkedHashMap<>();

    private CustomDefinition(Json.Obj definition, Structures structures, Function<Json.Obj, Conversion> conversions) {
        this.name = Tree.text(definition, "metadata", "name");
        this.group = Tree.text(definition, "spec", "group");
        this.names = names(definition);
        this.namespaced = Tree.text(definition, "spec", "scope").equals("Namespaced");
        this.established = Conditions.isTrue(definition, "Established");
        this.terminating =
                Conditions.isTrue(definition, "Terminating") || Tree.has(definition, "metadata", "deletionTimestamp");
        this.versions = Tree.objects(definition, "spec", "versions").stream()
                .map(CustomVersion::of)
                .toList();
        Conversion conversion = conversions.apply(Tree.object(definition, "spec", "conversion"));
        for (CustomVersion version : versions) {
            kinds.put(
                    version.name(),
                    new CustomKind(
                            version, group, names.kind(), namespaced, deprecation(version), structures, conversion));
        }
    }

    /** {@return what a stored definition says, whose versions differ in their names alone} */
    public static CustomDefinition of(Json.Obj definition, Structures structures) {
        return of(definition, structures, any -> Conversion.NONE);
    }

    /** {@return what a stored definition says}; {@code conversions} makes what converts of its {@code spec.conversion} */
    public static CustomDefinition of(
            Json.Obj definition, Structures structures, Function<Json.Obj, Conversion> conversions) {
        return new CustomDefinition(definition, structures, conversions);
    }

    /** What is served goes by the names that were accepted, not by those that were asked for. */
    private static Names names(Json.Obj definition) {
        boolean accepted = Tree.has(definition, "status", "acceptedNames", "plural");
        Json.Obj names = accepted
                ? Tree.object(definition, "status", "acceptedNames")
                : Tree.object(definition, "spec", "names");
        return new Names(
                Tree.text(names, "kind"),
                Tree.text(names, "listKind"),
                Tree.text(names, "plural"),
                Tree.text(names, "singular"),
                Tree.strings(names, "shortNames"),
                Tree.strings(names, "categories"));
    }

    private String deprecation(CustomVersion version) {
        if (!version.deprecated()) {
            return "";
        }
        if (!version.ownWarning().isEmpty()) {
            return version.ownWarning();
        }
        String better = versions.stream()
                .filter(other -> other.served() && !other.deprecated())
                .map(CustomVersion::name)
                .filter(other -> VersionOrder.PREFERRED_FIRST.compare(other, version.name()) < 0)
                .min(VersionOrder.PREFERRED_FIRST)
                .map(other -> "; use " + group + "/" + other + " " + names.kind())
                .orElse("");
        return group + "/" + version.name() + " " + names.kind() + " is deprecated" + better;
    }

    /** {@return the name of the definition, such as {@code foos.example.com}} */
    public String name() {
        return name;
    }

    /** {@return whether its objects live in a namespace} */
    public boolean namespaced() {
        return namespaced;
    }

    /** {@return whether nothing may be created any more} */
    public boolean terminating() {
        return terminating;
    }

    /** {@return the kind in a version, served or not, if there is such a version} */
    public Optional<CustomKind> findKind(String version) {
        return Optional.ofNullable(kinds.get(version));
    }

    /** {@return the kind in the version in which objects are stored}; a definition that was accepted has one */
    public CustomKind storedKind() {
        for (CustomVersion version : versions) {
            CustomKind kind = kinds.get(version.name());
            if (version.storage() && kind != null) {
                return kind;
            }
        }
        throw new IllegalStateException("the definition " + name + " has no storage version");
    }

    /** {@return what server-side apply needs to know about the versions} */
    public Versions versions() {
        return (object, apiVersion) -> apiVersion.startsWith(group + "/")
                ? findKind(apiVersion.substring(group.length() + 1))
                        .map(kind -> new Versions.Versioned(kind.convert(object), kind.structure()))
                : Optional.empty();
    }

    /** {@return what is served: every served version, once the names were accepted and the definition is established} */
    public List<Served> served() {
        List<Served> served = new ArrayList<>();
        if (established) {
            for (CustomVersion version : versions) {
                if (version.served()) {
                    served.add(served(version));
                }
            }
        }
        return served;
    }

    private Served served(CustomVersion version) {
        return new Served(
                group,
                version.name(),
                names,
                namespaced,
                terminating ? VERBS_WHILE_TERMINATING : VERBS,
                subresources(version),
                new GroupResource(group, names.plural()),
                storedKind().apiVersion(),
                new Origin.Custom(name));
    }

    private List<Subresource> subresources(CustomVersion version) {
        List<Subresource> subresources = new ArrayList<>();
        if (version.status()) {
            subresources.add(new Subresource("status", group, version.name(), names.kind(), SUBRESOURCE_VERBS));
        }
        if (version.scale().isPresent()) {
            subresources.add(new Subresource("scale", "autoscaling", "v1", "Scale", SUBRESOURCE_VERBS));
        }
        return subresources;
    }
}
