package dev.konverge.codegen.source;

import java.io.IOException;
import java.io.InputStream;
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
     * Writes a source into a folder that may hold the work of people as well.
     *
     * @throws IllegalArgumentException if there is a file of that name that does not begin with the mark
     */
    void writeMarked(JavaName name, String mark, String text) throws IOException {
        Path file = root.resolve(name.packageName().replace('.', '/')).resolve(name.simpleName() + ".java");
        if (Files.exists(file) && !isMarked(file, mark)) {
            throw new IllegalArgumentException("'" + file + "' exists and was not generated; it is left alone");
        }
        write(name, text);
    }

    /** Deletes sources in a package and below it that an earlier run wrote with a mark, and this one did not. */
    void removeTheRest(String packageName, String mark) throws IOException {
        Path home = root.resolve(packageName.replace('.', '/'));
        if (!Files.isDirectory(home)) {
            return;
        }
        for (Path file : others(home)) {
            if (isMarked(file, mark)) {
                Files.delete(file);
            }
        }
    }

    private static boolean isMarked(Path file, String mark) throws IOException {
        byte[] wanted = mark.getBytes(StandardCharsets.UTF_8);
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(wanted.length), wanted);
        }
    }

    int count() {
        return written.size();
    }

    /** Deletes sources that an earlier run wrote and this one did not. */
    void removeTheRest() throws IOException {
        for (Path file : others(root)) {
            Files.delete(file);
        }
    }

    private List<Path> others(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".java") && !written.contains(f))
                    .toList();
        }
    }
}
