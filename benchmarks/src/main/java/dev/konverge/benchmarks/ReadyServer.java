package dev.konverge.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A server of a benchmark in a process of its own, which is ready.
 *
 * @param process the process; it ends with its standard input
 * @param line what it printed when it was ready, such as its port
 */
public record ReadyServer(Process process, String line) {
    /** Starts a server and waits until it has printed a line. What it has to complain of is shown where the progress is. */
    public static ReadyServer start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null) {
            throw new UsageException("the server of the benchmark did not start; what it wrote is above");
        }
        return new ReadyServer(process, line);
    }
}
