package dev.konverge.cli;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.base.Task;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.fidelity.Judgement;
import dev.konverge.fidelity.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code konverge fidelity}: the embedded API server beside a real one. */
@Command(
        name = "fidelity",
        description = {
            "Compare the embedded API server with a real kube-apiserver, by playing the same requests on both.",
            "It prints a line for each row of the behaviour list, and every difference that is not known; such a"
                    + " difference makes the exit code 1."
        },
        footer = {
            "",
            "Examples:",
            "  ./konverge fidelity --random 1000 --json fidelity.json",
            "  ./konverge fidelity --only '^watches/'      the scenarios of one file",
            "  ./konverge fidelity --only W7               those of one row of the behaviour list"
        })
final class FidelityCommand implements Callable<Integer> {
    private final PrintWriter out;
    private final PrintWriter err;
    private final Platform platform;

    @Option(
            names = "--real",
            paramLabel = "KUBECONFIG",
            description = "The kubeconfig of a real server that has no controllers and may be filled with rubbish;"
                    + " without it, one is started from the programs in KUBEBUILDER_ASSETS or those that"
                    + " hack/kubernetes/build has made.")
    private @Nullable Path real;

    @Option(names = "--random", paramLabel = "N", description = "Also play so many scenarios made at random.")
    private int random;

    @Option(names = "--seed", paramLabel = "S", description = "What the random scenarios are made from.")
    private long seed = 1;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there as well.")
    private @Nullable Path json;

    @Option(
            names = "--only",
            paramLabel = "PATTERN",
            description = "Only the scenarios in whose name the pattern is found, or whose row it is.")
    private String only = "";

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Write down what the real server answered where both agree, for tests without a real server.")
    private @Nullable Path record;

    @Option(names = "--show", paramLabel = "N", description = "How many unknown differences to print.")
    private int show = 50;

    /** Whether both servers are up. Written by whoever plays scenarios, read when that is over. */
    private volatile boolean played;

    FidelityCommand(PrintWriter out, PrintWriter err, Platform platform) {
        this.out = out;
        this.err = err;
        this.platform = platform;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireCount("--random", random);
        requireCount("--show", show);
        requireWritable("--json", json);
        requireWritable("--record", record);
        Report report = stoppable();
        out.print(report.table());
        out.print(report.differences(show));
        out.flush();
        if (json != null) {
            Files.writeString(json, report.json() + "\n");
        }
        if (record != null) {
            Files.writeString(record, report.recording());
        }
        return report.unexplained() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static void requireCount(String option, int count) {
        if (count < 0) {
            throw new UserMistake("fidelity: " + option + " takes a number from 0 on, not " + count + ".");
        }
    }

    /** A run takes minutes, and its figures should have a place when it is over. */
    private static void requireWritable(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new UserMistake("fidelity: there is no folder " + folder + " for " + option + ".");
        }
        if (Files.isDirectory(file)) {
            throw new UserMistake("fidelity: " + file + " is a folder; " + option + " takes a file.");
        }
    }

    /** The real server has processes and a folder of its own, which nobody else takes away when this is asked to stop. */
    private Report stoppable() throws InterruptedException {
        Thread player = Thread.currentThread();
        StopSignals signals = StopSignals.take();
        Task stop = platform.start("stop fidelity", () -> {
            signals.await();
            player.interrupt();
        });
        try (signals;
                stop) {
            return run();
        } catch (InterruptedException | RuntimeException end) {
            // What was interrupted while it started tells that in many ways.
            if (signals.isAsked()) {
                throw new Unsuccessful("fidelity: stopped before all scenarios were played.");
            }
            throw end;
        }
    }

    private Report run() throws InterruptedException {
        Pattern pattern = pattern();
        Judgement judgement = new Judgement(server(), random, seed, pattern);
        if (judgement.scenarios().isEmpty()) {
            throw new UserMistake("fidelity: no scenario has '" + only + "' in its name, and none is of such a row.");
        }
        err.println(judgement.scenarios().size() + " scenarios to play");
        err.flush();
        try {
            return judgement.run(platform, this::progress);
        } catch (IllegalStateException failure) {
            if (real != null || played) {
                throw failure;
            }
            // The real server was not there or did not start, and the message says what to do.
            throw new UserMistake("fidelity: " + failure.getMessage());
        }
    }

    private Optional<ClientConfig> server() {
        try {
            return Optional.ofNullable(real).map(this::reachable);
        } catch (ConfigException | ApiException wrong) {
            throw new UserMistake("fidelity: " + wrong.getMessage());
        }
    }

    /** Asked once before hundreds of scenarios are played on it, each of which would fail for the same reason. */
    private ClientConfig reachable(Path file) {
        ClientConfig config = KubeConfig.load(file).resolve();
        try (Transports transports = new Transports(platform)) {
            ClientSet.connect(transports, platform, config).discovery().serverVersion();
        }
        return config;
    }

    private Pattern pattern() {
        try {
            return Pattern.compile(only);
        } catch (PatternSyntaxException e) {
            throw new UserMistake("fidelity: --only takes a pattern, and '" + only + "' is none.");
        }
    }

    private void progress(int done) {
        played = true;
        if (done % 500 == 0) {
            err.println(done + " scenarios played");
            err.flush();
        }
    }
}
