package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.ControllerBuilder;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A small controller for tests: each deployment gets a config map that tells its replicas, and a status. */
final class Mirror {
    private Mirror() {}

    static Reconciler<Deployment> reconciler() {
        return (deployment, scope) -> {
            int replicas = Optional.ofNullable(deployment.spec())
                    .map(spec -> spec.replicas())
                    .orElse(0);
            scope.apply(ConfigMap.builder()
                    .metadata(m -> m.namespace(deployment.key().namespace())
                            .name(deployment.key().name() + "-mirror"))
                    .data(Map.of("replicas", Integer.toString(replicas)))
                    .build());
            scope.status(deployment.toBuilder()
                    .status(DeploymentStatus.builder()
                            .observedGeneration(deployment.metadata().generation())
                            .replicas(replicas)
                            .build())
                    .build());
            return Outcome.done();
        };
    }

    static ManagerBuilder on(TestCluster cluster) {
        return on(cluster, c -> {});
    }

    static ManagerBuilder addTo(ManagerBuilder manager) {
        return manager.controller(
                Deployment.TYPE,
                c -> c.name("mirror").owns(ConfigMap.TYPE).workers(4).reconcile(reconciler()));
    }

    static ManagerBuilder on(TestCluster cluster, Consumer<ControllerBuilder<Deployment>> more) {
        return cluster.manager().controller(Deployment.TYPE, c -> {
            c.name("mirror").owns(ConfigMap.TYPE).workers(4).reconcile(reconciler());
            more.accept(c);
        });
    }

    static Deployment deployment(String name, int replicas) {
        return Deployment.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(s -> s.replicas(replicas)
                        .selector(l -> l.matchLabels(Map.of("app", name)))
                        .template(t -> t.metadata(m -> m.labels(Map.of("app", name)))
                                .spec(p -> p.addContainers(c -> c.name("main").image("nginx")))))
                .build();
    }

    /** Fails unless the world is as that deployment declares it, and nothing was made twice. */
    static void isSettled(TestCluster cluster, String name, int replicas) {
        Deployment deployment = cluster.get(Deployment.TYPE, "default", name);
        ConfigMap mirror = cluster.get(ConfigMap.TYPE, "default", name + "-mirror");
        assertThat(mirror.data()).containsEntry("replicas", Integer.toString(replicas));
        assertThat(mirror.isControlledBy(deployment)).isTrue();
        assertThat(deployment.status())
                .isEqualTo(DeploymentStatus.builder()
                        .observedGeneration(deployment.metadata().generation())
                        .replicas(replicas)
                        .build());
    }

    /** Makes a deployment when the cache of config maps has stopped to follow, and lets it follow again some time later. */
    static void declareWhileConfigMapsLookOld(TestCluster cluster) {
        cluster.advance(Duration.ofSeconds(1));
        Match watch = Match.verbs("watch").on("configmaps");
        try (Injection frozen = cluster.faults().inject(watch, new Fault.FreezeWatch(), 0, 1)) {
            // By then every watch has been opened anew.
            cluster.advance(Duration.ofMinutes(11));
            assertThat(frozen.hits()).isEqualTo(1);
            cluster.create(Mirror.deployment("web", 1));
            cluster.advance(Duration.ofSeconds(20));
        }
    }
}
