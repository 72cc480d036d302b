package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.StopSignals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs as a shell or a kubelet ends them: with signals. */
class SignalsTest {
    @TempDir
    private Path folder = Path.of("");

    /** A program that is asked to stop and does not. */
    static final class Stubborn {
        private Stubborn() {}

        public static void main(String[] args) throws InterruptedException {
            try (StopSignals signals = StopSignals.take()) {
                System.out.println("started");
                signals.await();
                System.out.println("asked");
                new CountDownLatch(1).await();
            }
        }
    }

    @Test
    void theSecondSignalEndsAProgramThatDoesNotStopWithExitCodeOne() throws Exception {
        try (Program program = Program.start(Stubborn.class)) {
            program.readUpTo("started");
            program.signal();
            program.readUpTo("asked");
            program.signal();
            assertThat(program.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void aTerminalThatIsClosedAsksAndTheNextSignalEndsTheProgram() throws Exception {
        try (Program program = Program.start(Stubborn.class)) {
            program.readUpTo("started");
            program.hangUp();
            program.readUpTo("asked");
            program.signal();
            assertThat(program.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void anApiServerWhoseTerminalIsClosedTakesItsKubeconfigAway() throws Exception {
        Path kubeconfig = folder.resolve("kubeconfig");
        try (Program program = Program.start(Main.class, "apiserver", "--kubeconfig", kubeconfig.toString())) {
            program.readUpTo("export KUBECONFIG");
            assertThat(kubeconfig).exists();
            program.hangUp();
            assertThat(program.exitCode()).isZero();
            assertThat(kubeconfig).doesNotExist();
        }
    }

    @Test
    void anApiServerThatIsStoppedIsDoneAndTakesItsKubeconfigAway() throws Exception {
        Path kubeconfig = folder.resolve("kubeconfig");
        try (Program program = Program.start(Main.class, "apiserver", "--kubeconfig", kubeconfig.toString())) {
            program.readUpTo("export KUBECONFIG");
            assertThat(kubeconfig).exists();
            program.signal();
            program.readUpTo("stopped");
            assertThat(program.exitCode()).isZero();
            assertThat(kubeconfig).doesNotExist();
        }
    }

    @Test
    void aComparisonThatIsStoppedSaysSoAndDidNotSucceed() throws Exception {
        Path kubeconfig = folder.resolve("kubeconfig");
        try (Program server = Program.start(Main.class, "apiserver", "--kubeconfig", kubeconfig.toString())) {
            server.readUpTo("export KUBECONFIG");
            try (Program program = Program.start(Main.class, "fidelity", "--real", kubeconfig.toString())) {
                program.readUpTo("scenarios to play");
                program.signal();
                program.readUpTo("konverge: fidelity: stopped before all scenarios were played.");
                assertThat(program.exitCode()).isEqualTo(1);
            }
        }
    }

    @Test
    void aDemonstrationLeavesAFooToPlayWithUntilItIsStopped() throws Exception {
        Path kubeconfig = folder.resolve("kubeconfig");
        try (Program program = Program.start(Main.class, "demo", "--keep", "--kubeconfig", kubeconfig.toString())) {
            assertThat(program.readUpTo("The cluster stays up")).contains("All converged");
            program.readUpTo("created for Foo example");
            assertThat(Files.readString(kubeconfig)).contains("server: https://127.0.0.1:");
            program.signal();
            assertThat(program.exitCode()).isZero();
            assertThat(kubeconfig).doesNotExist();
        }
    }

    @Test
    void aDemonstrationThatIsStoppedBeforeItsEndHasNotConverged() throws Exception {
        try (Program program = Program.start(Main.class, "demo", "--once", "--foos", "100000")) {
            program.readUpTo("Somebody creates 100,000 Foos");
            program.signal();
            program.readUpTo("konverge: stopped before everything had converged.");
            assertThat(program.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void aControllerThatIsStoppedIsDoneEvenIfItsServerWasNeverThere() throws Exception {
        Path kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c, user: ""}}]
                current-context: c
                """);
        String[] machinery = {"sample-controller", "--kubeconfig", kubeconfig.toString()};
        String[] runtime = {"sample-controller", "--kubeconfig", kubeconfig.toString(), "--runtime"};
        for (String[] form : new String[][] {machinery, runtime}) {
            try (Program program = Program.start(Main.class, form)) {
                program.readUpTo("The sample controller is at work");
                program.signal();
                assertThat(program.exitCode()).isZero();
            }
        }
    }
}
