package dev.konverge.benchmarks.controller;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.samples.foo.SampleController;

/** Our contender: the sample controller on the runtime, with its two workers. */
public final class KonvergeFoos {
    private KonvergeFoos() {}

    /** Takes the kubeconfig; runs until it is asked to stop. */
    public static void main(String[] args) throws InterruptedException {
        Platform platform = Platform.real();
        try (StopSignals signals = StopSignals.take();
                Transports transports = new Transports(platform);
                Transport transport = transports.connect(KubeConfig.buildConfigFromFlags("", args[0]))) {
            SampleController.Running running = SampleController.startOnRuntime(platform, transport);
            try {
                signals.await();
            } finally {
                running.close();
            }
        }
    }
}
