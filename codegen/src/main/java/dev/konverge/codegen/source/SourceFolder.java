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
