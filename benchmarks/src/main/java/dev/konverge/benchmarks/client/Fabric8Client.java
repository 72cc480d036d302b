package dev.konverge.benchmarks.client;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** fabric8's, with its HTTP client on Vert.x, no retries and no timeouts. */
final class Fabric8Client implements ClientUnderTest {
    private final KubernetesClient client;
    private final ConfigMap small;

    Fabric8Client(String url, Path authority) {
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl(url)
                        .withCaCertFile(authority.toString())
                        .withRequestTimeout(0)
                        .build())
                .build();
        small = client.configMaps().inNamespace("default").withName("small").get();
    }

    @Override
    public void get() {
        client.configMaps().inNamespace("default").withName("small").get();
    }

    @Override
    public void update() {
        client.configMaps().inNamespace("default").resource(small).update();
    }

    @Override
    public int list() {
        return client.pods().inAnyNamespace().list().getItems().size();
    }

    @Override
    public AutoCloseable watch() {
        return client.pods().inAnyNamespace().watch(new Watcher<Pod>() {
            @Override
            public void eventReceived(Action action, Pod pod) {}

            @Override
            public void onClose(@Nullable WatcherException cause) {}
        });
    }

    @Override
    public void close() {
        client.close();
    }
}
