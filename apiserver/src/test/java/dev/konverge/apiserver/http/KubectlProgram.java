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

/** The program, with a kubeconfig and a home of its own. */
public final class KubectlProgram implements Kubectl {
    private static final int PATIENCE_SECONDS = 60;

    private final Path program;
    private final Path kubeconfig;
    private final Path home;

    /** The program at a place. */
    public KubectlProgram(Path program, Path kubeconfig, Path home) {
        this.program = program;
        this.kubeconfig = kubeconfig;
        this.home = home;
    }

    /** Where kubectl is: what a developer says, what {@code hack/kubernetes/build} has built, what the PATH has. */
    public static Optional<Path> find() {
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

    private record Running(Process process, Path out, Path err) implements Call {
        @Override
        public Result await() throws IOException, InterruptedException {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("kubectl did not end in " + PATIENCE_SECONDS + " s: " + read(out) + read(err));
            }
            return new Result(process.exitValue(), read(out), read(err));
        }

        @Override
        public String soFar() throws IOException {
            return read(out);
        }

        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        private static String read(Path file) throws IOException {
            return Files.readString(file, StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @Override
    public Call start(Map<String, String> environment, String... arguments) throws IOException {
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
        return new Running(builder.start(), out, err);
    }
}
