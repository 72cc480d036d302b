package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.controller.monitor.LogLevels;
import dev.konverge.controller.monitor.MetricsRegistry;
import dev.konverge.controller.monitor.PrometheusMonitor;
import dev.konverge.controller.testing.NoTransport;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Selector;
import dev.konverge.model.Unstructured;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Namespace;
import dev.konverge.model.core.v1.Secret;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Mistakes are told when a manager is built, not when it runs. */
class ManagerBuilderTest {
    private final ManagerBuilder builder = Manager.builder(Platform.real(), new NoTransport());

    @Test
    void aManagerWithoutControllersIsRefused() {
        assertThatThrownBy(builder::build).hasMessageContaining("add one with .controller(");
    }

    @Test
    void aControllerWithoutAReconcilerIsRefused() {
        assertThatThrownBy(builder.controller(ConfigMap.TYPE, c -> {})::build)
                .hasMessage(
                        "controller \"configmap\" has nothing to do: say what with .reconcile((object, scope) -> …)");
    }

    @Test
    void twoControllersOfOneNameAreRefused() {
        builder.controller(ConfigMap.TYPE, c -> c.reconcile((o, s) -> Outcome.done()))
                .controller(ConfigMap.TYPE, c -> c.reconcile((o, s) -> Outcome.done()));
        assertThatThrownBy(builder::build).hasMessageContaining("two controllers have the name \"configmap\"");
    }

    @Test
    void twoPlacesOfOneKindAreRefusedAndOneDescribedTwiceIsNot() {
        ResourceType<Unstructured> widget = ResourceType.of("example.com", "v1", "Widget", Unstructured.CODEC);
        builder.controller(
                widget.served("widgets", true),
                c -> c.reads(widget.served("widgets", "widget", true, List.of("w"), List.of(), List.of(), List.of()))
                        .reconcile((o, s) -> Outcome.done()));
        assertThat(builder.build()).isNotNull();
        builder.controller(
                ConfigMap.TYPE,
                c -> c.watches(widget.served("widgets", false), o -> List.of()).reconcile((o, s) -> Outcome.done()));
        assertThatThrownBy(builder::build)
                .hasMessageContaining("Kind=Widget as widgets in namespaces")
                .hasMessageContaining("as widgets without namespaces");
    }

    @Test
    void aFinalizerWithoutAnythingToDoIsRefused() {
        builder.controller(
                ConfigMap.TYPE, c -> c.reconcile((o, s) -> Outcome.done()).finalizer("example.com/x"));
        assertThatThrownBy(builder::build).hasMessageContaining("names a finalizer, but no .onDelete(");
    }

    @Test
    void aFinalizerWithoutADomainAndNoWorkersAreRefused() {
        assertThatThrownBy(() -> builder.controller(ConfigMap.TYPE, c -> c.finalizer("x")))
                .hasMessageContaining("a domain and a name");
        assertThatThrownBy(() -> builder.controller(ConfigMap.TYPE, c -> c.workers(0)))
                .hasMessage("controller \"configmap\" cannot work with 0 workers");
    }

    @Test
    void twoIndexesOfOneNameForAKindAreRefused() {
        assertThatThrownBy(() -> builder.controller(
                        ConfigMap.TYPE,
                        c -> c.index(ConfigMap.TYPE, "x", map -> List.of())
                                .index(Secret.TYPE, "x", secret -> List.of())
                                .index(ConfigMap.TYPE, "x", map -> List.of())))
                .hasMessage("controller \"configmap\" has an index \"x\" of /v1, Kind=ConfigMap already");
    }

    @Test
    void figuresThatWouldGoWhereNobodyLooksAreRefused() {
        builder.controller(ConfigMap.TYPE, c -> c.reconcile((o, s) -> Outcome.done()))
                .monitoring(new InetSocketAddress(0))
                .monitor(new PrometheusMonitor(new MetricsRegistry()));
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(".monitoring(address, registry)");
    }

    @Test
    void twoChecksOfOneNameAreRefused() {
        builder.healthCheck("bucket", () -> true).readinessCheck("bucket", () -> true);
        assertThatThrownBy(() -> builder.healthCheck("bucket", () -> true)).hasMessageContaining("\"bucket\"");
        assertThatThrownBy(() -> builder.readinessCheck("bucket", () -> true)).hasMessageContaining("\"bucket\"");
    }

    @Test
    void whatIsSaidOfACacheIsSaidOnceAndOfOneThatThereIs() {
        builder.controller(ConfigMap.TYPE, c -> c.reconcile((o, s) -> Outcome.done()))
                .cache(ConfigMap.TYPE, c -> c.keepManagedFields())
                .build();
        assertThatThrownBy(() -> builder.cache(ConfigMap.TYPE, c -> c.namespaces("x")))
                .hasMessage("what is kept of /v1, Kind=ConfigMap is said twice");
        assertThatThrownBy(builder.cache(Secret.TYPE, c -> c.namespaces("x"))::build)
                .hasMessage("it is said what is kept of /v1, Kind=Secret, but no controller declares it with .owns,"
                        + " .watches or .reads");
    }

    @Test
    void aCacheOfNothingOrInNamespacesThatThereAreNotIsRefused() {
        assertThatThrownBy(() -> builder.cache(ConfigMap.TYPE, c -> c.labels(Selector.nothing())))
                .hasMessageContaining("selects nothing");
        assertThatThrownBy(() -> builder.cache(Namespace.TYPE, c -> c.namespaces("x")))
                .hasMessage("/v1, Kind=Namespace is not in namespaces, so not in [x]");
        assertThatThrownBy(() -> builder.namespaces("x", "")).hasMessage("one of the namespaces has no name: [, x]");
    }

    @Test
    void aControllerOfMetadataIsRefused() {
        builder.controller(PartialObjectMetadata.typeOf(ConfigMap.TYPE), c -> c.reconcile((o, s) -> Outcome.done()));
        assertThatThrownBy(builder::build).hasMessageContaining("watch the metadata with .watches(");
    }

    @Test
    void aDelayThatIsNoneIsRefused() {
        assertThatThrownBy(() -> Outcome.requeueAfter(java.time.Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTaskIsWorkAndOneOfTheLeaderAReasonToElectIt() {
        builder.task("sweep", context -> {}).leaderElection("lease").build();
        ManagerBuilder everywhere =
                Manager.builder(Platform.real(), new NoTransport()).taskOnEveryReplica("listen", context -> {});
        everywhere.build();
        assertThatThrownBy(everywhere.leaderElection("lease")::build)
                .hasMessageContaining("nothing to elect a leader for");
    }

    @Test
    void whatIsShownNowhereIsRefused() {
        for (Consumer<ManagerBuilder> shown : List.<Consumer<ManagerBuilder>>of(
                b -> b.healthCheck("bucket", () -> true),
                b -> b.readinessCheck("bucket", () -> true),
                b -> b.logLevels(LogLevels.ofJdk()))) {
            ManagerBuilder one = Manager.builder(Platform.real(), new NoTransport())
                    .controller(ConfigMap.TYPE, c -> c.reconcile((o, s) -> Outcome.done()));
            shown.accept(one);
            assertThatThrownBy(one::build)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(".monitoring(");
            one.monitoring(new InetSocketAddress(0)).build();
        }
    }

    @Test
    void aCheckWithTheNameOfOneOfTheManagerIsRefused() {
        assertThatThrownBy(() -> builder.healthCheck("server-heard-of", () -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"server-heard-of\"");
        assertThatThrownBy(() -> builder.readinessCheck("caches-synced", () -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"caches-synced\"");
    }
}
