package dev.konverge.benchmarks.controller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** What the operating system knows of a process; nothing where it cannot be asked. */
final class ProcessFigures {
    private static final double TICKS_A_SECOND = 100;

    /** Fields of {@code /proc/PID/stat} behind the name, which may have blanks in it: the processor time of the process is at 11 and 12. */
    private static final int USER_TIME = 11;

    private static final double KILOBYTES_A_MEGABYTE = 1024;

    private final Path folder;

    ProcessFigures(long pid) {
        this.folder = Path.of("/proc", Long.toString(pid));
    }

    /** {@return the processor seconds that it has taken} */
    OptionalDouble processorSeconds() {
        try {
            String stat = Files.readString(folder.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return OptionalDouble.of((Double.parseDouble(fields[USER_TIME]) + Double.parseDouble(fields[USER_TIME + 1]))
                    / TICKS_A_SECOND);
        } catch (IOException notLinux) {
            return OptionalDouble.empty();
        }
    }

    /** {@return the megabytes of its memory that are in the machine's} */
    OptionalDouble residentMegabytes() {
        try {
            for (String line : Files.readAllLines(folder.resolve("status"))) {
                if (line.startsWith("VmRSS:")) {
                    String kilobytes = line.substring(6).replace("kB", "").strip();
                    return OptionalDouble.of(Double.parseDouble(kilobytes) / KILOBYTES_A_MEGABYTE);
                }
            }
            return OptionalDouble.empty();
        } catch (IOException notLinux) {
            return OptionalDouble.empty();
        }
    }
}
