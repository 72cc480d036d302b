package dev.konverge.codegen.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A folder of generated sources. Files that would not change are left alone, so that nothing is compiled in vain. */
final class SourceFolder {
    private final Path root;
    private final Set<Path> written = new HashSet<>();

    SourceFolder(Path root) {
        this.root = root;
    }

    void write(JavaName name, String text) throws IOException {
        Path file = root.resolve(name.packageName().replace('.', '/')).resolve(name.simpleName() + ".java");
        if (!written.add(file)) {
            throw new IllegalArgumentException("two types have the Java name " + name.qualified());
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (Files.exists(file) && Arrays.equals(Files.readAllBytes(file), bytes)) {
            return;
        }
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    /**
     * Writes a source that begins with a mark, into a folder that may hold the work of people as well.
     *
     * @throws IllegalArgumentException if there is a file of that name without the mark
     */
    void writeMarked(JavaName name, String mark, String text) throws IOException {
        Path file = root.resolve(name.packageName().replace('.', '/')).resolve(name.simpleName() + ".java");
        if (Files.exists(file) && !isMarked(file, mark)) {
            throw new IllegalArgumentException("'" + file + "' exists and was not generated; it is left alone");
        }
        write(name, mark + "\n" + text);
    }

    /** Deletes sources in some packages that an earlier run wrote with a mark, and this one did not. */
    void removeTheRest(Set<String> packages, String mark) throws IOException {
        for (String packageName : packages) {
            Path folder = root.resolve(packageName.replace('.', '/'));
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    if (!written.contains(file) && isMarked(file, mark)) {
                        Files.delete(file);
                    }
                }
            }
        }
    }

    private static boolean isMarked(Path file, String mark) throws IOException {
        return Files.readString(file).startsWith(mark);
    }

    int count() {
        return written.size();
    }

    /** Deletes sources that an earlier run wrote and this one did not. */
    void removeTheRest() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> stale = files.filter(f -> f.toString().endsWith(".java") && !written.contains(f))
                    .toList();
            for (Path file : stale) {
                Files.delete(file);
            }
        }
    }
}
