package dev.konverge.informer;

import static dev.konverge.informer.Things.value;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An informer with an index function that fails on some objects: they are missing, nothing else is, and it is told. */
class FailingIndexTest {
    private final VirtualPlatform platform = new VirtualPlatform(7);
    private final FakeServer server = new FakeServer(platform);
    private final Set<String> bad = new HashSet<>(Set.of("bad"));
    private final List<ReflectorFailure> failures = new ArrayList<>();
    private final List<ReflectorFailure> counted = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private SharedInformer.Running running = () -> {};

    @AfterEach
    void nothingIsLeft() {
        running.close();
        assertThat(platform.liveTasks()).isEmpty();
        assertThat(server.openWatches()).isZero();
        platform.close();
    }

    private SharedInformer<ConfigMap> start(SharedInformerBuilder.Order order) {
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .name("maps")
                .order(order)
                .indexers(Map.of("word", map -> {
                    if (bad.contains(value(map))) {
                        throw new IllegalStateException("cannot");
                    }
                    return List.of(value(map));
                }))
                .watchErrorHandler(failures::add)
                .metrics((name, gauges) -> new InformerMetrics() {
                    @Override
                    public void failed(ReflectorFailure failure) {
                        counted.add(failure);
                    }
                })
                .build();
        informer.addHandler(EventHandler.of(notification -> told.add(
                switch (notification) {
                    case Notification.Added<ConfigMap>(var object, boolean initial) ->
                        (initial ? "initial " : "add ") + object.key().name();
                    case Notification.Updated<ConfigMap>(var before, var after) ->
                        "update " + after.key().name() + "=" + value(before) + ">" + value(after);
                    case Notification.Deleted<ConfigMap>(var gone) ->
                        "delete " + gone.key().name();
                    case Notification.Synced<ConfigMap> synced -> "synced";
                })));
        running = informer.start();
        platform.awaitQuiet();
        return informer;
    }

    private static List<String> names(SharedInformer<ConfigMap> informer) {
        return informer.indexer().listKeys().stream()
                .map(key -> key.name())
                .sorted()
                .toList();
    }

    private void assertTold() {
        assertThat(failures).isNotEmpty().allSatisfy(failure -> {
            assertThat(failure).isInstanceOf(ReflectorFailure.ApplyFailed.class);
            assertThat(failure.reflector()).isEqualTo("maps");
            assertThat(failure.message())
                    .startsWith("failed to apply changes of maps: ")
                    .contains("index \"word\" failed on object \"ns/");
        });
        assertThat(counted).isEqualTo(failures);
    }

    @ParameterizedTest
    @EnumSource // IX-5, SI-4
    void anInformerIsSyncedOnceAllOfTheFirstListIsInTheCopy(SharedInformerBuilder.Order order)
            throws InterruptedException {
        server.put("a", "1");
        server.put("b", "bad");
        server.put("c", "1");
        SharedInformer<ConfigMap> informer = start(order);
        assertThat(names(informer)).as("the rest is there").containsExactly("a", "c");
        assertThat(told).containsExactlyInAnyOrder("initial a", "initial c");
        assertThat(informer.hasSynced()).isFalse();
        assertTold();
        platform.advance(ofMinutes(1));
        assertThat(informer.hasSynced()).isFalse();
        assertThat(server.watches().size()).as("it is tried again").isGreaterThan(1);
        bad.clear();
        platform.advance(ofMinutes(2));
        assertThat(informer.hasSynced()).isTrue();
        assertThat(names(informer)).containsExactly("a", "b", "c");
        assertThat(told.subList(told.indexOf("initial b"), told.size())).contains("synced");
        assertThat(told).doesNotContain("add b");
    }

