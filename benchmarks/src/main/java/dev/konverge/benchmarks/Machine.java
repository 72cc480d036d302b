package dev.konverge.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What the figures were measured on, without which they say little. */
final class Machine {
    private Machine() {}

    static String inWords() {
        return String.format(
                Locale.ROOT,
                "%d cores%s, %.0f GB, %s %s, load %.1f",
                Runtime.getRuntime().availableProcessors(),
                processor().map(name -> " (" + name + ")").orElse(""),
                memoryGigabytes(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    static String java() {
        return "Java " + System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor") + ")";
    }

    private static double memoryGigabytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize() / 1e9
                : 0;
    }

    private static Optional<String> processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException notLinux) {
            return Optional.empty();
        }
    }
}
