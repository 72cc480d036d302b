package dev.konverge.benchmarks.informer;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.ext.web.client.WebClientOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** fabric8's, with its HTTP client on Vert.x. */
final class Fabric8Informer implements InformerUnderTest {
    private final KubernetesClient client;
    private final SharedIndexInformer<Pod> pods;

    Fabric8Informer(String url, Path authority, boolean dropsManagedFields, boolean nativeTls) {
        var builder = new KubernetesClientBuilder();
        if (nativeTls) {
            builder.withHttpClientFactory(new NativeTls(authority));
        }
        client = builder.withConfig(new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl(url)
                        .withCaCertFile(authority.toString())
                        // Its ten seconds are not enough for a list that takes longer to read.
                        .withRequestTimeout(0)
                        .build())
                .build();
        pods = client.pods().inAnyNamespace().runnableInformer(0);
        pods.addIndexers(Map.of(NODE, pod -> List.of(pod.getSpec().getNodeName())));
        if (dropsManagedFields) {
            pods.itemStore(new Trimming());
        }
    }

    /** Its HTTP client is told what to trust as files, because native TLS cannot take it from the client's own configuration. */
    private static final class NativeTls extends VertxHttpClientFactory {
        private final Path authority;

        NativeTls(Path authority) {
            this.authority = authority;
        }

        @Override
        protected void additionalConfig(WebClientOptions options) {
            options.setSslEngineOptions(new OpenSSLEngineOptions())
                    .setTrustOptions(new PemTrustOptions().addCertPath(authority.toString()));
        }
    }

    /** It has no other place in which to change an object before it is kept. */
    private static final class Trimming extends BasicItemStore<Pod> {
        Trimming() {
            super(Cache::metaNamespaceKeyFunc);
        }

        @Override
        public Pod put(String key, Pod pod) {
            pod.getMetadata().setManagedFields(null);
            return super.put(key, pod);
        }
    }

    @Override
    public void sync(Consumer<String> updated) throws InterruptedException {
        pods.addEventHandler(new ResourceEventHandler<Pod>() {
            @Override
            public void onAdd(Pod pod) {}

            @Override
            public void onUpdate(Pod before, Pod after) {
                updated.accept(after.getMetadata().getResourceVersion());
            }

            @Override
            public void onDelete(Pod pod, boolean unknown) {}
        });
        pods.start().toCompletableFuture().join();
        while (!pods.hasSynced()) {
            Thread.sleep(10);
        }
    }

    @Override
    public int size() {
        return pods.getIndexer().list().size();
    }

    @Override
    public List<?> byNode(String node) {
        return pods.getIndexer().byIndex(NODE, node);
    }

    @Override
    public void close() {
        pods.close();
        client.close();
    }
}
