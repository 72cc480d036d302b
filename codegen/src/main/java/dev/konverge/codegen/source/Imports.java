package dev.konverge.codegen.source;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The imports of one source file: a name that is free is imported, one that is taken is written out. */
final class Imports {
    private final String packageName;
    private final Set<String> taken;
    private final Map<String, JavaName> bySimpleName = new TreeMap<>();

    /**
     * Starts with no imports.
     *
     * @param packageName the package of the file
     * @param taken simple names that mean something else in the file
     */
    Imports(String packageName, Set<String> taken) {
        this.packageName = packageName;
        this.taken = Set.copyOf(taken);
    }

    /** {@return how to write the name in this file} */
    String use(JavaName name) {
        String simple = name.simpleName();
        if (simple.indexOf('.') >= 0) {
            // A type inside another cannot be imported under both names.
            return name.packageName().equals(packageName) ? simple : name.qualified();
        }
        if (taken.contains(simple) && !(name.packageName().equals(packageName) && !bySimpleName.containsKey(simple))) {
            return name.qualified();
        }
        JavaName other = bySimpleName.putIfAbsent(simple, name);
        return other == null || other.equals(name) ? simple : name.qualified();
    }

    /** {@return how to write the name in this file with an annotation that says that it may be null} */
    String useNullable(JavaName name) {
        String nullable = "@" + use(new JavaName("org.jspecify.annotations", "Nullable")) + " ";
        String written = use(name);
        int dot = written.lastIndexOf('.');
        return dot < 0 ? nullable + written : written.substring(0, dot + 1) + nullable + written.substring(dot + 1);
    }

    /** {@return the import declarations} */
    String declarations() {
        StringBuilder text = new StringBuilder();
        bySimpleName.values().stream()
                .filter(n ->
                        !n.packageName().equals(packageName) && !n.packageName().equals("java.lang"))
                .map(JavaName::qualified)
                .sorted()
                .forEach(n -> text.append("import ").append(n).append(";\n"));
        return text.toString();
    }
}
