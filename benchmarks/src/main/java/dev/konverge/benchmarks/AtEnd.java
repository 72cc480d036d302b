package dev.konverge.benchmarks;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a process of a benchmark sees to before it ends, be it by Ctrl-C or by another signal. Who is killed sees to nothing: then the processes that it has
 * started end because it does, each by what its standard input says.
 */
public final class AtEnd {
    /** The real server is ended in order, and what it has written removed. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private AtEnd() {}

    /** Has something closed that may be closed twice, by any thread. */
    public static void close(AutoCloseable something) {
        PrintStream err = System.err;
        onEnd(() -> {
            try {
                something.close();
            } catch (Exception failure) {
                err.println("konverge bench: " + failure.getMessage());
            }
        });
    }

    /** Has all processes ended that this one will have started. */
    static void endChildren() {
        onEnd(AtEnd::end);
    }

    /** Has something closed when all processes have ended that this one has started, and that may use it. */
    static void closeAfterChildren(AutoCloseable something) {
        close(() -> {
            end();
            something.close();
        });
    }

    private static void onEnd(Runnable last) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            // Whatever fails from now on fails because of this, and tells nobody anything.
            System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
            last.run();
        }));
    }

    /** The rest of this process goes on meanwhile, and may start more. */
    private static void end() {
        List<ProcessHandle> children = ProcessHandle.current().children().toList();
        while (!children.isEmpty()) {
            end(children);
            children = ProcessHandle.current().children().toList();
        }
    }

    /** All are asked first, so that it takes as long as the slowest. */
    private static void end(List<ProcessHandle> children) {
        children.forEach(ProcessHandle::destroy);
        for (ProcessHandle child : children) {
            try {
                child.onExit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException | InterruptedException late) {
                child.destroyForcibly();
            }
        }
    }
}
