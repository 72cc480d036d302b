package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ListOptions;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The comparison of the copy with the server. */
class SampledSelfCheckTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final FakeServer server = new FakeServer(platform).paging();
    private final Indexer<ConfigMap> copy = Indexer.of(platform, StoreConfig.ofResources());

    @AfterEach
    void nothingIsLeft() {
        platform.close();
    }

    private final RealFifo<ConfigMap> queue = new RealFifo<>(platform, RealFifo.Config.of(KeyFunction.ofMetadata()));

    private SelfCheck.Finding compare() throws InterruptedException {
        var check = new SampledSelfCheck<>(platform, copy, queue);
        return check.compare(server, Long.toString(server.version()));
    }

    private void copyTheServer() {
        copy.replace(List.copyOf(server.state().values()), ResourceVersion.of("" + server.version()));
    }

    // TestReflectorDataConsistencyDetector
    @Test
    void aGoodCopyIsClean() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            server.put("ns" + i % 3, "o" + i, "v");
        }
        copyTheServer();
        for (int i = 0; i < 30; i++) {
            SelfCheck.Finding finding = compare();
            assertThat(finding.isClean()).isTrue();
            assertThat(finding.compared()).isPositive();
        }
        assertThat(server.lists()).extracting(ListOptions::resourceVersionMatch).containsOnly("Exact");
        assertThat(server.lists()).extracting(ListOptions::resourceVersion).containsOnly("21");
        assertThat(server.lists())
                .extracting(ListOptions::fieldSelector)
                .contains("", "metadata.namespace=ns0", "metadata.namespace=ns1", "metadata.namespace=ns2");
    }

    @Test
    void whatIsMissingSurplusOrStaleIsFound() throws InterruptedException {
        server.put("a", "1");
        server.put("b", "1");
        server.put("c", "1");
        copyTheServer();
        copy.deleteByKey(Key.of("ns", "a"));
        copy.update(thing("b", "1"));
        copy.update(thing("x", "1"));
        copy.bookmark(ResourceVersion.of("4"));
        for (int i = 0; i < 4; i++) {
            SelfCheck.Finding finding = compare();
            assertThat(finding.missing()).containsExactly(Key.of("ns", "a"));
            assertThat(finding.stale()).containsExactly(Key.of("ns", "b"));
            assertThat(finding.surplus()).containsExactly(Key.of("ns", "x"));
            assertThat(finding.wrong()).isEqualTo(3);
        }
    }

    @Test
    void ofALongListOnlyThePartThatWasReadIsCompared() throws InterruptedException {
        fillWith(600);
        copyTheServer();
        copy.deleteByKey(Key.of("ns", "o10007"));
        copy.deleteByKey(Key.of("ns", "o10008"));
        copy.update(thing("o10005x", "1"));
        copy.update(thing("o10555x", "1"));
        copy.bookmark(ResourceVersion.of("" + server.version()));
        Set<Integer> compared = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            SelfCheck.Finding finding = compare();
            compared.add(finding.compared());
            assertThat(finding.missing()).containsExactly(Key.of("ns", "o10007"), Key.of("ns", "o10008"));
            assertThat(finding.surplus())
                    .containsExactlyInAnyOrderElementsOf(
                            finding.compared() == 500
                                    ? List.of(Key.of("ns", "o10005x"))
                                    : List.of(Key.of("ns", "o10005x"), Key.of("ns", "o10555x")));
        }
        assertThat(compared).as("one page, or both").containsExactly(500, 600);
    }

    private void fillWith(int objects) {
        server.fill(IntStream.range(10_000, 10_000 + objects).mapToObj(i -> "o" + i));
    }

    /** {@return after how many checks a difference was found} */
    private int checksUntilFound() throws InterruptedException {
        int checks = 1;
        while (compare().isClean()) {
            assertThat(++checks).isLessThan(1000);
        }
        return checks;
    }

    @Test
    void aStaleObjectFarBehindIsFoundInTheEndAndLittleIsReadForIt() throws InterruptedException {
        fillWith(20_000);
        copyTheServer();
        copy.update(thing("o25000", "1"));
        copy.bookmark(ResourceVersion.of("" + server.version()));
        int checks = 0;
        int rounds = 4;
        for (int i = 0; i < rounds; i++) {
            checks += checksUntilFound();
        }
        assertThat(checks).as("31 each on average").isBetween(10 * rounds, 100 * rounds);
        assertThat(server.lists().size()).as("pages").isLessThan(10 * checks);
        assertThat(server.lists())
                .as("a token says the version itself")
                .allSatisfy(options -> assertThat(options.continueToken().isEmpty())
                        .isEqualTo(options.resourceVersionMatch().equals("Exact")));
    }

    @Test
    void aCountThatDiffersMakesItReadEverything() throws InterruptedException {
        fillWith(20_000);
        copyTheServer();
        copy.deleteByKey(Key.of("ns", "o25000"));
        copy.bookmark(ResourceVersion.of("" + server.version()));
        assertThat(checksUntilFound()).as("every other check looks at all").isLessThan(10);
        assertThat(compare().compared()).isPositive();
    }

    @Test
    void aCopyThatIsBehindIsNotCompared() {
        server.put("a", "1");
        queue.add(thing("a", "2"));
        assertThatThrownBy(this::compare).hasMessageContaining("behind");
        assertThat(server.lists()).isEmpty();
    }

    @Test
    void behindACompactingQueueItIsTheQueueThatTells() throws InterruptedException {
        server.put("a", "1");
        copyTheServer();
        var compacting = new DeltaFifo<>(platform, DeltaFifo.Config.of(KeyFunction.<ConfigMap>ofMetadata()));
        var check = new SampledSelfCheck<>(platform, copy, compacting);
        assertThat(check.compare(server, "2").isClean()).isTrue();
        server.put("a", "2");
        server.deleteInSecret("a");
        copy.deleteByKey(Key.of("ns", "a"));
        assertThat(check.compare(server, "3").isClean())
                .as("the version of the copy is behind, as after a bookmark")
                .isTrue();
        assertThat(platform.clock().nanoTime()).as("nothing to wait for").isZero();
        copy.bookmark(ResourceVersion.of("3"));
        compacting.add(thing("b", "1"));
        assertThatThrownBy(() -> check.compare(server, "3"))
                .as("the version is there, but not all that was handed on")
                .hasMessageContaining("behind");
    }

    @Test
    void anInformerHealsWhatIsFarBehind() throws InterruptedException {
        fillWith(20_000);
        SharedInformer<ConfigMap> informer =
                SharedInformer.builder(platform, server).build();
        SharedInformer.Running running = informer.start();
        platform.awaitQuiet();
        server.putInSecret("o25000", "other");
        platform.advance(Duration.ofDays(3));
        assertThat(informer.indexer().findByKey(Key.of("ns", "o25000")).map(Things::value))
                .contains("other");
        running.close();
    }

    // TestReflectorDataConsistencyDetector
    @Test
    void aTransformThatDropsTheVersionLeavesOnlyTheKeysToCompare() throws InterruptedException {
        server.put("a", "1");
        copy.update(
                ConfigMap.builder().metadata(m -> m.namespace("ns").name("a")).build());
        copy.bookmark(ResourceVersion.of("2"));
        assertThat(compare().isClean()).isTrue();
    }

    @Test
    void whatIsPassedOverOnPurposeIsNotMissed() throws InterruptedException {
        fillWith(600);
        server.put("bad", "1");
        server.put("worse", "1");
        copyTheServer();
        copy.deleteByKey(Key.of("ns", "bad"));
        copy.update(thing("worse", "1"));
        copy.bookmark(ResourceVersion.of("" + server.version()));
        Set<String> unfit = new HashSet<>(Set.of("bad", "worse"));
        var fed = new RealFifo<>(
                platform,
                RealFifo.Config.<ConfigMap>of(KeyFunction.ofMetadata()).withTransform(object -> {
                    if (unfit.contains(object.key().name())) {
                        throw new IllegalStateException("cannot");
                    }
                    return object;
                }));
        var check = new SampledSelfCheck<>(platform, copy, fed);
        Set<Integer> compared = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            SelfCheck.Finding finding = check.compare(server, Long.toString(server.version()));
            assertThat(finding.isClean()).isTrue();
            compared.add(finding.compared());
        }
        assertThat(compared).as("not everything each time").containsExactly(500, 602);
        copy.deleteByKey(Key.of("ns", "o10007"));
        assertThat(check.compare(server, Long.toString(server.version())).missing())
                .as("something else")
                .containsExactly(Key.of("ns", "o10007"));
        unfit.clear();
        SelfCheck.Finding healed = check.compare(server, Long.toString(server.version()));
        assertThat(healed.missing()).as("it is fit by now").contains(Key.of("ns", "bad"));
    }

    @Test
    void anInformerDoesNotReadAnewWhatItPassedOver() throws InterruptedException {
        List<String> counted = new ArrayList<>();
        server.put("a", "1");
        server.put("b", "bad");
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .transform(object -> {
                    if (Things.value(object).equals("bad")) {
                        throw new IllegalStateException("cannot");
                    }
                    return object;
                })
                .policy(ReflectorPolicy.STANDARD.withSelfCheckPeriod(Duration.ofMinutes(10)))
                .watchErrorHandler(failure -> {})
                .metrics((name, gauges) -> new InformerMetrics() {
                    @Override
                    public void compared(int objects, int wrong) {
                        counted.add(objects + "/" + wrong);
                    }
                })
                .build();
        SharedInformer.Running running = informer.start();
        platform.advance(Duration.ofHours(2));
        assertThat(counted).hasSizeGreaterThan(3).containsOnly("2/0");
        assertThat(server.watches())
                .filteredOn(WatchOptions::initialEvents)
                .as("read once")
                .hasSize(1);
        server.putInSecret("c", "1");
        platform.advance(Duration.ofMinutes(25));
        assertThat(counted).as("what is truly missing").contains("3/1");
        assertThat(informer.indexer().listKeys()).containsExactlyInAnyOrder(Key.of("ns", "a"), Key.of("ns", "c"));
        running.close();
    }

    @Test
    void anInformerHealsWhatItFinds() throws InterruptedException {
        List<String> counted = new ArrayList<>();
        server.put("a", "1");
        server.put("gone", "1");
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .policy(ReflectorPolicy.STANDARD.withSelfCheckPeriod(Duration.ofMinutes(10)))
                .metrics((name, gauges) -> new InformerMetrics() {
                    @Override
                    public void compared(int objects, int wrong) {
                        counted.add(objects + "/" + wrong);
                    }
                })
                .build();
        List<String> told = new ArrayList<>();
        informer.addHandler(EventHandler.<ConfigMap>functions()
                .onAdd(object -> told.add("add " + object.key().name()))
                .onDelete(deleted -> told.add("delete " + deleted.key().name())));
        SharedInformer.Running running = informer.start();
        platform.awaitQuiet();
        told.clear();
        server.putInSecret("b", "1");
        server.deleteInSecret("gone");
        platform.advance(Duration.ofMinutes(25));
        assertThat(told).containsExactly("delete gone", "add b");
        assertThat(counted.getFirst()).isEqualTo("2/2");
        assertThat(informer.indexer().list())
                .containsExactlyInAnyOrderElementsOf(server.state().values());
        platform.advance(Duration.ofMinutes(25));
        assertThat(counted.getLast()).isEqualTo("2/0");
        running.close();
    }
}
