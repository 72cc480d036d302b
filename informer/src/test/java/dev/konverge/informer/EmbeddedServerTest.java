package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.core.v1.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole way over real sockets, from a server that misbehaves on request. */
@Timeout(300)
class EmbeddedServerTest {
    private static final int ROUNDS = 24;

    /** Letters of one to four bytes; the last two are pairs of surrogates in Java. */
    private static final String TEXT = "v é 日本 \uD83D\uDE80 𝄞 ";

    private static final List<Fault> FAULTS = List.of(
            new Fault.DropWatch(0, false),
            new Fault.DropWatch(1, true),
            new Fault.DropWatch(2, false),
            new Fault.CutBody(300),
            new Fault.CutBefore(),
            new Fault.LoseAnswer(),
            new Fault.Gone(),
            new Fault.ServerError(),
            new Fault.Unavailable(),
            new Fault.Throttle(1),
            new Fault.FreezeWatch(),
            new Fault.Delay(Duration.ofMillis(20)),
            new Fault.StaleRead(3));

    private final Platform platform = Platform.real();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    static Stream<Arguments> runs() {
        return Stream.of(20_260_101L, 1L, 2L, 3L)
                .flatMap(seed -> Arrays.stream(Encoding.values()).map(encoding -> Arguments.of(seed, encoding)));
    }

    /** A handler for which every notification must fit what it was told before. */
    private final class Historian implements EventHandler<ConfigMap> {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();

        @GuardedBy("lock")
        private final Map<Key, ConfigMap> seen = new TreeMap<>();

        @Override
        public void onAdd(ConfigMap object, boolean isInInitialList) {
            if (replace(object.key(), object) != null) {
                wrong.add("added twice: " + object.key());
            }
        }

        @Override
        public void onUpdate(ConfigMap before, ConfigMap after) {
            if (!before.equals(replace(after.key(), after))) {
                wrong.add("changed from something else: " + after.key());
            }
        }

        @Override
        public void onDelete(DeletedObject<ConfigMap> deleted) {
            if (replace(deleted.key(), null) == null) {
                wrong.add("deleted, never added: " + deleted.key());
            }
        }

        /** {@return what there was} */
        private @Nullable ConfigMap replace(Key key, @Nullable ConfigMap object) {
            lock.lock();
            try {
                changed.signalAll();
                return object == null ? seen.remove(key) : seen.put(key, object);
            } finally {
                lock.unlock();
            }
        }

        /** {@return what it has been told of, as soon as that is what is expected, or after a minute} */
        Map<Key, ConfigMap> awaitSeen(Map<Key, ConfigMap> expected) throws InterruptedException {
            long left = TimeUnit.MINUTES.toNanos(1);
            lock.lock();
            try {
                while (left > 0 && !seen.equals(expected)) {
                    left = changed.awaitNanos(left);
                }
                return Map.copyOf(seen);
            } finally {
                lock.unlock();
            }
        }
    }

    /** A handler and its place. */
    private record Place(Historian historian, Registration registration) {}

    @ParameterizedTest
    @MethodSource("runs")
    void theCopyIsWhatTheServerHasWhateverHappensOnTheWay(long seed, Encoding encoding) throws InterruptedException {
        ApiServer server = ApiServer.create(platform, Profile.BARE);
        try (Listening listening = server.listen(SocketOptions.USUAL.withoutSecurity());
                Transports transports = new Transports(platform)) {
            ClientSet clients = ClientSet.connect(
                            transports,
                            platform,
                            KubeConfig.parse(listening.kubeconfig(), Path.of("config"))
                                    .resolve())
                    .withEncoding(encoding);
            run(server, clients.resource(ConfigMap.TYPE), new Random(seed));
            awaitNoWatch(listening);
            assertThat(listening.watches()).as("nothing stays open").isZero();
        }
        assertThat(wrong).isEmpty();
    }

    /** The server hears of the end of a watch a little after it. */
    private static void awaitNoWatch(Listening listening) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (listening.watches() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private void run(ApiServer server, ResourceClient<ConfigMap> maps, Random random) throws InterruptedException {
        write(maps, random);
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, ListerWatcher.of(maps))
                .policy(ReflectorPolicy.STANDARD.withBackoff(
                        new ReflectorBackoff(Duration.ofMillis(5), 2, Duration.ofMillis(50), 1, Duration.ofSeconds(1))))
                .resyncPeriod(Duration.ofSeconds(1))
                .watchErrorHandler(failure -> {})
                .build();
        List<Place> places = new ArrayList<>(List.of(join(informer)));
        SharedInformer.Running running = informer.start();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                server.faults()
                        .inject(
                                Match.verbs("list", "watch").on("configmaps"),
                                FAULTS.get(random.nextInt(FAULTS.size())),
                                random.nextInt(2),
                                1 + random.nextInt(2));
                write(maps, random);
                switch (random.nextInt(8)) {
                    case 0 -> {
                        server.compact();
                        informer.relist();
                    }
                    case 1 -> server.faults().clear();
                    case 2 -> places.add(join(informer));
                    case 3 ->
                        informer.removeHandler(
                                places.remove(random.nextInt(places.size())).registration());
                    case 4 -> places.add(join(informer));
                    default -> {}
                }
                if (places.isEmpty()) {
                    places.add(join(informer));
                }
            }
            server.faults().clear();
            ConfigMap last = maps.in("default").create(thing("last", "x"));
            assertThat(informer.indexer().awaitVersion(last.metadata().version(), Duration.ofSeconds(60)))
                    .isTrue();
            // A list may tell of the last one first, so it is the whole that is waited for.
            ResourceClient<ConfigMap> whole = maps.withDecoding(DecodeOptions.STANDARD.withManagedFields(false));
            Map<Key, ConfigMap> there = byKey(whole.list().items());
            assertThat(byKey(informer.indexer().list())).isEqualTo(there);
            for (Place place : places) {
                assertThat(place.registration().awaitSynced(Duration.ofSeconds(60)))
                        .isTrue();
                assertThat(place.historian().awaitSeen(there)).isEqualTo(there);
            }
        } finally {
            running.close();
        }
    }

    private Place join(SharedInformer<ConfigMap> informer) {
        Historian historian = new Historian();
        return new Place(historian, informer.addHandler(historian));
    }

    private static Map<Key, ConfigMap> byKey(List<ConfigMap> objects) {
        return objects.stream().collect(Collectors.toMap(ConfigMap::key, object -> object, (a, b) -> b, TreeMap::new));
    }

    private static ConfigMap thing(String name, String value) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .putData("v", value)
                .build();
    }

    private static void write(ResourceClient<ConfigMap> maps, Random random) {
        for (int i = 0; i < 5; i++) {
            String name = "o" + random.nextInt(8);
            var found = maps.in("default").find(name);
            if (found.isEmpty()) {
                maps.create(thing(name, TEXT + i));
            } else if (random.nextInt(3) == 0) {
                maps.in("default").delete(name);
            } else {
                maps.update(found.get().toBuilder()
                        .putData("v", TEXT.repeat(random.nextInt(20)) + random.nextInt(1000))
                        .build());
            }
        }
    }
}
