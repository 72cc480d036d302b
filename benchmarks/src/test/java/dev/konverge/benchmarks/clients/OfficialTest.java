package dev.konverge.benchmarks.clients;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official Java client believes the server. */
@Timeout(240)
class OfficialTest {
    private static final String NAMESPACE = "default";

    private final Server server = new Server();
    private final Seen seen = new Seen();
    private final ApiClient client = connect();
    private final CoreV1Api core = new CoreV1Api(client);

    private ApiClient connect() {
        try {
            return ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(server.kubeconfig())))
                    .setReadTimeout(Duration.ZERO)
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void store() throws ApiException {
        core.createNamespacedConfigMap(NAMESPACE, map("a", "1")).execute();
    }

    @AfterEach
    void close() {
        client.getHttpClient().dispatcher().executorService().shutdown();
        client.getHttpClient().connectionPool().evictAll();
        server.close();
    }

    private static V1ConfigMap map(String name, String value) {
        return new V1ConfigMap()
                .metadata(new V1ObjectMeta().name(name).putLabelsItem("app", "a"))
                .data(Map.of("k", value));
    }

    private void set(String name, String value) throws ApiException {
        V1ConfigMap map = core.readNamespacedConfigMap(name, NAMESPACE).execute();
        core.replaceNamespacedConfigMap(name, NAMESPACE, map.data(Map.of("k", value)))
                .execute();
    }

    @Test
    void itReadsAndWrites() throws ApiException {
        set("a", "2");
        assertThat(core.listNamespacedConfigMap(NAMESPACE)
                        .labelSelector("app=a")
                        .execute()
                        .getItems())
                .singleElement()
                .satisfies(map -> assertThat(map.getData()).containsEntry("k", "2"));
        assertThatThrownBy(() -> core.readNamespacedConfigMap("none", NAMESPACE).execute())
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.getCode()).isEqualTo(404));
        core.deleteNamespacedConfigMap("a", NAMESPACE).execute();
    }

    private static @Nullable String name(V1ConfigMap map) {
        return requireNonNull(map.getMetadata()).getName();
    }

    private static @Nullable String value(V1ConfigMap map) {
        return map.getData() == null ? null : map.getData().get("k");
    }

    private SharedInformerFactory inform() {
        SharedInformerFactory factory = new SharedInformerFactory(client);
        GenericKubernetesApi<V1ConfigMap, V1ConfigMapList> maps =
                new GenericKubernetesApi<>(V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", client);
        SharedIndexInformer<V1ConfigMap> informer =
                factory.sharedIndexInformerFor(maps, V1ConfigMap.class, 0, NAMESPACE);
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(V1ConfigMap map) {
                if (value(map) != null) {
                    seen.add("add " + name(map) + " " + value(map));
                }
            }

            @Override
            public void onUpdate(V1ConfigMap before, V1ConfigMap map) {
                seen.add("update " + name(map) + " " + value(map));
            }

            @Override
            public void onDelete(V1ConfigMap map, boolean unknown) {
                seen.add("delete " + name(map));
            }
        });
        factory.startAllRegisteredInformers();
        return factory;
    }

    @Test
    void itsInformerFollows() throws Exception {
        SharedInformerFactory factory = inform();
        try {
            seen.expect("add a 1");
            set("a", "2");
            core.createNamespacedConfigMap(NAMESPACE, map("b", "1")).execute();
            core.deleteNamespacedConfigMap("a", NAMESPACE).execute();
            seen.expect("update a 2", "add b 1", "delete a");
        } finally {
            factory.stopAllRegisteredInformers();
        }
    }

    @Test
    void itsInformerOutlivesABrokenWatch() throws Exception {
        try (Injection drop = server.api()
                .faults()
                .inject(Match.verbs("watch").on("configmaps"), new Fault.DropWatch(1, true), 0, 1)) {
            SharedInformerFactory factory = inform();
            try {
                seen.expect("add a 1");
                set("a", "2");
                seen.expect("update a 2");
                set("a", "3");
                // It lists again, and tells of everything that it finds as of an update.
                seen.skipTo("update a 3");
                assertThat(drop.hits()).isEqualTo(1);
            } finally {
                factory.stopAllRegisteredInformers();
            }
        }
    }
}
