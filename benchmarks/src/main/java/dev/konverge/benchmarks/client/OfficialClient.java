package dev.konverge.benchmarks.client;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.Watch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The official Java client. */
final class OfficialClient implements ClientUnderTest {
    private final ApiClient client;
    private final CoreV1Api core;
    private final V1ConfigMap small;

    OfficialClient(String url, Path authority) throws IOException, ApiException {
        client = new ClientBuilder()
                .setBasePath(url)
                .setCertificateAuthority(Files.readAllBytes(authority))
                .setReadTimeout(Duration.ZERO)
                .build();
        core = new CoreV1Api(client);
        small = core.readNamespacedConfigMap("small", "default").execute();
    }

    @Override
    public void get() throws ApiException {
        core.readNamespacedConfigMap("small", "default").execute();
    }

    @Override
    public void update() throws ApiException {
        core.replaceNamespacedConfigMap("small", "default", small).execute();
    }

    @Override
    public int list() throws ApiException {
        return core.listPodForAllNamespaces().execute().getItems().size();
    }

    @Override
    public AutoCloseable watch() throws ApiException {
        Watch<V1Pod> watch = Watch.createWatch(
                client,
                core.listPodForAllNamespaces().watch(true).buildCall(null),
                new TypeToken<Watch.Response<V1Pod>>() {}.getType());
        Thread.startVirtualThread(() -> await(watch));
        return watch;
    }

    @SuppressWarnings("ReturnValueIgnored") // Nothing ever comes.
    private static void await(Watch<V1Pod> watch) {
        try {
            watch.hasNext();
        } catch (RuntimeException closed) {
            // This is how its end is told.
            return;
        }
    }

    @Override
    public void close() {
        client.getHttpClient().connectionPool().evictAll();
        client.getHttpClient().dispatcher().executorService().shutdown();
    }
}
