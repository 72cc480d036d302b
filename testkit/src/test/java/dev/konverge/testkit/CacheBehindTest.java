package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.Outcome;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Key;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A cache is not waited for, nor blamed, where it has nothing to show. */
@WithCluster
class CacheBehindTest {
    private final BehindCount behind = new BehindCount();

    @Test
    void whatAManagerOfOneNamespaceWritesIntoAnotherIsNotWaitedFor(TestCluster cluster) {
        cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: elsewhere}}");
        List<Integer> calls = new ArrayList<>();
        cluster.run(cluster.manager()
                .namespace("default")
                .monitor(behind)
                .controller(
                        Deployment.TYPE,
                        c -> c.reads(ConfigMap.TYPE).reconcile((deployment, scope) -> {
                            calls.add(calls.size());
                            scope.applyUnowned(ConfigMap.builder()
                                    .metadata(m -> m.namespace("elsewhere").name("counter"))
                                    .data(Map.of("n", Integer.toString(calls.size())))
                                    .build());
                            return Outcome.requeueAfter(Duration.ofMillis(100));
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(calls).hasSizeGreaterThan(5);
        assertThat(behind.count()).isZero();
    }

    @Test
    void aViewMayBeWaitedForForEver(TestCluster cluster) {
        cluster.run(Mirror.on(cluster, c -> c.viewTimeout(Duration.ofSeconds(Long.MAX_VALUE)))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 1));
    }

    @Test
    void aPodThatMayTakeItsTimeToGoIsNotMissedBefore(TestCluster cluster) {
        List<String> cleaned = new ArrayList<>();
        cluster.run(cluster.manager()
                .monitor(behind)
                .controller(
                        Pod.TYPE,
                        c -> c.reconcile((pod, scope) -> Outcome.done()).onDelete((pod, scope) -> {
                            cleaned.add(pod.key().name());
                            return Outcome.done();
                        }))
                .build());
        cluster.create(Pod.builder()
                .metadata(m -> m.namespace("default").name("slow"))
                .spec(s -> s.nodeName("node").addContainers(c -> c.name("main").image("nginx")))
                .build());
        cluster.advance(Duration.ofSeconds(1));
        var pods = cluster.clients().resource(Pod.TYPE).in("default");
        pods.delete("slow");
        cluster.advance(Duration.ofSeconds(10));
        assertThat(cleaned).containsExactly("slow");
        assertThat(pods.get("slow").metadata().finalizers()).isEmpty();
        assertThat(behind.count()).isZero();

        pods.delete(
                Key.of("default", "slow"),
                DeleteOptions.builder().gracePeriodSeconds(0L).build());
        cluster.eventually(
                () -> assertThat(cluster.find(Pod.TYPE, "default", "slow")).isEmpty());
        assertThat(cleaned).containsExactly("slow");
    }
}
