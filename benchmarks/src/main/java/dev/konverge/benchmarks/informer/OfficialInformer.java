package dev.konverge.benchmarks.informer;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.ClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The official Java client's. Whether it keeps managed fields is said by a property of the JVM. */
final class OfficialInformer implements InformerUnderTest {
    /** The property that makes it keep managed fields. */
    static final String KEEP = "-Dkubernetes.client.includeManagedFields=true";

    private final ApiClient client;
    private final SharedInformerFactory factory;
    private final SharedIndexInformer<V1Pod> pods;

    OfficialInformer(String url, Path authority) throws IOException {
        client = new ClientBuilder()
                .setBasePath(url)
                .setCertificateAuthority(Files.readAllBytes(authority))
                .setReadTimeout(Duration.ZERO)
                .build();
        factory = new SharedInformerFactory(client);
        var core = new CoreV1Api(client);
        pods = factory.sharedIndexInformerFor(
                (CallGeneratorParams params) -> core.listPodForAllNamespaces()
                        .resourceVersion(params.resourceVersion)
                        .timeoutSeconds(params.timeoutSeconds)
                        .watch(params.watch)
                        .buildCall(null),
                V1Pod.class,
                V1PodList.class);
        pods.addIndexers(Map.of(NODE, OfficialInformer::node));
    }

    private static List<String> node(V1Pod pod) {
        V1PodSpec spec = pod.getSpec();
        String node = spec == null ? null : spec.getNodeName();
        return node == null ? List.of() : List.of(node);
    }

    @Override
    public void sync(Consumer<String> updated) throws InterruptedException {
        pods.addEventHandler(new ResourceEventHandler<V1Pod>() {
            @Override
            public void onAdd(V1Pod pod) {}

            @Override
            public void onUpdate(V1Pod before, V1Pod after) {
                V1ObjectMeta metadata = after.getMetadata();
                updated.accept(metadata == null ? "" : String.valueOf(metadata.getResourceVersion()));
            }

            @Override
            public void onDelete(V1Pod pod, boolean unknown) {}
        });
        factory.startAllRegisteredInformers();
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
        factory.stopAllRegisteredInformers();
        client.getHttpClient().dispatcher().executorService().shutdown();
        client.getHttpClient().connectionPool().evictAll();
    }
}
