package dev.konverge.cli;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.cli.demo.Demo;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code konverge demo}: a controller at work, told as it happens. */
@Command(
        name = "demo",
        description = {
            "Show a controller at work, with nothing else installed.",
            "Starts an API server, the workload controllers and the sample controller in this process, creates a Foo,",
            "scales it, breaks what was made for it, deletes it, and tells what happens."
        },
        footer = {
            "",
            "Examples:",
            "  ./konverge demo",
            "  ./konverge demo --keep --kubeconfig /tmp/kube     stays up; look on with kubectl --kubeconfig /tmp/kube",
            "  ./konverge demo --foos 1000                       a thousand Foos, with a progress bar",
            "  ./konverge demo --once                            without pauses; exit code 0 only if all converged"
        })
final class DemoCommand implements Runnable {
    private final PrintWriter out;
    private final Platform platform;

    @Option(names = "--keep", description = "Stay up when the story is told, until Ctrl-C.")
    private boolean keep;

    @Option(names = "--once", description = "No pauses; the exit code is 0 only if everything converged.")
    private boolean once;

    @Option(names = "--foos", paramLabel = "N", description = "Tell of N Foos in numbers, rather than of one in words.")
    private int foos = 1;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Where to write the kubeconfig, readable by you only; without it, a temporary file.")
    private @Nullable Path kubeconfig;

    DemoCommand(PrintWriter out, Platform platform) {
        this.out = out;
        this.platform = platform;
    }

    @Override
    public void run() {
        if (foos < 1) {
            throw new UserMistake(
                    "a demonstration with " + foos + " Foos shows nothing: --foos takes a number from 1 on.");
        }
        boolean terminal = !System.getProperty("konverge.terminal", "").isEmpty();
        Demo demo = new Demo(platform, out, new Demo.Settings(foos, once || !terminal, terminal));
        try (StopSignals signals = StopSignals.take();
                KubeconfigFile file = KubeconfigFile.at(kubeconfig);
                Demo.Running running = demo.start()) {
            file.write(running.kubeconfig());
            running.tell(signals, file.path().toString());
            if (keep && !signals.isAsked()) {
                running.stay(signals);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
