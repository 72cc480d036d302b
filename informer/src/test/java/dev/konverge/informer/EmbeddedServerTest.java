package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.Encoding;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole way over real sockets, from a server that misbehaves on request. */
@Timeout(300)
class EmbeddedServerTest {
    private static final long SEED = 20_260_101;
    private static final int ROUNDS = 24;

    private static final List<Fault> FAULTS = List.of(
            new Fault.DropWatch(0, false),
            new Fault.DropWatch(1, true),
            new Fault.DropWatch(2, false),
            new Fault.CutBody(300),
            new Fault.CutBefore(),
            new Fault.LoseAnswer(),
            new Fault.Gone(),
            new Fault.ServerError(),
            new Fault.Delay(Duration.ofMillis(20)),
            new Fault.StaleRead(3));

    private final Platform platform = Platform.real();
    private final Random random = new Random(SEED);
    private final Map<Key, ConfigMap> seen = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    /** Every notification must fit what was told before. */
    private EventHandler<ConfigMap> historian() {
        return EventHandler.<ConfigMap>functions()
                .onAdd(object -> {
                    if (seen.put(object.key(), object) != null) {
                        wrong.add("added twice: " + object.key());
                    }
                })
                .onUpdate((before, after) -> {
                    if (!before.equals(seen.put(after.key(), after))) {
                        wrong.add("changed from something else: " + after.key());
                    }
                })
                .onDelete(deleted -> {
                    if (seen.remove(deleted.key()) == null) {
                        wrong.add("deleted, never added: " + deleted.key());
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void theCopyIsWhatTheServerHasWhateverHappensOnTheWay(Encoding encoding) throws InterruptedException {
        ApiServer server = ApiServer.create(platform, Profile.BARE);
        try (Listening listening = server.listen(SocketOptions.USUAL.withoutSecurity());
                Transports transports = new Transports(platform)) {
            ClientSet clients = ClientSet.connect(
                            transports,
                            platform,
                            KubeConfig.parse(listening.kubeconfig(), Path.of("config"))
                                    .resolve())
                    .withEncoding(encoding);
            run(server, clients.resource(ConfigMap.TYPE));
            assertThat(listening.watches()).as("nothing stays open").isLessThanOrEqualTo(1);
        }
        assertThat(wrong).as("seed %s", SEED).isEmpty();
    }

    private void run(ApiServer server, ResourceClient<ConfigMap> maps) throws InterruptedException {
        write(maps);
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, ListerWatcher.of(maps))
                .policy(ReflectorPolicy.STANDARD.withBackoff(
                        new ReflectorBackoff(Duration.ofMillis(5), 2, Duration.ofMillis(50), 1, Duration.ofSeconds(1))))
                .watchErrorHandler(failure -> {})
                .build();
        Registration registration = informer.addHandler(historian());
        SharedInformer.Running running = informer.start();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                server.faults()
                        .inject(
                                Match.verbs("list", "watch").on("configmaps"),
                                FAULTS.get(random.nextInt(FAULTS.size())),
                                random.nextInt(2),
                                1 + random.nextInt(2));
                write(maps);
                if (random.nextInt(6) == 0) {
                    server.compact();
                    informer.relist();
                }
            }
            server.faults().clear();
            ConfigMap last = maps.in("default").create(thing("last", "x"));
            assertThat(informer.indexer().awaitVersion(last.metadata().version(), Duration.ofSeconds(60)))
                    .as("seed %s", SEED)
                    .isTrue();
            assertThat(registration.awaitSynced(Duration.ofSeconds(60))).isTrue();
        } finally {
            running.close();
        }
        assertThat(versions(informer.indexer().list()))
                .isEqualTo(versions(maps.list().items()));
    }

    private static Map<Key, String> versions(List<ConfigMap> objects) {
        return objects.stream()
                .collect(Collectors.toMap(
                        ConfigMap::key, object -> object.metadata().version().text(), (a, b) -> b, TreeMap::new));
    }

    private static ConfigMap thing(String name, String value) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .putData("v", value)
                .build();
    }

    private void write(ResourceClient<ConfigMap> maps) {
        for (int i = 0; i < 5; i++) {
            String name = "o" + random.nextInt(8);
            var found = maps.in("default").find(name);
            if (found.isEmpty()) {
                maps.create(thing(name, "v" + i));
            } else if (random.nextInt(3) == 0) {
                maps.in("default").delete(name);
            } else {
                maps.update(found.get().toBuilder()
                        .putData("v", "w" + random.nextInt(1000))
                        .build());
            }
        }
    }
}
