package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.ApiException;
import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchEvent;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.WatchStream;
import dev.konverge.informer.ListerWatcher;
import dev.konverge.informer.ReflectorPolicy;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.ResourceList;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Informers while the server and its storage come and go: nothing is missed, and nothing invented. */
@WithRealCluster
class InformerTest {
    private static final long SEED = 20261115;

    private static Map<String, String> stored(ResourceClient<ConfigMap> client) {
        Map<String, String> versions = new TreeMap<>();
        client.list().items().forEach(one -> versions.put(one.key().name(), Witness.versionOf(one)));
        return versions;
    }

    private static Map<String, String> copied(SharedInformer<ConfigMap> informer) {
        Map<String, String> versions = new TreeMap<>();
        informer.indexer().list().forEach(one -> versions.put(one.key().name(), Witness.versionOf(one)));
        return versions;
    }

    /** Waits until so many more writes were acknowledged. */
    private static void awaitWrites(RealCluster cluster, Writer writer, int more) {
        int goal = writer.done() + more;
        cluster.eventually(() -> assertThat(writer.done()).isGreaterThanOrEqualTo(goal));
    }

    @ParameterizedTest(name = "streaming = {0}")
    @ValueSource(booleans = {true, false})
    void nothingIsMissedOrInventedWhileServersAreKilled(boolean streaming, RealCluster cluster) {
        ResourceClient<ConfigMap> client =
                cluster.clients().resource(ConfigMap.TYPE).in(Namespaces.make(cluster));
        Map<Class<?>, Boolean> failures = new ConcurrentHashMap<>();
        SharedInformer<ConfigMap> informer = SharedInformer.builder(cluster.platform(), ListerWatcher.of(client))
                .policy(ReflectorPolicy.STANDARD.withStreaming(streaming))
                .watchErrorHandler(failure -> failures.put(failure.cause().getClass(), true))
                .build();
        Witness witness = new Witness();
        informer.addHandler(witness.handler());
        SharedInformer.Running running = informer.start();
        try {
            try (Writer writer = new Writer(cluster.platform(), client, SEED)) {
                awaitWrites(cluster, writer, 30);
                cluster.killApiServer();
                cluster.startApiServer();
                awaitWrites(cluster, writer, 30);
                cluster.killEtcd();
                cluster.startEtcd();
                awaitWrites(cluster, writer, 30);
                cluster.killApiServer();
                cluster.killEtcd();
                cluster.startEtcd();
                cluster.compact();
                cluster.startApiServer();
                awaitWrites(cluster, writer, 30);
                cluster.compact();
                cluster.stopApiServer();
                cluster.startApiServer();
                awaitWrites(cluster, writer, 30);
            }
            Map<String, String> truth = stored(client);
            cluster.eventually(() -> assertThat(copied(informer)).isEqualTo(truth));
            cluster.eventually(() -> assertThat(witness.told()).isEqualTo(truth));
            assertThat(witness.contradictions()).isEmpty();
        } finally {
            running.close();
        }
        // Otherwise the servers were back before the informer noticed, and nothing was tested.
        assertThat(failures).as("what the reflector was told").isNotEmpty();
    }

    @Test
    void aWatchOfAForgottenVersionIsGoneAndTheInformerListsAgain(RealCluster cluster) {
        ResourceClient<ConfigMap> client =
                cluster.clients().resource(ConfigMap.TYPE).in(Namespaces.make(cluster));
        ResourceList<ConfigMap> before = client.list();
        for (int i = 0; i < 5; i++) {
            String name = "c" + i;
            client.create(ConfigMap.builder().metadata(m -> m.name(name)).build());
        }
        cluster.compact();
        // The server still knows what it has in memory; a new one knows what etcd knows.
        cluster.killApiServer();
        cluster.startApiServer();
        assertThatThrownBy(() -> {
                    try (WatchStream<ConfigMap> watch = client.watch(WatchOptions.from(before.version()))) {
                        Optional<WatchEvent<ConfigMap>> event = watch.next();
                        throw new AssertionError("the watch goes on with " + event);
                    }
                })
                .isInstanceOf(ApiException.Gone.class);
    }

    @Test
    void aPageOfAForgottenListIsGoneAndThePagerStartsOver(RealCluster cluster) {
        ResourceClient<ConfigMap> client =
                cluster.clients().resource(ConfigMap.TYPE).in(Namespaces.make(cluster));
        for (int i = 0; i < 25; i++) {
            String name = "c" + i;
            client.create(ConfigMap.builder().metadata(m -> m.name(name)).build());
        }
        ResourceList<ConfigMap> page = client.list(ListOptions.NONE.withLimit(10));
        client.create(ConfigMap.builder().metadata(m -> m.name("late")).build());
        cluster.compact();
        cluster.killApiServer();
        cluster.startApiServer();
        String token = Optional.ofNullable(page.metadata().continue_()).orElseThrow();
        assertThatThrownBy(() -> client.list(ListOptions.NONE.withLimit(10).withContinueToken(token)))
                .isInstanceOf(ApiException.Gone.class);
        assertThat(client.pager().withPageSize(10).list(ListOptions.NONE).list().items())
                .hasSize(26);
    }
}
