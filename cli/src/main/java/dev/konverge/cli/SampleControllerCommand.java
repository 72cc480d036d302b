package dev.konverge.cli;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.client.ApiException;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.UnplannedException;
import dev.konverge.controller.UnservedKindException;
import dev.konverge.controller.monitor.LogLevels;
import dev.konverge.samples.foo.SampleController;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code konverge sample-controller}: the Foo controller of the Kubernetes sample, against a cluster. */
@Command(
        name = "sample-controller",
        description = {
            "Run the Foo controller of the Kubernetes sample against a cluster, until Ctrl-C.",
            "Each Foo gets a Deployment; its status follows. The definition of Foos has to",
            "be there: print it with --print-crd."
        },
        footer = {
            "",
            "Examples:",
            "  ./konverge sample-controller --print-crd | kubectl apply -f -",
            "  ./konverge sample-controller --kubeconfig ~/.kube/config",
            "  ./konverge sample-controller --runtime",
            "      the same, written on the runtime in thirty lines",
            "  ./konverge sample-controller --runtime --plan",
            "      what it would change, as a difference",
            "  ./konverge sample-controller --runtime --permissions | kubectl apply -f -",
            "      the roles that it needs; who has them, bindings say",
            "  ./konverge sample-controller --runtime --monitoring 8080",
            "      curl localhost:8080/metrics                     its figures",
            "      curl localhost:8080/healthz                     also /readyz",
            "      curl -X PUT -d debug localhost:8080/loglevel    more of its log"
        })
final class SampleControllerCommand implements Runnable {
    private static final int LAST_PORT = 65_535;

    private final PrintWriter out;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The kubeconfig; without it, the one that kubectl would use, or that of the pod.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = "The server, instead of the kubeconfig's; without --kubeconfig, no file is read.")
    private String master = "";

    @Option(names = "--runtime", description = "Run the form that is written on the runtime.")
    private boolean runtime;

    @Option(
            names = "--plan",
            description = "Tell what would be changed, as a difference, and change nothing; goes with --runtime.")
    private boolean plan;

    @Option(
            names = "--permissions",
            description =
                    "Print the roles that it needs where rights are checked, and nothing else; goes with --runtime.")
    private boolean permissions;

    @Option(
            names = "--monitoring",
            paramLabel = "PORT",
            description =
                    "Show figures, health and readiness on this port of this machine, and let the level of the log be set"
                            + " there; goes with --runtime.")
    private int monitoring;

    @Option(names = "--print-crd", description = "Print the definition of Foos, and nothing else.")
    private boolean printCrd;

    SampleControllerCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        if (printCrd) {
            out.print(SampleController.definition());
            out.flush();
            return;
        }
        if (permissions) {
            printPermissions();
            return;
        }
        if (plan && !runtime) {
            throw new UserMistake(
                    "sample-controller: --plan goes with --runtime: only the runtime knows what is a write.");
        }
        if (monitoring != 0 && (!runtime || plan)) {
            throw new UserMistake("sample-controller: --monitoring goes with --runtime, and not with --plan.");
        }
        if (monitoring < 0 || monitoring > LAST_PORT) {
            throw new UserMistake("sample-controller: --monitoring takes a port from 1 to " + LAST_PORT + ", not "
                    + monitoring + ".");
        }
        (plan ? LogLevel.WARN : LogLevel.INFO).use();
        try {
            serve(KubeConfig.buildConfigFromFlags(master, kubeconfig == null ? "" : kubeconfig.toString()));
        } catch (ConfigException | ApiException | UnservedKindException | UncheckedIOException e) {
            throw new UserMistake(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            // Asked to stop in another way: the same end.
            Thread.currentThread().interrupt();
        }
    }

    /** No server is asked: what a manager needs is in its description. */
    private void printPermissions() {
        if (!runtime || plan) {
            throw new UserMistake("sample-controller: --permissions goes with --runtime, and not with --plan.");
        }
        Platform platform = Platform.real();
        try (Transports transports = new Transports(platform);
                Transport transport = transports.connect(KubeConfig.buildConfigFromFlags("http://localhost", ""))) {
            out.print(SampleController.permissions(platform, transport).yaml("sample-controller"));
        }
        out.flush();
    }

    private void serve(ClientConfig config) throws InterruptedException {
        Platform platform = Platform.real();
        if (plan) {
            plan(platform, config);
            return;
        }
        try (StopSignals signals = StopSignals.take();
                Transports transports = new Transports(platform);
                Transport transport = transports.connect(config)) {
            SampleController.Running running = start(platform, transport);
            try {
                out.println("The sample controller is at work on " + config.server() + "; Ctrl-C ends it.");
                out.flush();
                signals.await();
            } finally {
                running.close();
            }
        }
    }

    /** Leaves signals to the machine, which ends a plan at the first one: there is nothing to put in order. */
    private void plan(Platform platform, ClientConfig config) throws InterruptedException {
        try (Transports transports = new Transports(platform);
                Transport transport = transports.connect(config)) {
            int changes = SampleController.plan(platform, transport, out::println);
            out.println(changes == 0 ? "Nothing would change." : changes + " changes; nothing was changed.");
        } catch (UnplannedException incomplete) {
            throw new Unsuccessful(String.valueOf(incomplete.getMessage()));
        } finally {
            out.flush();
        }
    }

    private ManagerBuilder monitored(ManagerBuilder manager) {
        return monitoring == 0
                ? manager
                : manager.monitoring(new InetSocketAddress(InetAddress.getLoopbackAddress(), monitoring))
                        .logLevels(LogLevels.ofJdk());
    }

    private SampleController.Running start(Platform platform, Transport transport) {
        return runtime
                ? SampleController.startOnRuntime(platform, transport, this::monitored)
                : SampleController.start(platform, transport);
    }
}
