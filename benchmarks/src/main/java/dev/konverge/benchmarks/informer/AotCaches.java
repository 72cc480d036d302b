package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.BenchFailure;
import dev.konverge.benchmarks.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

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

    /**
     * Runs a program once to make its cache. There is none if the JVM cannot make it.
     *
     * @param command the program with one more option for its JVM, which writes the cache when it ends
     */
    void make(String who, Function<String, List<String>> command) {
        files.add(file(who));
        var builder = new ProcessBuilder(command.apply("-XX:AOTCacheOutput=" + file(who)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("BENCH_STARTED", "0");
        Process process = null;
        try {
            process = builder.start();
            process.waitFor();
        } catch (IOException e) {
            throw new BenchFailure(who + " could not be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailure("interrupted while " + who + " ran", e);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
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
