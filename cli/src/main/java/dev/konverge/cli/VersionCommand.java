package dev.konverge.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code konverge version}. */
@Command(name = "version", description = "Print the versions of Konverge, of the Kubernetes API it knows and of Java.")
final class VersionCommand implements Runnable {
    private final PrintWriter out;

    VersionCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        out.println(Version.current().text());
    }
}
