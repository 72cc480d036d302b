package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.BenchFailure;
import dev.konverge.benchmarks.UsageException;
import dev.konverge.testkit.RealProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Files in which a JVM keeps what it has learned for the next one. They are gone when this is closed. */
final class AotCaches implements AutoCloseable {
    /** Why there may be none. */
    static final String NONE = "this JVM has made no AOT cache: it takes Java 25 and a class path of jars";

    private final Path folder;
    private final List<Path> files = new ArrayList<>();
    private final Set<String> usable = new HashSet<>();

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
     * Runs a program once to make its cache. There is none if the JVM cannot make it, or would not use it.
     *
     * @param command the program with more options for its JVM, the last before its main class
     */
    void make(String who, Function<List<String>, List<String>> command) {
        files.add(file(who));
        int unused = run(who, command.apply(List.of("-XX:AOTCacheOutput=" + file(who))));
        if (Files.isRegularFile(file(who))) {
            var check = new ArrayList<>(using(who));
            check.add("-version");
            if (run(who, command.apply(check)) == 0) {
                usable.add(who);
            }
        }
    }

    private static int run(String who, List<String> command) {
        var builder = new ProcessBuilder(RealProgram.guarded(command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("BENCH_STARTED", "0");
        Process process = null;
        try {
            process = builder.start();
            return process.waitFor();
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
        return usable.contains(who);
    }

    /**
     * {@return the options of a JVM that begins with the cache, and does not begin at all if it cannot use it} What it has to say about parts of the
     * cache goes to where no answer is expected.
     */
    List<String> using(String who) {
        return List.of("-XX:AOTCache=" + file(who), "-XX:AOTMode=on", "-Xlog:disable", "-Xlog:all=warning:stderr");
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
