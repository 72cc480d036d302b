package dev.konverge.codegen.source;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/**
 * Short names of API groups: the first part of each, and of those that would have the same one as many parts as keep them
 * apart. Names that differ only in case count as the same, because on some systems their files are.
 */
public final class GroupNames {
    /** The parts of each group that its names are made of. */
    private final Map<String, String> parts = new TreeMap<>();

    private GroupNames() {}

    /**
     * {@return names for these groups}
     *
     * @throws IllegalArgumentException if two of them cannot be kept apart
     */
    public static GroupNames of(Collection<String> groups) {
        GroupNames names = new GroupNames();
        groups.forEach(group -> names.parts.put(group, first(group, 1)));
        for (int n = 2; names.lengthen(n); n++) {
            // Those that still share a name have one part more now.
        }
        return names;
    }

    /** Gives groups that share a name one more part. {@return whether there were such} */
    private boolean lengthen(int n) {
        var shared = parts.keySet().stream().collect(Collectors.groupingBy(this::packageName)).values().stream()
                .filter(groups -> groups.size() > 1)
                .toList();
        for (var groups : shared) {
            if (groups.stream().allMatch(group -> partsOf(group).equals(group))) {
                throw new IllegalArgumentException("the groups " + String.join(" and ", groups)
                        + " would share the name " + packageName(groups.getFirst())
                        + "; generate them one by one, into packages of their own");
            }
            groups.forEach(group -> parts.put(group, first(group, n)));
        }
        return !shared.isEmpty();
    }

    private static String first(String group, int n) {
        return Arrays.stream(group.split("\\.")).limit(n).collect(Collectors.joining("."));
    }

    private String partsOf(String group) {
        return Objects.requireNonNull(parts.get(group), group);
    }

    /** {@return the name of a group as that of a package: {@code certmanager} for cert-manager.io} */
    public String packageName(String group) {
        String name = partsOf(group).replaceAll("\\W", "");
        return SourceVersion.isName(name) ? name : "_" + name;
    }

    /** {@return the name of a group as that of a type: {@code CertManager} for cert-manager.io} */
    String typeName(String group) {
        String name = partsOf(group);
        return JavaName.capitalized(JavaName.identifier(name.isEmpty() ? "core" : name));
    }
}
