package dev.konverge.apiserver.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real kubectl, with a kubeconfig and a home of its own. */
final class Kubectl {
    private static final int PATIENCE_SECONDS = 60;

    private final Path program;
    private final Path kubeconfig;
    private final Path home;

    Kubectl(Path program, Path kubeconfig, Path home) {
        this.program = program;
        this.kubeconfig = kubeconfig;
        this.home = home;
    }

    /** Where kubectl is: what a developer says, what {@code hack/kubernetes/build} has built, what the PATH has. */
    static Optional<Path> find() {
        Map<String, String> environment = System.getenv();
        String cache = environment.getOrDefault("XDG_CACHE_HOME", environment.getOrDefault("HOME", "") + "/.cache");
        List<Path> folders = new ArrayList<>();
        Stream.of(environment.getOrDefault("KUBEBUILDER_ASSETS", ""), cache + "/konverge/kubernetes-v1.36.4")
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .forEach(folders::add);
        for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
            if (!folder.isEmpty()) {
                folders.add(Path.of(folder));
            }
        }
        return folders.stream()
                .map(folder -> folder.resolve("kubectl"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * What a call came to.
     *
     * @param code the exit code
     * @param out what it wrote to standard output
     * @param err what it wrote to standard error
     */
    record Result(int code, String out, String err) {
        @Override
        public String toString() {
            return "exit code " + code + "\n" + out + err;
        }
    }

    /** A call that is still going on. */
    record Call(Process process, Path out, Path err) implements AutoCloseable {
        Result await() throws IOException, InterruptedException {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("kubectl did not end in " + PATIENCE_SECONDS + " s: " + read(out) + read(err));
            }
            return new Result(process.exitValue(), read(out), read(err));
        }

        String soFar() throws IOException {
            return read(out);
        }

        private static String read(Path file) throws IOException {
            return Files.readString(file, StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return runWith(Map.of(), arguments);
    }

    Result runWith(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        try (Call call = start(environment, arguments)) {
            return call.await();
        }
    }

    Call start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString(), "--kubeconfig", kubeconfig.toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(home, "out", "");
        Path err = Files.createTempFile(home, "err", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().putAll(environment);
        return new Call(builder.start(), out, err);
    }
}
