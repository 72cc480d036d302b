package dev.konverge.codegen.crd;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A custom resource definition, as far as sources depend on it.
 *
 * @param group the API group
 * @param kind the name of the kind
 * @param plural the name in paths
 * @param singular the name for one
 * @param shortNames abbreviations that kubectl takes
 * @param categories groups of resources that kubectl takes
 * @param namespaced whether objects live in a namespace
 * @param versions the versions that are served
 */
record Crd(
        String group,
        String kind,
        String plural,
        String singular,
        List<String> shortNames,
        List<String> categories,
        boolean namespaced,
        List<Version> versions) {
    private static final String API_VERSION = "apiextensions.k8s.io/v1";

    /** What the server takes, roughly: enough to tell a slip from a name before it gets into Java. */
    private static final Pattern GROUP = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

    private static final Pattern KIND = Pattern.compile("[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?");
    private static final Pattern SCOPE = Pattern.compile("Cluster|Namespaced");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    /**
     * A version of a definition.
     *
     * @param name its name
     * @param status whether the status is a subresource
     * @param scale whether there is a scale subresource
     * @param schema what objects look like
     */
    record Version(String name, boolean status, boolean scale, Tree schema) {}

    static boolean isDefinition(Tree document) {
        return document.text("kind").equals("CustomResourceDefinition");
    }

    /**
     * {@return the definition in a document}
     *
     * @param apiVersion what the document, or the list it is in, says it is
     * @throws CrdException if it cannot be understood
     */
    static Crd of(Tree document, String apiVersion) {
        if (!apiVersion.equals(API_VERSION)) {
            throw document.problem("is a CustomResourceDefinition of \"" + apiVersion + "\"; only " + API_VERSION
                    + " is understood. Servers since 1.22 give that: kubectl get crd NAME -o yaml");
        }
        Tree spec = document.at("spec");
        Tree names = spec.at("names");
        List<Version> versions = spec.list("versions").stream()
                .filter(version -> !version.text("served").equals("false"))
                .map(Crd::version)
                .toList();
        if (versions.isEmpty()) {
            throw spec.problem("has no version that is served");
        }
        return new Crd(
                spec.required("group", GROUP),
                names.required("kind", KIND),
                names.required("plural", NAME),
                singular(names),
                names.texts("shortNames"),
                names.texts("categories"),
                spec.required("scope", SCOPE).equals("Namespaced"),
                versions);
    }

    /** {@return the name for one} Who does not give any gets that of the kind from the server. */
    private static String singular(Tree names) {
        String given = names.text("singular");
        return given.isEmpty() ? names.text("kind").toLowerCase(Locale.ROOT) : given;
    }

    private static Version version(Tree version) {
        Tree subresources = version.at("subresources");
        return new Version(
                version.required("name", NAME),
                subresources.find("status").isPresent(),
                subresources.find("scale").isPresent(),
                version.at("schema").at("openAPIV3Schema"));
    }
}
