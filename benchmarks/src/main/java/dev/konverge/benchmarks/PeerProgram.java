package dev.konverge.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A peer in another language, whose source is in the folder {@code benchmarks/peers} of the repository. It is built by the run
 * that measures it, if the machine has the tools; where it cannot be built it is reported as missing, not left out silently.
 *
 * <p>The program measures for {@code BENCH_MILLIS} milliseconds and prints one JSON object, as {@link Contender.Program} says.
 */
public final class PeerProgram {
    private PeerProgram() {}

    /**
     * {@return a contender that runs the Go program in a folder of {@code benchmarks/peers}}
     *
     * @param name its name in the report
     * @param folder the folder of its {@code go.mod}
     * @param arguments the program's arguments
     */
    public static Contender go(String name, String folder, List<String> arguments) {
        Path binary = built().resolve(folder);
        return build(name, source(folder), List.of("go", "build", "-o", binary.toString(), "."), binary, arguments);
    }

    /** {@return a contender that runs the Rust program in a folder of {@code benchmarks/peers}, whose package is named like it} */
    public static Contender rust(String name, String folder, List<String> arguments) {
        Path target = built().resolve(folder + "-target");
        List<String> command = List.of("cargo", "build", "--quiet", "--release", "--target-dir", target.toString());
        return build(name, source(folder), command, target.resolve("release").resolve(folder), arguments);
    }

    /**
     * {@return a contender that runs the Java program in a folder of {@code benchmarks/peers}, which brings its own libraries: built with Maven}
     *
     * @param name its name in the report
     * @param folder the folder of its {@code pom.xml}, which takes {@code peer.target} for where to build it, names its jar like the folder, and
     *     writes its class path beside it
     * @param command program and arguments, given the class path
     */
    public static Contender maven(String name, String folder, Function<String, List<String>> command) {
        Path target = built().resolve(folder);
        Path jar = target.resolve(folder + ".jar");
        List<String> build = List.of("mvn", "-B", "-q", "-Dmaven.test.skip=true", "-Dpeer.target=" + target, "package");
        Contender contender = build(name, source(folder), build, jar, List.of());
        if (contender instanceof Contender.Missing) {
            return contender;
        }
        try {
            String libraries = Files.readString(target.resolve("classpath")).strip();
            return new Contender.Program(name, command.apply(jar + File.pathSeparator + libraries));
        } catch (IOException e) {
            return new Contender.Missing(name, "its class path cannot be read: " + e.getMessage());
        }
    }

    /** {@return a contender that runs our own program as users do: by the launcher, which is asked first to build what is missing or stale} */
    public static Contender launcher(String name) {
        Path launcher = root().resolve("konverge");
        return build(name, root(), List.of(launcher.toString(), "version"), launcher, List.of());
    }

    static Contender build(String name, Path source, List<String> command, Path binary, List<String> arguments) {
        if (!Files.isDirectory(source)) {
            return new Contender.Missing(name, "there is no folder " + source);
        }
        try {
            Path folder = binary.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            var builder = new ProcessBuilder(command).directory(source.toFile()).redirectErrorStream(true);
            // Maven takes another Java otherwise.
            builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
            Process process = builder.start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                return new Contender.Missing(name, "it could not be built: " + lastLine(out));
            }
        } catch (IOException e) {
            return new Contender.Missing(
                    name, "there is no '" + command.getFirst() + "' on this machine to build it with");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailure("interrupted while " + name + " was built", e);
        }
        return new Contender.Program(
                name,
                Stream.concat(Stream.of(binary.toString()), arguments.stream()).toList());
    }

    private static String lastLine(String out) {
        return out.strip().lines().reduce((first, second) -> second).orElse("it did not say why");
    }

    /** The repository, as the launcher says; run by hand, the folder that this process was started in. */
    static Path root() {
        return Path.of(System.getProperty("konverge.root", "")).toAbsolutePath();
    }

    private static Path source(String folder) {
        return root().resolve("benchmarks/peers").resolve(folder);
    }

    private static Path built() {
        return root().resolve(".konverge/peers");
    }
}
