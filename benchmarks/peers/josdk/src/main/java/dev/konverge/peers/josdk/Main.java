package dev.konverge.peers.josdk;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import java.io.File;
import java.time.Duration;

/** Runs the Foo controller on JOSDK with two workers, on the server of a kubeconfig, until it is stopped. */
public final class Main {
    private static final int WORKERS = 2;
    private static final int CONNECTION_MILLIS = 120_000;

    private Main() {}

    public static void main(String[] args) {
        Config config = Config.fromKubeconfig(new File(args[0]));
        // On a busy machine the first handshake takes longer than the ten seconds it has by itself.
        config.setConnectionTimeout(CONNECTION_MILLIS);
        Operator operator = new Operator(overrider -> overrider
                .withKubernetesClient(new KubernetesClientBuilder().withConfig(config).build())
                .withConcurrentReconciliationThreads(WORKERS)
                .withConcurrentWorkflowExecutorThreads(WORKERS));
        operator.installShutdownHook(Duration.ofSeconds(1));
        operator.register(new FooReconciler());
        operator.start();
    }
}
