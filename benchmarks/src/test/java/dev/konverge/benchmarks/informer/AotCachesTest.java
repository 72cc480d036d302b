package dev.konverge.benchmarks.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.benchmarks.JavaCommand;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AotCachesTest {
    private static List<String> java(List<String> flags) {
        var command = new ArrayList<String>();
        command.add(JavaCommand.tool("java"));
        command.addAll(flags);
        command.add("-version");
        return command;
    }

    @Test
    void aCacheIsThereOnceAJvmHasMadeItAndHasBegunWithIt() {
        try (var caches = new AotCaches()) {
            caches.make("us", AotCachesTest::java);

            assertThat(caches.has("us")).isEqualTo(Runtime.version().feature() >= 25);
            assertThat(caches.using("us"))
                    .as("a JVM that cannot use it must not begin without it")
                    .contains("-XX:AOTMode=on");
        }
    }

    @Test
    void aCacheThatAJvmRefusesCountsAsNone() {
        try (var caches = new AotCaches()) {
            caches.make("us", flags -> {
                var command = new ArrayList<>(java(flags));
                // The layout of its objects is another one then.
                command.add(
                        1,
                        flags.contains("-XX:AOTMode=on") ? "-XX:-UseCompressedOops" : "-XX:+UseCompactObjectHeaders");
                return command;
            });

            assertThat(caches.has("us")).isFalse();
        }
    }
}
