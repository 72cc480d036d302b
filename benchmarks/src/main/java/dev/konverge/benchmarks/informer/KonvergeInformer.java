package dev.konverge.benchmarks.informer;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.Encoding;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.transport.TransportOptions;
import dev.konverge.client.transport.Transports;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.FactoryOptions;
import dev.konverge.informer.IndexFunction;
import dev.konverge.informer.SharedInformer;
import dev.konverge.informer.SharedInformerFactory;
import dev.konverge.model.core.v1.Pod;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.conscrypt.Conscrypt;

/** Ours. */
final class KonvergeInformer implements InformerUnderTest {
    private final Transports transports;
    private final SharedInformerFactory factory;
    private final SharedInformer<Pod> pods;

    KonvergeInformer(String url, Path authority, Encoding encoding, boolean keepsManagedFields, boolean nativeTls) {
        transports = new Transports(
                Platform.real(),
                Environment.ofProcess(),
                nativeTls
                        ? TransportOptions.STANDARD.withTlsProvider(Conscrypt.newProvider())
                        : TransportOptions.STANDARD);
        ClientConfig config = ClientConfig.builder(URI.create(url))
                .trust(new Trust.Authorities(PemSource.of(authority)))
                .build();
        ClientSet clients =
                ClientSet.connect(transports, Platform.real(), config).withEncoding(encoding);
        FactoryOptions options =
                keepsManagedFields ? FactoryOptions.STANDARD.keepingManagedFields() : FactoryOptions.STANDARD;
        factory = new SharedInformerFactory(Platform.real(), clients, options);
        pods = factory.core().v1().pods().informer();
        IndexFunction<Pod> byNode = KonvergeInformer::node;
        pods.addIndexers(Map.of(NODE, byNode));
    }

    private static List<String> node(Pod pod) {
        String node = pod.spec() == null ? null : pod.spec().nodeName();
        return node == null ? List.of() : List.of(node);
    }

    @Override
    public void sync(Consumer<String> updated) throws InterruptedException {
        pods.addHandler(EventHandler.<Pod>functions()
                .onUpdate((before, after) ->
                        updated.accept(String.valueOf(after.metadata().resourceVersion()))));
        factory.start();
        factory.awaitSynced(Duration.ofMinutes(10)).orThrow();
    }

    @Override
    public int size() {
        return pods.indexer().size();
    }

    @Override
    public List<?> byNode(String node) {
        return pods.indexer().byIndex(NODE, node);
    }

    @Override
    public void close() {
        factory.close();
        transports.close();
    }
}
