package dev.konverge.benchmarks.controller;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportOptions;
import dev.konverge.client.transport.Transports;
import dev.konverge.samples.foo.SampleController;
import org.conscrypt.Conscrypt;

/** Our contender: the sample controller on the runtime, with its two workers. */
public final class KonvergeFoos {
    /** The word for connections that Conscrypt encrypts. */
    static final String NATIVE_TLS = "native-tls";

    private KonvergeFoos() {}

    private static TransportOptions options(String[] args) {
        return args.length > 1 && args[1].equals(NATIVE_TLS)
                ? TransportOptions.STANDARD.withTlsProvider(Conscrypt.newProvider())
                : TransportOptions.STANDARD;
    }

    /** Takes the kubeconfig, and {@value #NATIVE_TLS} or nothing; runs until it is asked to stop. */
    public static void main(String[] args) throws InterruptedException {
        Platform platform = Platform.real();
        try (StopSignals signals = StopSignals.take();
                Transports transports = new Transports(platform, Environment.ofProcess(), options(args));
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
