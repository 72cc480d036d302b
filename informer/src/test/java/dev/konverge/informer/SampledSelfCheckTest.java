package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ListOptions;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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

    private SelfCheck.Finding compare() throws InterruptedException {
        var check = new SampledSelfCheck<>(copy, () -> true, platform.random());
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
        for (int i = 1000; i < 1600; i++) {
            server.put("o" + i, "v");
        }
        copyTheServer();
        copy.update(thing("o1005x", "1"));
        copy.update(thing("o1555x", "1"));
        copy.bookmark(ResourceVersion.of("" + server.version()));
        SelfCheck.Finding finding = compare();
        assertThat(finding.compared()).isEqualTo(500);
        assertThat(finding.surplus()).containsExactly(Key.of("ns", "o1005x"));
    }

    @Test
    void aCopyThatIsBehindIsNotCompared() {
        server.put("a", "1");
        var check = new SampledSelfCheck<>(copy, () -> false, new Random(0));
        assertThatThrownBy(() -> check.compare(server, "2")).hasMessageContaining("behind");
        assertThat(server.lists()).isEmpty();
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
