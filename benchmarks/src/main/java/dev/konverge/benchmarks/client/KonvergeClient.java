package dev.konverge.benchmarks.client;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.WatchStream;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import java.net.URI;
import java.nio.file.Path;

/** Ours. */
final class KonvergeClient implements ClientUnderTest {
    private final Transports transports = new Transports(Platform.real());
    private final ResourceClient<ConfigMap> configMaps;
    private final ResourceClient<Pod> pods;
    private final ConfigMap small;

    KonvergeClient(String url, Path authority) {
        ClientConfig config = ClientConfig.builder(URI.create(url))
                .trust(new Trust.Authorities(PemSource.of(authority)))
                .build();
        ClientSet clients = ClientSet.connect(transports, Platform.real(), config);
        configMaps = clients.coreV1().configMaps("default");
        pods = clients.coreV1().pods();
        small = configMaps.get("small");
    }

    @Override
    public void get() {
        configMaps.get("small");
    }

    @Override
    public void update() {
        configMaps.update(small);
    }

    @Override
    public int list() {
        return pods.list().items().size();
    }

    @Override
    public AutoCloseable watch() {
        WatchStream<Pod> stream = pods.watch(WatchOptions.NONE);
        Thread.startVirtualThread(stream::next);
        return stream;
    }

    @Override
    public void close() {
        transports.close();
    }
}