    @ParameterizedTest
    @EnumSource // IX-5, PD-6
    void ofManyChangesOnlyThatOfTheBadObjectIsLost(SharedInformerBuilder.Order order) throws InterruptedException {
        server.put("a", "1");
        server.put("b", "1");
        SharedInformer<ConfigMap> informer = start(order);
        told.clear();
        for (int i = 0; i < 5; i++) {
            server.put("n" + i, "1");
        }
        server.put("b", "bad");
        server.delete("a");
        server.put("z", "1");
        platform.awaitQuiet();
        assertThat(names(informer)).containsExactly("b", "n0", "n1", "n2", "n3", "n4", "z");
        assertThat(told).containsExactly("add n0", "add n1", "add n2", "add n3", "add n4", "delete a", "add z");
        assertThat(value(informer.indexer().byIndex("word", "1").stream()
                        .filter(map -> map.key().name().equals("b"))
                        .findFirst()
                        .orElseThrow()))
                .as("the last good state")
                .isEqualTo("1");
        assertTold();
        bad.clear();
        told.clear();
        platform.advance(ofSeconds(5));
        assertThat(told).contains("update b=1>bad").doesNotContain("synced");
        assertThat(informer.indexer().byIndex("word", "bad")).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource // IX-5, SI-4
    void aChangeOfTheBadObjectHealsAtOnce(SharedInformerBuilder.Order order) throws InterruptedException {
        server.put("a", "1");
        server.put("b", "bad");
        SharedInformer<ConfigMap> informer = start(order);
        platform.advance(ofHours(1));
        assertThat(informer.hasSynced()).isFalse();
        bad.clear();
        int asked = server.lists().size() + server.watches().size();
        server.put("b", "bad");
        platform.awaitQuiet();
        assertThat(informer.hasSynced()).isTrue();
        assertThat(informer.indexer().byIndex("word", "bad")).hasSize(1);
        assertThat(server.lists().size() + server.watches().size())
                .as("without another list")
                .isEqualTo(asked);
        bad.add("bad");
        server.put("b", "bad");
        platform.awaitQuiet();
        bad.clear();
        told.clear();
        server.put("b", "good");
        platform.awaitQuiet();
        assertThat(told).as("of a known one").containsExactly("update b=bad>good");
    }

    @Test
    void changesGoOnWhileABadObjectStays() throws InterruptedException {
        server.put("b", "bad");
        SharedInformer<ConfigMap> informer = start(SharedInformerBuilder.Order.OF_ARRIVAL);
        platform.advance(ofMinutes(10));
        int tries = failures.size();
        assertThat(tries).as("with pauses").isBetween(5, 12);
        server.put("a", "1");
        platform.awaitQuiet();
        assertThat(names(informer)).containsExactly("a");
        server.delete("a");
        server.put("c", "1");
        platform.awaitQuiet();
        assertThat(names(informer)).containsExactly("c");
        assertThat(informer.indexer().version()).isEqualTo(ResourceVersion.of("5"));
        server.delete("b");
        platform.awaitQuiet();
        assertThat(informer.hasSynced()).as("what was missing is gone").isTrue();
    }

    @ParameterizedTest
    @EnumSource // DF-3, SI-4: nobody knows it, so not every queue tells that it is gone
    void anInformerIsSyncedOnceWhatItLacksIsGone(SharedInformerBuilder.Order order) throws InterruptedException {
        server.put("a", "1");
        server.put("b", "bad");
        SharedInformer<ConfigMap> informer = start(order);
        server.delete("b");
        platform.advance(ofMinutes(1));
        assertThat(informer.hasSynced()).isTrue();
        assertThat(names(informer)).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource // IX-5
    void whatTheCopyNeverTakesCostsAFewListsAnHour(SharedInformerBuilder.Order order) throws InterruptedException {
        server.put("a", "1");
        server.put("b", "bad");
        SharedInformer<ConfigMap> informer = start(order);
        platform.advance(ofHours(1));
        int first = failures.size();
        assertThat(first).as("in the first hour").isBetween(5, 20);
        platform.advance(ofHours(1));
        assertThat(failures.size() - first).as("in the second").isBetween(2, 7);
        bad.clear();
        platform.advance(ofMinutes(20));
        assertThat(names(informer)).containsExactly("a", "b");
        assertThat(informer.hasSynced()).isTrue();
        bad.add("bad");
        server.put("c", "bad");
        platform.awaitQuiet();
        bad.clear();
        platform.advance(ofSeconds(2));
        assertThat(names(informer)).as("soon again").containsExactly("a", "b", "c");
    }

    @Test
    void pausesThatMayGrowWithoutEndAreNoReasonToGiveUp() throws InterruptedException {
        List<String> relists = new ArrayList<>();
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        var backoff = new ReflectorBackoff(ofSeconds(1), 1, forEver, 0, forEver);
        Relists pending = new Relists(platform, "maps", backoff, () -> relists.add("again"));
        for (int i = 0; i < 3; i++) {
            pending.request();
            platform.advance(ofSeconds(1));
        }
        assertThat(relists).hasSize(3);
        pending.close();
    }
}
