package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.UnknownResourceException;
import dev.konverge.controller.ControllerBuilder;
import dev.konverge.controller.DiffPlan;
import dev.konverge.controller.Monitor;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Scope;
import dev.konverge.informer.InformerMetrics;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Controllers of objects that no class was made for: such an object does not know where it is served. */
@WithCluster
class UnstructuredStoryTest {
    private static final ResourceType<Unstructured> WIDGET =
            ResourceType.of("example.com", "v1", "Widget", Unstructured.CODEC).served("widgets", true);
    private static final GroupVersionKind GADGET = new GroupVersionKind("example.com", "v1", "Gadget");
    private static final Key GEAR = Key.of("default", "gear");

    @BeforeEach
    void define(TestCluster cluster) {
        cluster.apply(definition("Widget", "widgets") + "---\n" + definition("Gadget", "gadgets"));
    }

    private static String definition(String kind, String plural) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %2$s.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {kind: %1$s, plural: %2$s}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.formatted(kind, plural);
    }

    private static Unstructured gadget(String name) {
        return Unstructured.of(GADGET, Key.of("default", name)).with(Json.of("red"), "spec", "colour");
    }

    private static Unstructured widget() {
        return Unstructured.of(WIDGET.groupVersionKind(), GEAR).with(Json.of(3), "spec", "teeth");
    }

    private static void run(TestCluster cluster, Consumer<ControllerBuilder<Unstructured>> description) {
        cluster.run(cluster.manager().controller(WIDGET, description).build());
    }

    private static ResourceClient<Unstructured> gadgets(TestCluster cluster) {
        return cluster.clients()
                .resource(ResourceType.of(GADGET, Unstructured.CODEC).served("gadgets", true))
                .in("default");
    }

    @Test
    void itsStatusItsFinalizerAndItsChildrenAreWrittenLikeThoseOfAnyOther(TestCluster cluster) {
        List<String> cleanedUp = new ArrayList<>();
        run(
                cluster,
                c -> c.reconcile((widget, scope) -> {
                            scope.apply(gadget("applied"));
                            scope.status(widget.with(Json.of("Turning"), "status", "phase"));
                            return Outcome.done();
                        })
                        .onDelete((widget, scope) -> {
                            cleanedUp.add(widget.findString("status", "phase").orElse(""));
                            return Outcome.done();
                        }));
        cluster.create(widget());
        cluster.eventually(
                () -> assertThat(cluster.get(WIDGET, "default", "gear").findString("status", "phase"))
                        .contains("Turning"));
        Unstructured gear = cluster.get(WIDGET, "default", "gear");
        assertThat(gear.metadata().finalizers()).containsExactly("example.com/widget");
        assertThat(gadgets(cluster).get("applied").isControlledBy(gear)).isTrue();
        cluster.clients().resource(WIDGET).in("default").delete("gear");
        cluster.eventually(
                () -> assertThat(cluster.find(WIDGET, "default", "gear")).isEmpty());
        assertThat(cleanedUp).containsExactly("Turning");
        cluster.eventually(() -> assertThat(gadgets(cluster).find("applied")).isEmpty());
    }

    /** {@code spec.names.listKind} is the definition's to choose. */
    @Test
    void listsOfAKindMayHaveANameOfTheirOwn(TestCluster cluster) {
        ResourceType<Unstructured> cog =
                ResourceType.of("example.com", "v1", "Cog", Unstructured.CODEC).served("cogs", true);
        cluster.apply(definition("Cog, listKind: CogCollection", "cogs"));
        cluster.create(Unstructured.of(cog.groupVersionKind(), GEAR));
        assertThat(cluster.clients().resource(cog).list().items())
                .extracting(Unstructured::key)
                .containsExactly(GEAR);
        List<Key> seen = new ArrayList<>();
        cluster.run(cluster.manager()
                .controller(
                        cog,
                        c -> c.reconcile((found, scope) -> {
                            seen.add(found.key());
                            return Outcome.done();
                        }))
                .build());
        cluster.eventually(() -> assertThat(seen).containsExactly(GEAR));
    }

    @Test
    void whatACacheOfItsKindShowsIsEditedDeletedAndNotAppliedTwice(TestCluster cluster) {
        ResourceType<Unstructured> type =
                ResourceType.of(GADGET, Unstructured.CODEC).served("gadgets", true);
        Injection applies =
                cluster.faults().inject(Match.verbs("patch").on("gadgets"), new Fault.Delay(Duration.ofNanos(1)));
        List<Optional<String>> colours = new ArrayList<>();
        run(
                cluster,
                c -> c.owns(type).reconcile((widget, scope) -> {
                    scope.apply(gadget("same"));
                    Optional<Unstructured> old = scope.find(type, "old");
                    colours.add(old.flatMap(o -> o.findString("spec", "colour")));
                    old.ifPresent(o -> paintThenDelete(scope, o));
                    return Outcome.requeueAfter(Duration.ofSeconds(1));
                }));
        cluster.create(gadget("old"));
        cluster.create(widget());
        cluster.eventually(() -> assertThat(colours).hasSizeGreaterThan(5));
        assertThat(colours).startsWith(Optional.of("red"), Optional.of("blue"), Optional.empty());
        assertThat(applies.hits()).as("one apply and one edit").isEqualTo(2);
    }

    private static void paintThenDelete(Scope<Unstructured> scope, Unstructured old) {
        if (old.findString("spec", "colour").orElse("").equals("blue")) {
            scope.delete(old);
        } else {
            scope.edit(old, o -> o.with(Json.of("blue"), "spec", "colour"));
        }
    }

    @Test
    void itOwnsNothingInAnotherNamespaceAndAKindThatNobodyServesIsNamed(TestCluster cluster) {
        List<Throwable> refused = new ArrayList<>();
        run(
                cluster,
                c -> c.reconcile((widget, scope) -> {
                    refused.add(catchThrowable(() -> scope.apply(Unstructured.of(GADGET, Key.of("elsewhere", "g")))));
                    refused.add(catchThrowable(() ->
                            scope.apply(Unstructured.of(new GroupVersionKind("example.com", "v1", "Nothing"), GEAR))));
                    return Outcome.done();
                }));
        cluster.create(widget());
        cluster.eventually(() -> assertThat(refused).hasSize(2));
        assertThat(refused.get(0)).hasMessageContaining("Widget \"default/gear\" cannot own Gadget \"elsewhere/g\"");
        assertThat(refused.get(1))
                .isInstanceOf(UnknownResourceException.class)
                .hasMessageContaining("no matches for kind \"Nothing\" in version \"example.com/v1\"");
    }

    @Test
    void aTreeMayBeAppliedWhereTheCacheHoldsObjectsOfAClassAndTheOtherWayRound(TestCluster cluster) {
        ResourceType<Unstructured> secrets = ResourceType.of(Secret.TYPE.groupVersionKind(), Unstructured.CODEC)
                .served("secrets", true);
        Injection applies =
                cluster.faults().inject(Match.verbs("patch").in("default"), new Fault.Delay(Duration.ofNanos(1)));
        List<String> applied = new ArrayList<>();
        run(
                cluster,
                c -> c.owns(ConfigMap.TYPE).owns(secrets).reconcile((widget, scope) -> {
                    Unstructured map = scope.apply(Unstructured.of(ConfigMap.TYPE.groupVersionKind(), GEAR)
                            .with(Json.of("3"), "data", "teeth"));
                    Secret secret = scope.apply(Secret.builder()
                            .metadata(m -> m.namespace("default").name("gear"))
                            .build());
                    applied.add(map.findString("data", "teeth").orElse("") + secret.key());
                    return Outcome.requeueAfter(Duration.ofSeconds(1));
                }));
        cluster.create(widget());
        cluster.eventually(() -> assertThat(applied).hasSizeGreaterThan(5));
        assertThat(applied).containsOnly("3default/gear");
        assertThat(applies.hits()).isEqualTo(2);
    }

    /** Each has a cache of its own: neither meets objects of the other's type. */
    @Test
    void oneControllerReadsAKindAsAClassAndAnotherAsTrees(TestCluster cluster) {
        ResourceType<Unstructured> tree = ResourceType.of(ConfigMap.TYPE.groupVersionKind(), Unstructured.CODEC)
                .served("configmaps", true);
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("colours"))
                .build());
        List<String> seen = new ArrayList<>();
        List<String> informers = new ArrayList<>();
        Monitor monitor = new Monitor() {
            @Override
            public InformerMetrics.Provider informers() {
                return (name, gauges) -> {
                    informers.add(name);
                    return InformerMetrics.NONE;
                };
            }
        };
        cluster.run(cluster.manager()
                .monitor(monitor)
                .controller(
                        WIDGET,
                        c -> c.name("class").reads(ConfigMap.TYPE).reconcile((gear, scope) -> {
                            scope.find(ConfigMap.TYPE, "colours").ifPresent(map -> seen.add("class " + map.key()));
                            return Outcome.done();
                        }))
                .controller(
                        WIDGET,
                        c -> c.name("tree").reads(tree).reconcile((gear, scope) -> {
                            scope.find(tree, "colours").ifPresent(map -> seen.add("tree " + map.key()));
                            return Outcome.done();
                        }))
                .build());
        cluster.create(widget());
        cluster.eventually(
                () -> assertThat(seen).containsExactlyInAnyOrder("class default/colours", "tree default/colours"));
        assertThat(informers).as("figures of one are not those of another").doesNotHaveDuplicates();
    }

    @Test
    void aPlanShowsWhatWouldBeWritten(TestCluster cluster) throws InterruptedException {
        cluster.create(widget());
        cluster.create(gadget("there"));
        List<String> said = new ArrayList<>();
        cluster.manager()
                .controller(
                        WIDGET,
                        c -> c.reads(ResourceType.of(GADGET, Unstructured.CODEC).served("gadgets", true))
                                .reconcile((widget, scope) -> {
                                    scope.apply(gadget("new"));
                                    scope.apply(gadget("there").with(Json.of("blue"), "spec", "colour"));
                                    scope.status(widget.with(Json.of("Turning"), "status", "phase"));
                                    return Outcome.done();
                                })
                                .onDelete((widget, scope) -> Outcome.done()))
                .build()
                .plan(new DiffPlan(said::add));
        assertThat(said).hasSize(4);
        assertThat(said.get(0)).startsWith("edit Widget default/gear\n").contains("\n+  - example.com/widget\n");
        assertThat(said.get(1)).startsWith("create Gadget default/new\n");
        assertThat(said.get(2))
                .startsWith("apply Gadget default/there\n")
                .contains("\n-  colour: red\n+  colour: blue\n");
        assertThat(said.get(3)).startsWith("edit Widget default/gear\n").contains("\n+  phase: Turning\n");
        assertThat(gadgets(cluster).find("new")).isEmpty();
    }
}
