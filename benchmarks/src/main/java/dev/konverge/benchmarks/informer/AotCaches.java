package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files in which a JVM keeps what it has learned for the next one. They are gone when this is closed. */
final class AotCaches implements AutoCloseable {
    /** Why there may be none. */
    static final String NONE = "this JVM has made no AOT cache: it takes Java 25 and a class path of jars";

    private final Path folder;
    private final List<Path> files = new ArrayList<>();

    AotCaches() {
        try {
            folder = Files.createTempDirectory("konverge-bench-aot");
        } catch (IOException e) {
            throw new UsageException("there is no room for an AOT cache: " + e.getMessage());
        }
    }

    private Path file(String who) {
        return folder.resolve(who + ".aot");
    }

    /** {@return the option of a JVM that writes the cache when it ends} */
    String making(String who) {
        files.add(file(who));
        return "-XX:AOTCacheOutput=" + file(who);
    }

    boolean has(String who) {
        return Files.isRegularFile(file(who));
    }

    /** {@return the option of a JVM that begins with the cache} */
    String using(String who) {
        return "-XX:AOTCache=" + file(who);
    }

    @Override
    public void close() {
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // It is in the folder for temporary files.
            return;
        }
    }
}
