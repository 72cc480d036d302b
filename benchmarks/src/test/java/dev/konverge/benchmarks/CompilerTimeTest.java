package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CompilerTimeTest {
    private static String thread(String name) {
        return "42 (" + name + ") S 1 2 3 0 -1 4194368 5 0 0 0 150 30 0 0 20 0 21 0 100 1 1 0 0";
    }

    @Test
    void theTimeOfACompilerIsThatInItsCodeAndInTheKernel() {
        assertThat(CompilerTime.millis(thread("C2 CompilerThre"))).isEqualTo(1800);
        assertThat(CompilerTime.millis(thread("C1 CompilerThre"))).isEqualTo(1800);
    }

    @Test
    void otherThreadsDoNotCompile() {
        assertThat(CompilerTime.millis(thread("VM (odd) Thread"))).isZero();
    }

    @Test
    void aJvmHasCompiledSomethingByNow() {
        boolean linux = Files.isDirectory(Path.of("/proc/self/task"));

        assertThat(CompilerTime.ofThisAndItsChildren().isPositive()).isEqualTo(linux);
    }
}
