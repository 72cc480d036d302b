package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.Unstructured;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedInformerFactoryTest {
    private static final GroupVersionResource DEPLOYMENTS = new GroupVersionResource("apps", "v1", "deployments");
    private static final Duration LONG = Duration.ofMinutes(5);

    private final CannedServer server = new CannedServer()
            .serving("/apis/apps/v1/deployments", "apps/v1", "Deployment", "ns", "web", "db")
            .serving("/apis/apps/v1/namespaces/ns/deployments", "apps/v1", "Deployment", "ns", "web")
            .serving("/api/v1/pods", "v1", "Pod", "ns", "p")
            .serving("/api/v1/nodes", "v1", "Node", "", "n");

    private SharedInformerFactory factory(Platform platform, FactoryOptions options) {
        return new SharedInformerFactory(platform, ClientSet.on(server, platform), options);
    }

    private static List<String> names(List<? extends Resource> objects) {
        return objects.stream().map(object -> object.key().name()).sorted().toList();
    }

    @Test
    void eachKindHasOneInformer() { // FA-1
        SharedInformerFactory factory = factory(Platform.real(), FactoryOptions.STANDARD);
        SharedInformer<Deployment> informer = factory.apps().v1().deployments().informer();
        assertThat(factory.resource(Deployment.TYPE).informer()).isSameAs(informer);
        assertThat(factory.informerFor(Deployment.TYPE, () -> {
                    throw new AssertionError("there is one already");
                }))
                .isSameAs(informer);
        assertThat(factory.forResource(DEPLOYMENTS).informer()).isSameAs(informer);
        SharedInformer<Pod> own = SharedInformer.builder(
                        Platform.real(),
                        ListerWatcher.of(ClientSet.on(server, Platform.real()).resource(Pod.TYPE)))
                .build();
        assertThat(factory.informerFor(Pod.TYPE, () -> own)).isSameAs(own);
        assertThat(factory.core().v1().pods().informer()).isSameAs(own);
    }

    @Test
    void whoMakesAnInformerMayAskForOthers() { // FA-1
        SharedInformerFactory factory = factory(Platform.real(), FactoryOptions.STANDARD);
        List<SharedInformer<?>> others = new ArrayList<>();
        SharedInformer<Pod> pods = factory.informerFor(Pod.TYPE, () -> {
            others.add(factory.apps().v1().deployments().informer());
            return SharedInformer.builder(
                            Platform.real(),
                            ListerWatcher.of(
                                    ClientSet.on(server, Platform.real()).resource(Pod.TYPE)))
                    .build();
        });
        assertThat(factory.core().v1().pods().informer()).isSameAs(pods);
        assertThat(others).containsExactly(factory.apps().v1().deployments().informer());
    }

    @Test
    void informersFillTheirCopies() { // FA-3, FA-4, FA-5
        VirtualPlatform.simulate(1, platform -> {
            try (SharedInformerFactory factory = factory(platform, FactoryOptions.STANDARD)) {
                Lister<Deployment> deployments =
                        factory.apps().v1().deployments().lister();
                assertThat(factory.awaitSynced(Duration.ZERO).synced())
                        .as("none started")
                        .isEmpty();
                factory.start();
                assertThat(factory.awaitSynced(LONG).orThrow().synced()).containsOnlyKeys(DEPLOYMENTS.toString());
                assertThat(names(deployments.list())).containsExactly("db", "web");
                assertThat(deployments.in("ns").get("web").metadata().managedFields())
                        .isEmpty();

                factory.core().v1().pods().informer();
                assertThat(factory.awaitSynced(LONG).synced())
                        .as("asked for and not started")
                        .hasSize(1);
                factory.start();
                factory.start();
                assertThat(factory.awaitSynced(LONG).orThrow().synced()).hasSize(2);
                assertThat(factory.core().v1().pods().informer().indexer().indexers())
                        .containsKey(IndexFunction.NAMESPACE);
            }
        });
    }

    @Test
    void aCopyThatCannotBeFilledIsNamed() { // FA-5
        VirtualPlatform.simulate(2, platform -> {
            FactoryOptions quiet = FactoryOptions.STANDARD.withErrorHandler(failure -> {});
            try (SharedInformerFactory factory = factory(platform, quiet)) {
                factory.core().v1().configMaps().informer();
                factory.core().v1().pods().informer();
                factory.start();
                SyncResult result = factory.awaitSynced(Duration.ofSeconds(30));
                assertThat(result.isComplete()).isFalse();
                assertThat(result.synced().values()).containsExactlyInAnyOrder(true, false);
                assertThatIllegalStateException()
                        .isThrownBy(result::orThrow)
                        .withMessage(
                                "failed to sync all caches: " + ConfigMap.TYPE.groupVersionResource() + ": timed out");
            }
        });
    }

    @Test
    void aClosedFactoryStartsNothing() { // FA-4, FA-6
        VirtualPlatform.simulate(3, platform -> {
            SharedInformerFactory factory = factory(platform, FactoryOptions.STANDARD);
            factory.core().v1().pods().informer();
            factory.start();
            factory.close();
            factory.close();
            assertThat(factory.core().v1().pods().informer().isStopped()).isTrue();
            SharedInformer<Deployment> late = factory.apps().v1().deployments().informer();
            factory.start();
            assertThat(late.isStarted()).isFalse();
        });
    }

    @Test
    void theOptionsAreForAllInformers() { // FA-2
        VirtualPlatform.simulate(4, platform -> {
            FactoryOptions options = FactoryOptions.STANDARD
                    .withName("mine")
                    .withNamespace("ns")
                    .withTweak(ListerWatcher.Tweak.select("a=b", ""))
                    .withPolicy(ReflectorPolicy.STANDARD.withStreaming(false))
                    .keepingManagedFields();
            try (SharedInformerFactory factory = factory(platform, options)) {
                ResourceInformer<Deployment> deployments = factory.apps().v1().deployments();
                assertThat(deployments.informer().name()).isEqualTo("mine " + DEPLOYMENTS);
                factory.core().v1().nodes().informer();
                factory.start();
                factory.awaitSynced(LONG).orThrow();
                assertThat(server.targets)
                        .allMatch(target -> target.contains("labelSelector=a%3Db"))
                        .anyMatch(target -> target.startsWith("/apis/apps/v1/namespaces/ns/deployments"))
                        .anyMatch(target -> target.startsWith("/api/v1/nodes"))
                        .anyMatch(target -> target.contains("watch=true"))
                        .anyMatch(target -> !target.contains("watch=true"))
                        .noneMatch(target -> target.contains("sendInitialEvents"));
                assertThat(names(deployments.lister().list())).containsExactly("web");
                assertThat(deployments
                                .lister()
                                .get(Key.of("ns", "web"))
                                .metadata()
                                .managedFields())
                        .hasSize(1);
            }
        });
    }

    @Test
    void objectsAreTransformedBeforeTheyAreKept() { // FA-2
        VirtualPlatform.simulate(5, platform -> {
            FactoryOptions options = FactoryOptions.STANDARD.withTransform(object -> object instanceof Pod pod
                    ? pod.toBuilder()
                            .metadata(m -> m.labels(java.util.Map.of()))
                            .build()
                    : object);
            try (SharedInformerFactory factory = factory(platform, options)) {
                Lister<Pod> pods = factory.core().v1().pods().lister();
                Lister<Deployment> deployments =
                        factory.apps().v1().deployments().lister();
                factory.start();
                factory.awaitSynced(LONG).orThrow();
                assertThat(pods.get(Key.of("ns", "p")).metadata().labels()).isEmpty();
                assertThat(deployments.get(Key.of("ns", "db")).metadata().labels())
                        .hasSize(1);
            }
        });
    }

    @Test
    void aTransformMustKeepTheClass() { // FA-2
        VirtualPlatform.simulate(6, platform -> {
            List<ReflectorFailure> failures = new ArrayList<>();
            FactoryOptions options = FactoryOptions.STANDARD
                    .withTransform(object -> ConfigMap.builder().build())
                    .withErrorHandler(failures::add);
            try (SharedInformerFactory factory = factory(platform, options)) {
                Lister<Pod> pods = factory.core().v1().pods().lister();
                factory.start();
                factory.awaitSynced(Duration.ofSeconds(10)).orThrow();
                assertThat(pods.list()).as("passed over").isEmpty();
            }
            assertThat(failures).isNotEmpty();
            assertThat(failures.getFirst().toString()).contains("the factory's transform made a");
        });
    }

    @Test
    void mutationsAreLookedForIfTheOptionsSaySo() { // 4.9
        VirtualPlatform.simulate(8, platform -> {
            for (boolean detecting : List.of(false, true)) {
                FactoryOptions options =
                        detecting ? FactoryOptions.STANDARD.detectingMutations() : FactoryOptions.STANDARD;
                try (SharedInformerFactory factory = factory(platform, options.withName("x"))) {
                    factory.core().v1().pods().informer();
                    factory.start();
                    assertThat(platform.liveTasks().stream().anyMatch(name -> name.startsWith("mutation-detector")))
                            .isEqualTo(detecting);
                }
            }
        });
    }

    @Test
    void eachKindMayHaveItsOwnResync() { // FA-2
        VirtualPlatform.simulate(7, platform -> {
            FactoryOptions options = FactoryOptions.STANDARD
                    .withResync(Duration.ofMinutes(10))
                    .withResync(DEPLOYMENTS, Duration.ofMinutes(1));
            assertThat(options.resyncOf(DEPLOYMENTS)).isEqualTo(Duration.ofMinutes(1));
            assertThat(options.resyncOf(Pod.TYPE.groupVersionResource())).isEqualTo(Duration.ofMinutes(10));
        });
    }

    @Test
    void builtInResourcesAreFoundByName() { // FA-7
        SharedInformerFactory factory = factory(Platform.real(), FactoryOptions.STANDARD);
        assertThat(factory.forResource(Pod.TYPE.groupVersionResource()).lister().list())
                .isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> factory.forResource(new GroupVersionResource("x.io", "v1", "things")))
                .withMessageStartingWith("no informer found for ");
        assertThatIllegalArgumentException()
                .as("nobody can watch these")
                .isThrownBy(() ->
                        factory.forResource(new GroupVersionResource("authentication.k8s.io", "v1", "tokenreviews")));
    }

    @Test
    void anythingCanBeInformedOfAsATree() { // FA-8, FA-9
        server.serving("/apis/x.io/v1/things", "x.io/v1", "Thing", "ns", "t");
        VirtualPlatform.simulate(8, platform -> {
            try (var factory = new DynamicSharedInformerFactory(
                    platform, ClientSet.on(server, platform).dynamic(), FactoryOptions.STANDARD)) {
                GroupVersionResource things = new GroupVersionResource("x.io", "v1", "things");
                ResourceInformer<Unstructured> informer = factory.forResource(things);
                assertThat(factory.forResource(things).informer()).isSameAs(informer.informer());
                assertThat(informer.informer().name()).isEqualTo(things.toString());
                factory.start();
                assertThat(factory.awaitSynced(LONG).orThrow().synced()).containsOnlyKeys(things.toString());
                assertThat(informer.lister().in("ns").get("t").kind()).isEqualTo("Thing");
                assertThat(informer.informer().indexer().indexKeys(IndexFunction.NAMESPACE, "ns"))
                        .containsExactly(Key.of("ns", "t"));
            }
        });
    }

    @Test
    void metadataAloneCanBeInformedOf() { // FA-8, FA-9
        server.serving(
                "/apis/apps/v1/namespaces/ns/deployments", "meta.k8s.io/v1", "PartialObjectMetadata", "ns", "web");
        VirtualPlatform.simulate(9, platform -> {
            FactoryOptions options = FactoryOptions.STANDARD.withNamespace("ns");
            try (var factory = new MetadataSharedInformerFactory(
                    platform, ClientSet.on(server, platform).metadata(), options)) {
                Lister<PartialObjectMetadata> lister =
                        factory.forResource(DEPLOYMENTS).lister();
                factory.start();
                factory.awaitSynced(LONG).orThrow();
                assertThat(names(lister.list())).containsExactly("web");
                assertThat(server.accepts).allMatch(accept -> accept.contains("as=PartialObjectMetadata"));
            }
        });
    }

    @Test
    void whoKeepsFiguresMayAskTheFactoryForMoreInformers() { // FA-3
        VirtualPlatform.simulate(10, platform -> {
            List<SharedInformerFactory> made = new ArrayList<>();
            List<String> asked = new ArrayList<>();
            try (SharedInformerFactory factory =
                    factory(platform, FactoryOptions.STANDARD.withMetrics((name, gauges) -> {
                        asked.add(name);
                        made.getFirst().core().v1().nodes().informer();
                        return InformerMetrics.NONE;
                    }))) {
                made.add(factory);
                factory.core().v1().pods().informer();
                factory.apps().v1().deployments().informer();
                factory.start();
                assertThat(asked).hasSize(2);
                factory.start();
                assertThat(asked).hasSize(3);
                assertThat(factory.awaitSynced(LONG).orThrow().synced()).hasSize(3);
            }
        });
    }

    @Test
    void anInformerThatCannotStartKeepsNoOtherFromStarting() { // FA-3
        VirtualPlatform.simulate(11, platform -> {
            List<String> bad =
                    new ArrayList<>(List.of(Pod.TYPE.groupVersionResource().toString()));
            try (SharedInformerFactory factory =
                    factory(platform, FactoryOptions.STANDARD.withMetrics((name, gauges) -> {
                        if (bad.contains(name)) {
                            throw new IllegalStateException("no figures");
                        }
                        return InformerMetrics.NONE;
                    }))) {
                factory.core().v1().pods().informer();
                factory.apps().v1().deployments().informer();
                assertThatIllegalStateException().isThrownBy(factory::start).withMessage("no figures");
                assertThat(factory.awaitSynced(LONG).orThrow().synced()).containsOnlyKeys(DEPLOYMENTS.toString());
                bad.clear();
                factory.start();
                assertThat(factory.awaitSynced(LONG).orThrow().synced()).hasSize(2);
            }
        });
    }

    @Test
    void allInformersAreAskedToEndBeforeOneIsWaitedFor() { // FA-6
        VirtualPlatform.simulate(12, platform -> {
            SharedInformerFactory factory = factory(platform, FactoryOptions.STANDARD);
            factory.core().v1().pods().informer().addHandler(slowToEnd(platform));
            factory.core().v1().nodes().informer().addHandler(slowToEnd(platform));
            factory.apps().v1().deployments().informer().addHandler(slowToEnd(platform));
            factory.start();
            factory.awaitSynced(LONG).orThrow();
            platform.awaitQuiet();
            long start = platform.clock().nanoTime();
            factory.close();
            assertThat(Duration.ofNanos(platform.clock().nanoTime() - start)).isEqualTo(Duration.ofSeconds(6));
        });
    }

    /** Is busy for ever, and for six seconds more once it is asked to end. */
    private static <T extends Resource> EventHandler<T> slowToEnd(Platform platform) {
        return EventHandler.of(notification -> {
            try {
                platform.sleep(Duration.ofDays(1000));
            } catch (InterruptedException asked) {
                long end = platform.clock().deadlineAfter(Duration.ofSeconds(6));
                while (platform.clock().nanoTime() < end) {
                    try {
                        platform.sleep(Duration.ofNanos(end - platform.clock().nanoTime()));
                    } catch (InterruptedException again) {
                        // It has heard that before.
                    }
                }
            }
        });
    }

    @Test
    void aResourceHasOneTypeInAFactory() { // FA-1
        SharedInformerFactory factory = factory(Platform.real(), FactoryOptions.STANDARD);
        SharedInformer<PartialObjectMetadata> metadata =
                factory.resource(PartialObjectMetadata.typeOf(Deployment.TYPE)).informer();
        assertThat(factory.resource(PartialObjectMetadata.typeOf(Deployment.TYPE))
                        .informer())
                .isSameAs(metadata);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> factory.apps().v1().deployments().informer())
                .withMessageContaining("deployments")
                .withMessageContaining("another type");
    }
}
