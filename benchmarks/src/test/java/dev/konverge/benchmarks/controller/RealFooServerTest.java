package dev.konverge.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.konverge.base.Platform;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.samples.foo.SampleController;
import dev.konverge.testkit.RealPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one test that needs the programs of Kubernetes; where they are not, it does not run. */
class RealFooServerTest {
    private static final int FOOS = 3;

    private final Platform platform = Platform.real();

    @TempDir
    private Path folder;

    @Test
    void whatAControllerDoesOnTheRealServerIsSeenAndCounted() throws IOException, InterruptedException {
        assumeTrue(RealPrograms.find(Environment.ofProcess()).isPresent(), "kube-apiserver and etcd are not here");
        Path kubeconfig = folder.resolve("kubeconfig");
        Path logs = Files.createDirectory(folder.resolve("logs"));
        try (var server = new RealFooServer(platform, logs, kubeconfig)) {
            var control = new FooControl(server);
            assertThat(obey(control, "reset")).isEqualTo("done");
            converge(control, kubeconfig);
        }
        assertThat(logs).doesNotExist();
    }

    private void converge(FooControl control, Path kubeconfig) throws InterruptedException {
        try (var transports = new Transports(platform);
                Transport transport = transports.connect(KubeConfig.buildConfigFromFlags("", kubeconfig.toString()))) {
            SampleController.Running running = SampleController.startOnRuntime(platform, transport);
            try {
                await(control, "watched");
                assertThat(obey(control, "converge " + FOOS)).isEqualTo("done");
                assertThat(Long.parseLong(await(control, "converged " + FOOS))).isPositive();
                assertThat(obey(control, "settled")).matches("\\d+ 9 3 3 3");
            } finally {
                running.close();
            }
        }
    }

    private static String await(FooControl control, String order) throws InterruptedException {
        String answer = obey(control, order);
        while (answer.startsWith(FooControl.NOT_YET)) {
            answer = obey(control, order);
        }
        return answer;
    }

    private static String obey(FooControl control, String order) throws InterruptedException {
        return control.obey(order.split(" ", -1));
    }
}
