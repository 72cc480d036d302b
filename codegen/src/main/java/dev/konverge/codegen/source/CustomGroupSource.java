package dev.konverge.codegen.source;

import dev.konverge.schema.KindDef;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The sources of what belongs to a whole API group: its client set, and its informers and listers. */
final class CustomGroupSource {
    private static final String CLIENT = "dev.konverge.client";
    private static final String INFORMER = "dev.konverge.informer";

    private final String home;
    private final String group;
    private final String shortName;
    private final Map<String, List<TypePlan>> versions;

    /**
     * The sources of one group.
     *
     * @param home the package to put them in
     * @param shortName what the names of its types begin with
     * @param versions the kinds of each version
     */
    CustomGroupSource(String home, String group, String shortName, Map<String, List<TypePlan>> versions) {
        this.home = home;
        this.group = group;
        this.shortName = shortName;
        this.versions = versions;
    }

    JavaName clientsName() {
        return new JavaName(home, shortName + "Apis");
    }

    JavaName informersName() {
        return new JavaName(home, shortName + "Informers");
    }

    String clients() {
        String name = clientsName().simpleName();
        return new Outline(name, "ClientSet", CLIENT, "clients").text();
    }

    String informers() {
        String name = informersName().simpleName();
        return new Outline(name, "SharedInformerFactory", INFORMER, "informers and listers").text();
    }

    /** A class that wraps something, with a nested class for each version and methods for each kind. */
    private final class Outline {
        private final String name;
        private final String wrapped;
        private final boolean informers;
        private final String what;
        private final Imports imports;
        private final Source out = new Source();

        Outline(String name, String wrapped, String wrappedPackage, String what) {
            this.name = name;
            this.what = what;
            this.informers = wrappedPackage.equals(INFORMER);
            this.imports = new Imports(home, taken(name));
            this.wrapped = imports.use(new JavaName(wrappedPackage, wrapped));
        }

        private Set<String> taken(String name) {
            Set<String> taken = new HashSet<>(Set.of(name));
            versions.keySet().forEach(version -> taken.add(type(version)));
            return taken;
        }

        /** A version is a DNS label: of what those can have, a name in Java cannot have a dash, nor be a keyword. */
        private static String method(String version) {
            return JavaName.identifier(version.replace('-', '_'));
        }

        private static String type(String version) {
            return JavaName.capitalized(method(version));
        }

        String text() {
            out.line("/** The " + what + " of " + group + ", by version. Immutable. */");
            out.open("public final class " + name);
            wrapper(name);
            out.blank().line("/** {@return the " + what + " of these kinds, through those of a server} */");
            out.open("public static " + name + " of(" + wrapped + " source)");
            out.line("return new " + name + "(source);").close();
            versions.keySet().forEach(this::accessor);
            versions.forEach(this::version);
            out.close();
            return "package " + home + ";\n\n" + imports.declarations() + "\n" + out;
        }

        private void wrapper(String type) {
            out.line("private final " + wrapped + " source;").blank();
            out.open("private " + type + "(" + wrapped + " source)")
                    .line("this.source = source;")
                    .close();
        }

        private void accessor(String version) {
            String type = type(version);
            out.blank().line("/** {@return the " + what + " of " + group + "/" + version + "} */");
            out.open("public " + type + " " + method(version) + "()")
                    .line("return new " + type + "(source);")
                    .close();
        }

        private void version(String version, List<TypePlan> kinds) {
            String type = type(version);
            out.blank().line("/** The " + what + " of " + group + "/" + version + ". */");
            out.open("public static final class " + type);
            wrapper(type);
            kinds.forEach(informers ? this::informer : this::client);
            out.close();
        }

        private void client(TypePlan plan) {
            KindDef kind = Objects.requireNonNull(plan.kind());
            KindDef.ResourceDef resource = Objects.requireNonNull(kind.resource());
            String type = imports.use(plan.name());
            String result = imports.use(new JavaName(CLIENT, "ResourceClient")) + "<" + type + "> ";
            String method = JavaName.identifier(ClientGenerator.method(kind));
            out.blank()
                    .line("/** {@return a client of " + resource.plural()
                            + (resource.namespaced() ? " in all namespaces" : "") + "} */");
            out.open("public " + result + method + "()")
                    .line("return source.resource(" + type + ".TYPE);")
                    .close();
            if (resource.namespaced()) {
                out.blank().line("/** {@return a client of " + resource.plural() + " in a namespace} */");
                out.open("public " + result + method + "(String namespace)")
                        .line("return source.resource(" + type + ".TYPE).in(namespace);")
                        .close();
            }
        }

        private void informer(TypePlan plan) {
            KindDef kind = Objects.requireNonNull(plan.kind());
            String type = imports.use(plan.name());
            String method = JavaName.identifier(ClientGenerator.method(kind));
            String result = imports.use(new JavaName(INFORMER, "ResourceInformer")) + "<" + type + "> ";
            out.blank()
                    .line("/** {@return the informer and the lister of "
                            + Objects.requireNonNull(kind.resource()).plural() + "} */");
            out.open("public " + result + method + "()")
                    .line("return source.resource(" + type + ".TYPE);")
                    .close();
        }
    }
}
