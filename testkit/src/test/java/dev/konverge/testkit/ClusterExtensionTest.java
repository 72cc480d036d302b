package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** What tests of all shapes get as their cluster. The samples are static, so that only this class runs them. */
class ClusterExtensionTest {
    /** The clusters that the tests of a sample got. */
    private static final List<TestCluster> GIVEN = new ArrayList<>();

    @BeforeEach
    void forget() {
        GIVEN.clear();
    }

    private static void run(Class<?> sample, int tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(sample))
                .build();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, summary);
        assertThat(summary.getSummary().getFailures())
                .extracting(TestExecutionSummary.Failure::getException)
                .isEmpty();
        assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(tests);
    }

    private static void use(TestCluster cluster) {
        GIVEN.add(cluster);
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("only-once"))
                .build());
    }

    @WithCluster
    static class Outer {
        @Test
        void one(TestCluster cluster) {
            use(cluster);
        }

        @Nested
        class Inner {
            @BeforeEach
            void prepare(TestCluster cluster) {
                use(cluster);
            }

            @Test
            void two(TestCluster cluster) {
                assertThat(cluster).isSameAs(GIVEN.getLast());
            }

            @Nested
            class Innermost {
                @Test
                void three(TestCluster cluster) {
                    assertThat(cluster).isSameAs(GIVEN.getLast());
                }
            }
        }
    }

    @Test
    void nestedClassesHaveWhatTheClassAroundThemHas() {
        run(Outer.class, 3);
        assertThat(GIVEN).hasSize(3).doesNotHaveDuplicates();
    }

    @WithCluster
    static class Base {
        @Test
        void one(TestCluster cluster) {
            use(cluster);
        }
    }

    static class Heir extends Base {
        @Test
        void two(TestCluster cluster) {
            use(cluster);
        }
    }

    @Test
    void aClassHasWhatTheOneItExtendsHas() {
        run(Heir.class, 2);
        assertThat(GIVEN).hasSize(2).doesNotHaveDuplicates();
    }

    @WithCluster
    static class Constructed {
        private final TestCluster mine;

        Constructed(TestCluster cluster) {
            mine = cluster;
        }

        @Test
        void one(TestCluster cluster) {
            assertThat(cluster).isSameAs(mine);
            use(cluster);
        }

        @Test
        void two() {
            use(mine);
        }
    }

    @Test
    void aConstructorIsGivenTheClusterOfTheTestThatItIsCalledFor() {
        run(Constructed.class, 2);
        assertThat(GIVEN).hasSize(2).doesNotHaveDuplicates();
    }

    @WithCluster
    static class Shared {
        @BeforeAll
        static void prepare(TestCluster cluster) {
            // Who names a sample to Maven runs it alone.
            GIVEN.clear();
            use(cluster);
        }

        @Test
        void one(TestCluster cluster) {
            assertThat(cluster).isSameAs(GIVEN.getFirst());
        }

        @Test
        void two(TestCluster cluster) {
            assertThat(cluster).isSameAs(GIVEN.getFirst());
        }

        @AfterAll
        static void lookBack(TestCluster cluster) {
            assertThat(cluster.find(ConfigMap.TYPE, "default", "only-once")).isPresent();
        }
    }

    @Test
    void whatIsPreparedForAllTestsOfAClassTheyShare() {
        run(Shared.class, 2);
        assertThat(GIVEN).hasSize(1);
    }
}
