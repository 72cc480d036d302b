package dev.konverge.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A folder for the files of one run. Closing it removes it with all that is in it; should this process be ended before, that does. */
public final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    private TemporaryFolder(Path path) {
        this.path = path;
    }

    /** Makes one. */
    public static TemporaryFolder create() throws IOException {
        var folder = new TemporaryFolder(Files.createTempDirectory("konverge-bench"));
        AtEnd.closeAfterChildren(folder);
        return folder;
    }

    /** {@return where a file in it is} */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It is among the temporary files.
            return;
        }
    }
}
