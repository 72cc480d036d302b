package dev.konverge.cli;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.cli.demo.Demo;
import dev.konverge.cli.demo.NotConverged;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code konverge demo}: a controller at work, told as it happens. */
@Command(
        name = "demo",
        description = {
            "Show a controller at work, with nothing else installed.",
            "Starts an API server, the workload controllers and the sample controller in",
            "this process, creates a Foo, scales it, breaks what was made for it, deletes",
            "it, and tells what happens."
        },
        footer = {
            "",
            "Examples:",
            "  ./konverge demo",
            "  ./konverge demo --keep --kubeconfig /tmp/kube",
            "      stays up; look on with kubectl --kubeconfig /tmp/kube",
            "  ./konverge demo --foos 1000",
            "      a thousand Foos, with a progress bar",
            "  ./konverge demo --once",
            "      without pauses; exit code 0 only if all converged"
        })
final class DemoCommand implements Runnable {
    /** Each of them is eight objects or so in the server, and half of those again in caches. */
    private static final int MOST_FOOS = 100_000;

    private final PrintWriter out;
    private final Platform platform;
    private final Map<String, String> environment;

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

    DemoCommand(PrintWriter out, Platform platform, Map<String, String> environment) {
        this.out = out;
        this.platform = platform;
        this.environment = environment;
    }

    @Override
    public void run() {
        if (foos < 1) {
            throw new UserMistake(
                    "a demonstration with " + foos + " Foos shows nothing: --foos takes a number from 1 on.");
        }
        if (foos > MOST_FOOS) {
            throw new UserMistake(String.format(
                    Locale.ROOT,
                    "a cluster in this process has no room for %,d Foos and what is made for them: --foos takes %,d at most.",
                    foos,
                    MOST_FOOS));
        }
        KubeconfigFile chosen = KubeconfigFile.at(kubeconfig);
        // The file goes first: whoever does not wait for the rest to stop leaves no credentials behind.
        try (StopSignals signals = StopSignals.take();
                Demo.Running running = new Demo(platform, out, settings()).start();
                KubeconfigFile file = chosen) {
            show(signals, running, file.write(running.kubeconfig()).toString());
        } catch (NotConverged late) {
            throw new Unsuccessful("not all converged: " + late.getMessage() + '.');
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(StopSignals signals, Demo.Running running, String kubeconfig) throws InterruptedException {
        boolean converged = running.tell(signals, kubeconfig);
        if (!converged && once) {
            throw new Unsuccessful("stopped before everything had converged.");
        }
        if (converged && keep) {
            running.stay(signals, kubeconfig);
        } else if (converged) {
            running.farewell();
        }
    }

    /** The launcher knows whether this is a terminal, and how wide it was at first; whether colours are wanted is the user's to say (no-color.org). */
    private Demo.Settings settings() {
        boolean terminal = !System.getProperty("konverge.terminal", "").isEmpty();
        boolean colours = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
        int columns = Integer.getInteger("konverge.columns", 0);
        return new Demo.Settings(foos, once || !terminal, terminal, colours, columns > 0 ? columns : Integer.MAX_VALUE);
    }
}
