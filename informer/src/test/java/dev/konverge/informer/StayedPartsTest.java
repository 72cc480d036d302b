package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.Encoding;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.Container;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.PodSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What has stayed in a change is what the store has, before anybody has compared them: it was never read. */
@Timeout(120)
class StayedPartsTest {
    private static final Key FIRST = new Key("default", "first");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Platform platform = Platform.real();

    /** The specs of the first pod, as they came from the server. */
    private final List<PodSpec> read = new CopyOnWriteArrayList<>();

    private static Pod pod(String name) {
        return Pod.builder()
                .metadata(m -> m.name(name))
                .spec(s -> s.addContainers(Container.builder()
                        .name("app")
                        .image("app:1")
                        .args(List.of(name.repeat(60), name.repeat(30)))
                        .build()))
                .build();
    }

    private Pod note(Pod pod) {
        if (pod.key().equals(FIRST)) {
            read.add(Objects.requireNonNull(pod.spec()));
        }
        return pod;
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void aPartThatStaysIsTheStoresBeforeAnybodyComparesThem(Encoding encoding) throws InterruptedException {
        ApiServer server = ApiServer.create(platform, Profile.BARE);
        try (Listening listening = server.listen(SocketOptions.USUAL.withoutSecurity());
                Transports transports = new Transports(platform)) {
            ClientSet clients = ClientSet.connect(
                            transports,
                            platform,
                            KubeConfig.parse(listening.kubeconfig(), Path.of("config"))
                                    .resolve())
                    .withEncoding(encoding);
            ResourceClient<Pod> pods = clients.resource(Pod.TYPE).in("default");
            Pod first = pods.create(pod("first"));
            Pod other = pods.create(pod("other"));
            SharedInformer<Pod> informer =
                    SharedInformer.builder(platform, ListerWatcher.of(pods)).build();
            informer.setTransform(this::note);
            SharedInformer.Running running = informer.start();
            try {
                assertThat(informer.awaitSynced(PATIENCE)).isTrue();
                PodSpec listed = stored(informer);
                read.clear();
                for (int change = 1; change <= 4; change++) {
                    first = changed(pods, first, change);
                    // In between, so that the two states of the first are not one behind the other.
                    other = changed(pods, other, change);
                    assertThat(informer.indexer().awaitVersion(other.metadata().version(), PATIENCE))
                            .isTrue();
                }
                assertThat(stored(informer)).isSameAs(listed);
                assertThat(read).hasSize(4).allMatch(listed::equals);
                assertThat(read.get(0)).as("read as what it is, and compared").isNotSameAs(listed);
                // The second time it may be known by its bytes alone, from the first.
                assertThat(read.get(2)).isSameAs(listed);
                assertThat(read.get(3)).isSameAs(listed);
            } finally {
                running.close();
            }
        }
    }

    private static Pod changed(ResourceClient<Pod> pods, Pod pod, int change) {
        return pods.update(pod.toBuilder()
                .metadata(m -> m.putLabels("change", Integer.toString(change)))
                .build());
    }

    private static PodSpec stored(SharedInformer<Pod> informer) {
        return Objects.requireNonNull(
                informer.indexer().findByKey(FIRST).orElseThrow().spec());
    }
}
