package dev.konverge.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A copy of the launcher in a folder of its own, beside as much of a repository as it looks at, with JDKs and a Maven that
 * are shell scripts. Its path has blanks in it, because home folders have.
 */
final class Checkout implements AutoCloseable {
    /** All that the launcher may call. No Java and no Maven: a test puts those there. */
    private static final List<String> TOOLS = List.of(
            "awk",
            "cat",
            "cp",
            "date",
            "dirname",
            "find",
            "grep",
            "head",
            "ln",
            "ls",
            "mkdir",
            "mv",
            "ps",
            "readlink",
            "rm",
            "rmdir",
            "sed",
            "sh",
            "sleep",
            "tr",
            "uname");

    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    private static final String HELP = "cli/src/main/resources/dev/konverge/cli/help.txt";

    private final Path folder;
    private final Path root;
    private final Path tools;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Process> started = new ArrayList<>();

    Checkout(Path folder) throws IOException {
        this.folder = folder;
        root = Files.createDirectories(folder.resolve("my projects/kon verge"));
        tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : TOOLS) {
            script(tools.resolve(tool), "#!/bin/sh\nexec " + onPath(tool) + " \"$@\"\n");
        }
        environment.put("PATH", tools.toString());
        environment.put("HOME", folder.resolve("home").toString());
        environment.put("KONVERGE_JDK_PATH", folder.resolve("jd ks") + "/*");
        copyLauncher();
        old("pom.xml", "<module>base</module>\n<module>cli</module>\n<module>benchmarks</module>\n");
        for (String module : List.of("base", "cli", "benchmarks")) {
            old(module + "/pom.xml", "<project/>\n");
            old(module + "/src/main/java/A.java", "class A {}\n");
            old(module + "/src/test/java/ATest.java", "class ATest {}\n");
        }
    }

    private void copyLauncher() throws IOException {
        Path repository = Path.of("..").toAbsolutePath().normalize();
        script(root.resolve("konverge"), Files.readString(repository.resolve("konverge")));
        old(HELP, Files.readString(repository.resolve(HELP)));
    }

    private static Path onPath(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(place -> Path.of(place, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + tool + " on the PATH"));
    }

    Path root() {
        return root;
    }

    /** Puts a file into the repository that is older than any build of the test, and so are the folders it is in. */
    private void old(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Path relative = Path.of(path);
        for (int depth = relative.getNameCount(); depth > 0; depth--) {
            Files.setLastModifiedTime(root.resolve(relative.subpath(0, depth)), FileTime.from(LONG_AGO));
        }
    }

    /** Changes a file, now. */
    void edit(String path) throws IOException {
        Files.writeString(root.resolve(path), "// changed\n", StandardOpenOption.APPEND);
    }

    /** Puts a JDK into the one folder where the launcher looks for them, and returns its home. */
    Path jdk(String version) throws IOException {
        return jdkAt(folder.resolve("jd ks/jdk " + version), version);
    }

    Path jdkAt(Path home, String version) throws IOException {
        runtimeAt(home, version);
        script(home.resolve("bin/javac"), "#!/bin/sh\n");
        return home;
    }

    /** A Java without a compiler, and without a release file: it has to be asked for its version. */
    Path runtimeAt(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        script(home.resolve("bin/java"), """
                #!/bin/sh
                if [ "$1" = -version ]; then
                    echo 'openjdk version "%1$s" 2025-01-01' >&2
                    exit
                fi
                echo "java %1$s"
                for argument; do
                    echo "[$argument]"
                done
                """.formatted(version));
        return home;
    }

    /** Gives a JDK the file that says its version, as all real ones have. */
    void releaseFile(Path home, String version) throws IOException {
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\nOS=\"y\"\n");
    }

    /** The java of that home is the one on the PATH, behind a link as distributions do it. */
    void putOnPath(Path home) throws IOException {
        Files.createSymbolicLink(tools.resolve("java"), home.resolve("bin/java"));
    }

    /** A Maven that notes its calls, does as told, and builds the jars and class paths of both programs. */
    void maven(String body) throws IOException {
        script(tools.resolve("mvn"), """
                #!/bin/sh
                echo "$JAVA_HOME: $*" >>maven-calls
                echo '[INFO] Building konverge-base 0.1.0-SNAPSHOT                      [1/2]'
                %s
                echo '[INFO] Building konverge-cli 0.1.0-SNAPSHOT                       [2/2]'
                for module in base cli benchmarks; do
                    mkdir -p $module/target
                    echo jar >$module/target/konverge-$module.jar
                done
                for module in cli benchmarks; do
                    printf %%s "$PWD/base/target/konverge-base.jar" >$module/target/classpath
                done
                """.formatted(body));
    }

    void maven() throws IOException {
        maven("");
    }

    /** What builds the programs of Kubernetes; runs in the root. */
    void kubernetesBuild(String body) throws IOException {
        script(root.resolve("hack/kubernetes/build"), "#!/bin/sh\ncd '" + root + "'\n" + body + "\n");
    }

    /** {@return the arguments of each call of Maven so far} */
    List<String> mavenCalls() throws IOException {
        Path calls = root.resolve("maven-calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    void set(String variable, String value) {
        environment.put(variable, value);
    }

    Call call(String... arguments) throws IOException, InterruptedException {
        return start(arguments).end();
    }

    /** Calls the launcher, which must succeed, and returns what it printed. */
    String done(String... arguments) throws IOException, InterruptedException {
        Call call = call(arguments);
        call.assertDone();
        return call.out();
    }

    Running start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(root.resolve("konverge").toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        process.getOutputStream().close();
        return new Running(process, process.errorReader(StandardCharsets.UTF_8));
    }

    /** Ends what a failed test left running. */
    @Override
    public void close() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make executable: " + file);
        }
    }

    /** Adds to the PATH, behind everything else. */
    void addToPath(Path place) {
        environment.merge("PATH", place.toString(), (before, after) -> before + ":" + after);
    }

    /** What a call of the launcher came to. */
    record Call(int code, String out, String err) {
        void assertDone() {
            if (code != 0) {
                throw new AssertionError("exit code " + code + "\n" + out + "\n" + err);
            }
        }
    }

    /** A call of the launcher that goes on. */
    record Running(Process process, BufferedReader err) {
        /** Reads standard error up to the first line with that text. */
        void awaitError(String text) throws IOException {
            var seen = new StringBuilder();
            for (String line = err.readLine(); line != null; line = err.readLine()) {
                if (line.contains(text)) {
                    return;
                }
                seen.append(line).append('\n');
            }
            throw new AssertionError("ended without '" + text + "' on standard error:\n" + seen);
        }

        Call end() throws IOException, InterruptedException {
            String errors = String.join("\n", err.lines().toList());
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Call(process.waitFor(), out, errors);
        }
    }
}
