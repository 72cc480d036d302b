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
    private KonvergeFoos() {}

    /**
     * Takes the kubeconfig, and what is special: {@code tuned} for connections that Conscrypt encrypts, {@code status} and {@code no-events} for {@link
     * LiteralFoos}, anything else for the sample as it is. Runs until it is asked to stop.
     */
    public static void main(String[] args) throws InterruptedException {
        Platform platform = Platform.real();
        String way = args.length > 1 ? "-" + args[1] : "";
        TransportOptions options = way.equals(FooContenders.TUNED)
                ? TransportOptions.STANDARD.withTlsProvider(Conscrypt.newProvider())
                : TransportOptions.STANDARD;
        try (StopSignals signals = StopSignals.take();
                Transports transports = new Transports(platform, Environment.ofProcess(), options);
                Transport transport = transports.connect(KubeConfig.buildConfigFromFlags("", args[0]))) {
            SampleController.Running running = start(platform, transport, way);
            try {
                signals.await();
            } finally {
                running.close();
            }
        }
    }

    private static SampleController.Running start(Platform platform, Transport transport, String way) {
        return switch (way) {
            case FooContenders.STATUS -> LiteralFoos.start(platform, transport, LiteralFoos.Events.WRITTEN);
            case FooContenders.NO_EVENTS -> LiteralFoos.start(platform, transport, LiteralFoos.Events.NONE);
            default -> SampleController.startOnRuntime(platform, transport);
        };
    }
}
