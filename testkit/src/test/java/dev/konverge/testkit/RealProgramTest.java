package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealProgramTest {
    private static final Path SHELL = Path.of("/bin/sh");

    private final Platform platform = Platform.real();

    @TempDir
    private Path folder = Path.of("");

    private RealProgram start(String script) {
        return RealProgram.start(SHELL, folder.resolve("log"), List.of("-c", script));
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long end = platform.clock().deadlineAfter(Duration.ofSeconds(30));
        while (!condition.getAsBoolean()) {
            assertThat(platform.clock().nanoTime()).as("waiting").isLessThan(end);
            platform.sleep(Duration.ofMillis(10));
        }
    }

    @Test
    void itsOutputIsKeptOverRestarts() throws InterruptedException {
        RealProgram first = start("echo one; echo two >&2");
        await(() -> !first.isAlive());
        RealProgram second = start("echo three");
        await(() -> !second.isAlive());
        assertThat(second.output()).contains("---- sh -c echo one", "one\ntwo\n", "three\n");
        assertThat(second.failure("did not listen"))
                .hasMessageStartingWith("sh did not listen; it ended with exit code 0. The end of its output:\n")
                .hasMessageContaining("three");
    }

    @Test
    void stoppingAsksAndKillingDoesNot() throws InterruptedException {
        String script = "trap 'echo asked; exit 0' TERM; echo up; while :; do sleep 0.05; done";
        RealProgram asked = start(script);
        await(() -> asked.output().contains("\nup\n"));
        asked.stop();
        assertThat(asked.isAlive()).isFalse();
        assertThat(asked.output()).contains("\nasked\n");
        RealProgram killed = RealProgram.start(SHELL, folder.resolve("second"), List.of("-c", script));
        await(() -> killed.output().contains("\nup\n"));
        killed.close();
        assertThat(killed.isAlive()).isFalse();
        assertThat(killed.output()).doesNotContain("\nasked\n");
    }

    @Test
    void itDiesWithTheProcessThatStartedIt() throws IOException, InterruptedException {
        outliveNot(program -> {});
    }

    @Test
    void aSignalToItsWholeGroupDoesNotLeaveItBehind() throws IOException, InterruptedException {
        outliveNot(program -> {
            List<ProcessHandle> guards = program.children().toList();
            assertThat(guards).hasSize(1);
            guards.forEach(ProcessHandle::destroy);
        });
    }

    private void outliveNot(Consumer<ProcessHandle> signal) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process owner = new ProcessBuilder(
                        java,
                        "-cp",
                        classPathOf(Owner.class, RealProgram.class, Platform.class),
                        Owner.class.getName(),
                        folder.resolve("orphan").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            long pid = Long.parseLong(owner.inputReader().readLine());
            Optional<ProcessHandle> program = ProcessHandle.of(pid);
            assertThat(program.map(ProcessHandle::isAlive)).contains(true);
            // The shell comes before the program, and the guard before that.
            await(() -> program.flatMap(handle -> handle.info().command())
                    .filter(command -> command.endsWith("sleep"))
                    .isPresent());
            signal.accept(program.orElseThrow());
            owner.destroyForcibly();
            await(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).equals(Optional.empty()));
        } finally {
            owner.destroyForcibly();
        }
    }

    private static String classPathOf(Class<?>... classes) {
        return Stream.of(classes)
                .map(one ->
                        one.getProtectionDomain().getCodeSource().getLocation().getPath())
                .distinct()
                .collect(Collectors.joining(":"));
    }

    /** Starts a program and leaves it behind. */
    static final class Owner {
        private Owner() {}

        public static void main(String[] arguments) throws InterruptedException {
            RealProgram program = RealProgram.start(Path.of("/bin/sleep"), Path.of(arguments[0]), List.of("600"));
            System.out.println(program.pid());
            Platform.real().sleep(Duration.ofMinutes(10));
        }
    }
}
