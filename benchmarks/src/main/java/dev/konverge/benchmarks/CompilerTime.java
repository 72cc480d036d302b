package dev.konverge.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The processor time that the compilers of JVMs have taken, of whatever program runs in them, as the operating system tells: each is a thread with a name of its own.
 * None where it does not tell, and of programs that have no such threads.
 */
final class CompilerTime {
    private static final long TICK_MILLIS = 10;

    /** Fields of {@code stat} behind the name, which may have blanks in it: the processor time is at 11 and 12. */
    private static final int USER_TIME = 11;

    private CompilerTime() {}

    /** {@return that of this process and all that it has started} A compiler that has ended, for want of work, is not counted any more. */
    static Duration ofThisAndItsChildren() {
        long millis = Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .mapToLong(process -> millis(Path.of("/proc", Long.toString(process.pid()), "task")))
                .sum();
        return Duration.ofMillis(millis);
    }

    private static long millis(Path threads) {
        try (Stream<Path> all = Files.list(threads)) {
            return all.mapToLong(thread -> ofOne(thread.resolve("stat"))).sum();
        } catch (IOException | UncheckedIOException gone) {
            return 0;
        }
    }

    private static long ofOne(Path stat) {
        try {
            return millis(Files.readString(stat));
        } catch (IOException gone) {
            return 0;
        }
    }

    /** {@return what a thread has taken, in milliseconds, if it is a compiler's} */
    static long millis(String stat) {
        int end = stat.lastIndexOf(')');
        String name = stat.substring(stat.indexOf('(') + 1, end);
        if (!name.startsWith("C1 Compiler") && !name.startsWith("C2 Compiler")) {
            return 0;
        }
        String[] fields = stat.substring(end + 2).split(" ", -1);
        return TICK_MILLIS * (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1]));
    }
}
