package dev.konverge.cli;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.UnknownResourceException;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.samples.labs.Lab;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code konverge lab}: small programs that each show one client against a cluster. */
@Command(
        name = "lab",
        description = "Run a small program that shows one client against a cluster; without a name, list them.",
        footer = {
            "",
            "Examples:",
            "  ./konverge lab rest-client web --kubeconfig ~/.kube/config -n default",
            "  ./konverge lab client-set",
            "  ./konverge lab dynamic deployments.apps",
            "  ./konverge lab discovery resources",
            "  ./konverge lab informer 60",
            "  ./konverge lab informer-workqueue -n default"
        })
final class LabCommand implements Runnable {
    private final PrintWriter out;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The kubeconfig; without it, the one that kubectl would use.")
    private @Nullable Path kubeconfig;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace; without it, the one of the context.")
    private @Nullable String namespace;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "Which one.")
    private @Nullable String name;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "What it takes.")
    private List<String> arguments = new ArrayList<>();

    LabCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        if (name == null) {
            Lab.all().forEach(lab -> out.println(usage(lab) + "\n    " + lab.summary()));
            return;
        }
        Lab lab = Lab.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UserMistake("there is no lab '" + name + "'. There are: "
                        + Lab.all().stream().map(Lab::name).collect(Collectors.joining(", ")) + "."));
        try {
            run(lab);
        } catch (ConfigException | ApiException | UnknownResourceException e) {
            throw new UserMistake(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new UserMistake(usage(lab) + ": " + e.getMessage() + '.');
        }
    }

    private void run(Lab lab) {
        Platform platform = Platform.real();
        ClientConfig config = kubeconfig == null
                ? KubeConfig.detect()
                : KubeConfig.load(kubeconfig).resolve();
        try (Transports transports = new Transports(platform)) {
            ClientSet clients = ClientSet.connect(transports, platform, config);
            lab.run(clients, namespace == null ? config.namespace() : namespace, arguments, out);
            out.flush();
        }
    }

    private static String usage(Lab lab) {
        return ("konverge lab " + lab.name() + ' ' + lab.arguments()).strip();
    }
}
