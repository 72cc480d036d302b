package dev.konverge.codegen.crd;

import dev.konverge.codegen.source.CustomResourceGenerator;
import dev.konverge.codegen.source.CustomResourceGenerator.Part;
import dev.konverge.codegen.source.Descriptions;
import dev.konverge.codegen.source.GroupNames;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.TypeDef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/**
 * The whole way from custom resource definitions to Java sources.
 *
 * <p>Each version of an API group becomes a package below the one that is asked for: {@code com.example.v1}, or
 * {@code com.example.certmanager.v1} where the definitions are of more than one group; groups that begin alike have as much of
 * their names there as keeps them apart. The clients and the informers of a group are
 * in the package itself.
 */
public final class CrdGenerator {
    private static final String USAGE =
            "usage: CrdGenerator --package PACKAGE --out DIR [--records-only|--no-informers]" + " CRD-FILE-OR-FOLDER…";

    private final String packageName;
    private final Set<Part> parts;

    /**
     * Prepares to generate.
     *
     * @param packageName the package for what is generated
     * @param parts what to generate besides records, codecs and builders
     * @throws CrdException if that cannot be a package
     */
    public CrdGenerator(String packageName, Set<Part> parts) {
        if (!SourceVersion.isName(packageName)) {
            throw new CrdException("\"" + packageName + "\" cannot be the name of a Java package");
        }
        this.packageName = packageName;
        this.parts = Set.copyOf(parts);
    }

    /**
     * What was generated.
     *
     * @param kinds group, version and name of each kind
     * @param types how many types have a record
     * @param files how many files there are
     */
    public record Report(List<String> kinds, int types, int files) {
        /** Copies its arguments. */
        public Report {
            kinds = List.copyOf(kinds);
        }
    }

    /**
     * Generates sources from files: for builds that cannot use the command line tool.
     *
     * @param args see the message about wrong ones
     */
    public static void main(String[] args) {
        List<Path> files = new ArrayList<>();
        String packageName = "";
        String out = "";
        Set<Part> parts = EnumSet.allOf(Part.class);
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--package" -> packageName = argument(args, ++i);
                case "--out" -> out = argument(args, ++i);
                case "--records-only" -> parts = EnumSet.noneOf(Part.class);
                case "--no-informers" -> parts.remove(Part.INFORMERS);
                default -> files.add(Path.of(args[i]));
            }
        }
        if (packageName.isEmpty() || out.isEmpty() || files.isEmpty()) {
            throw new IllegalArgumentException(USAGE);
        }
        new CrdGenerator(packageName, parts).fromFiles(files, Path.of(out));
    }

    private static String argument(String[] args, int i) {
        if (i >= args.length) {
            throw new IllegalArgumentException(USAGE);
        }
        return args[i];
    }

    /**
     * Generates sources from files, and from the files in folders.
     *
     * @throws CrdException if a definition cannot be understood, or a source cannot be written
     */
    public Report fromFiles(List<Path> files, Path out) {
        return generate(
                files.stream().flatMap(file -> CrdFile.read(file).stream()).toList(), out);
    }

    /**
     * Generates sources from the text of a manifest.
     *
     * @param name what to call it in messages
     * @throws CrdException if a definition cannot be understood, or a source cannot be written
     */
    public Report fromText(String name, String text, Path out) {
        return generate(CrdFile.parse(name, text), out);
    }

    private Report generate(List<Crd> crds, Path out) {
        List<TypeDef> types = new ArrayList<>();
        List<KindDef> kinds = new ArrayList<>();
        Set<String> packages = new TreeSet<>();
        Descriptions descriptions = new Descriptions();
        packages(distinct(crds)).forEach((javaPackage, versions) -> {
            CrdSchemas schemas = new CrdSchemas(javaPackage, descriptions);
            schemas.add(versions);
            types.addAll(schemas.types());
            kinds.addAll(schemas.kinds());
            packages.add(javaPackage);
        });
        int records = types.size();
        types.addAll(Builtins.types());
        Schema schema = Schema.of("custom", List.of(), types, kinds);
        try {
            int files = CustomResourceGenerator.generate(schema, descriptions, packages, packageName, parts, out);
            return new Report(
                    kinds.stream()
                            .map(kind -> kind.apiVersion() + " " + kind.kind())
                            .toList(),
                    records,
                    files);
        } catch (IOException | IllegalArgumentException e) {
            throw new CrdException("cannot write sources to '" + out + "': " + CrdException.reason(e), e);
        }
    }

    /** The same definition is often in several files; the last one counts, as it would on a server. */
    private static List<Crd> distinct(List<Crd> crds) {
        Map<String, Crd> byName = new LinkedHashMap<>();
        crds.forEach(crd -> byName.put(crd.plural() + "." + crd.group(), crd));
        return List.copyOf(byName.values());
    }

    private Map<String, Map<Crd, Crd.Version>> packages(List<Crd> crds) {
        GroupNames groups = names(crds.stream().map(Crd::group).collect(Collectors.toSet()));
        boolean oneGroup = crds.stream().map(Crd::group).distinct().count() == 1;
        Map<String, Map<Crd, Crd.Version>> packages = new TreeMap<>();
        for (Crd crd : crds) {
            String home = oneGroup ? packageName : packageName + "." + groups.packageName(crd.group());
            for (Crd.Version version : crd.versions()) {
                packages.computeIfAbsent(home + "." + versionPackage(version.name()), key -> new LinkedHashMap<>())
                        .put(crd, version);
            }
        }
        return packages;
    }

    private static GroupNames names(Set<String> groups) {
        try {
            return GroupNames.of(groups);
        } catch (IllegalArgumentException same) {
            throw new CrdException(String.valueOf(same.getMessage()), same);
        }
    }

    /** {@return a version's name, without what a package's name cannot have; versions are DNS labels} */
    private static String versionPackage(String version) {
        String name = version.replace('-', '_');
        return SourceVersion.isName(name) ? name : "_" + name;
    }
}
