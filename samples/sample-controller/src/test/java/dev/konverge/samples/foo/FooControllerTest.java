package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.event.EventType;
import dev.konverge.controller.event.Occurrence;
import dev.konverge.informer.FactoryOptions;
import dev.konverge.informer.SharedInformerFactory;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.OwnerReference;
import dev.konverge.model.apiextensions.v1.CustomResourceDefinition;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.testkit.InterceptedTransport;
import dev.konverge.testkit.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the controller on the machinery sends, request by request, as the Kubernetes sample does. */
class FooControllerTest {
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String BY = "?fieldManager=sample-controller";
    private static final String CREATE = "POST " + DEPLOYMENTS + BY;
    private static final String UPDATE = "PUT " + DEPLOYMENTS + "/example" + BY;
    private static final String STATUS =
            "PUT /apis/samplecontroller.k8s.io/v1alpha1/namespaces/default/foos/example/status" + BY;

    /** A write, and when it was sent. */
    private record Sent(String line, Json body, long nanos) {}

    private final TestCluster cluster = TestCluster.virtual(1);
    private final List<Sent> sent = new ArrayList<>();
    private final List<Occurrence> events = new ArrayList<>();

    /** How long the deployments are on their way. */
    private Duration late = Duration.ZERO;

    @BeforeEach
    void define() {
        cluster.apply(SampleController.definition());
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private HttpResponse send(HttpRequest request, Transport onward) throws InterruptedException {
        if (!request.method().equals("GET")) {
            Json body = Json.parse(Objects.requireNonNull(request.body()).bytes());
            long now = cluster.platform().clock().nanoTime();
            sent.add(new Sent(request.method() + " " + request.target(), body, now));
        } else if (request.target().startsWith("/apis/apps/v1/deployments") && !late.isZero()) {
            cluster.platform().sleep(late);
        }
        return onward.send(request);
    }

    private List<String> lines() {
        return sent.stream().map(Sent::line).toList();
    }

    /** The controller with its informers, of which those of deployments alone resync. */
    private final class Parts implements AutoCloseable {
        private final Platform platform = cluster.platform();
        private final ClientSet clients =
                ClientSet.on(new InterceptedTransport(cluster.transport(), FooControllerTest.this::send), platform);
        private final SharedInformerFactory kube = new SharedInformerFactory(
                platform, clients, FactoryOptions.STANDARD.withResync(Duration.ofSeconds(30)));
        private final SharedInformerFactory own =
                new SharedInformerFactory(platform, clients, FactoryOptions.STANDARD.withResync(Duration.ZERO));
        private final FooController controller = new FooController(
                platform,
                clients,
                kube.apps().v1().deployments(),
                SamplecontrollerInformers.of(own).v1alpha1().foos(),
                events::add);

        Parts() {
            kube.start();
            own.start();
            cluster.advance(Duration.ofSeconds(1));
        }

        void sync(String name) {
            controller.syncHandler(Key.of("default", name));
        }

        @Override
        public void close() {
            own.close();
            kube.close();
        }
    }

    /** A controller with two workers at work. */
    private final class Work implements AutoCloseable {
        private final Parts parts = new Parts();
        private final Task task = cluster.platform().start("controller", () -> parts.controller.run(2));

        Work() {
            advance(Duration.ofSeconds(1));
        }

        void advance(Duration time) {
            cluster.advance(time);
        }

        @Override
        public void close() {
            task.close();
            parts.close();
        }
    }

    private Foo create(@Nullable String deployment, @Nullable Integer replicas) {
        return cluster.create(Foo.builder()
                .metadata(m -> m.namespace("default").name("example"))
                .spec(s -> s.deploymentName(deployment).replicas(replicas))
                .build());
    }

    private Deployment createDeployment(int replicas, OwnerReference owner) {
        return createDeployment("example", replicas, owner);
    }

    private Deployment createDeployment(String name, int replicas, OwnerReference owner) {
        Deployment plain = FooDeployment.of(Foo.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(s -> s.deploymentName(name).replicas(replicas))
                .build());
        return cluster.create(plain.with(d -> d.metadata(plain.metadata().with(m -> m.addOwnerReferences(owner)))));
    }

    private void sync() {
        try (Parts parts = new Parts()) {
            parts.sync("example");
        }
    }

    /** SC-11 steps 3, 8 and 9, SC-14 TestCreatesDeployment. */
    @Test
    void aMissingDeploymentIsCreatedAndTheStatusWritten() {
        create("example", 1);
        sync();
        assertThat(lines()).containsExactly(CREATE, STATUS);
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo(EventType.NORMAL);
            assertThat(event.reason()).isEqualTo("Synced");
            assertThat(event.note()).isEqualTo("Foo synced successfully");
            assertThat(event.regarding().name()).isEqualTo("example");
        });
    }

    /** SC-11 step 8, SC-14 TestDoNothing. */
    @Test
    void theStatusIsWrittenAlsoWhereNothingHasChanged() {
        Foo foo = create("example", 1);
        createDeployment(1, foo.controllerReference());
        sync();
        sync();
        assertThat(lines()).containsExactly(STATUS, STATUS);
    }

    /** SC-11 step 8. */
    @Test
    void theStatusTellsHowManyReplicasCanBeUsed() {
        Foo foo = create("example", 2);
        Deployment deployment = createDeployment(2, foo.controllerReference());
        cluster.clients()
                .appsV1()
                .deployments("default")
                .updateStatus(deployment.with(
                        d -> d.status(s -> s.replicas(2).readyReplicas(2).availableReplicas(2))));
        sync();
        assertThat(cluster.get(Foo.TYPE, "default", "example").status())
                .isNotNull()
                .extracting(status -> status.availableReplicas())
                .isEqualTo(2);
    }

    /** SC-11 step 6, SC-14 TestUpdateDeployment. */
    @Test
    void aDeploymentWithOtherReplicasIsReplacedWhateverItsVersion() {
        Foo foo = create("example", 3);
        createDeployment(1, foo.controllerReference());
        sync();
        assertThat(lines()).containsExactly(UPDATE, STATUS);
        assertThat(sent.getFirst().body().toString()).contains("\"replicas\":3").doesNotContain("resourceVersion");
    }

    /** SC-11 step 6, SC-12: replicas that are not said are the server's to say. */
    @Test
    void aFooThatDoesNotSayHowManyReplicasTakesWhatThereIs() {
        create("example", null);
        sync();
        assertThat(lines()).containsExactly(CREATE, STATUS);
        assertThat(sent.getFirst().body().toString()).doesNotContain("replicas");
        sent.clear();
        cluster.clients()
                .appsV1()
                .deployments("default")
                .patch("example", new MergePatch(Json.parse("{\"spec\":{\"replicas\":7}}")));
        sync();
        assertThat(lines()).containsExactly(STATUS);
    }

    /** SC-11 step 5, SC-14 TestNotControlledByUs. */
    @Test
    void aDeploymentThatAnotherControlsIsAnErrorAndNothingIsWritten() {
        create("example", 1);
        Foo other = cluster.create(Foo.builder()
                .metadata(m -> m.namespace("default").name("other"))
                .build());
        createDeployment(1, other.controllerReference());
        String message = "Resource \"example\" already exists and is not managed by Foo";
        assertThatThrownBy(this::sync).hasMessage(message);
        assertThat(lines()).isEmpty();
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo(EventType.WARNING);
            assertThat(event.reason()).isEqualTo("ErrResourceExists");
            assertThat(event.note()).isEqualTo(message);
        });
    }

    /** SC-11 steps 1 and 2. */
    @Test
    void aFooThatIsGoneAndOneThatNamesNoDeploymentAreDoneWith() {
        create(null, 1);
        try (Parts parts = new Parts()) {
            parts.sync("example");
            parts.sync("gone");
        }
        assertThat(lines()).isEmpty();
        assertThat(events).isEmpty();
    }

    /** SC-11 steps 4 and 7. */
    @Test
    void aWriteThatIsRefusedEndsTheSync() {
        Foo foo = create("example", 3);
        cluster.faults().inject(Match.verbs("create").on("deployments"), new Fault.Conflict(), 0, 1);
        assertThatThrownBy(this::sync).isInstanceOf(ApiException.Conflict.class);
        assertThat(lines()).containsExactly(CREATE);
        createDeployment(1, foo.controllerReference());
        cluster.faults().inject(Match.verbs("update").on("deployments"), new Fault.Conflict(), 0, 1);
        assertThatThrownBy(this::sync).isInstanceOf(ApiException.Conflict.class);
        assertThat(lines()).containsExactly(CREATE, UPDATE);
        assertThat(events).isEmpty();
    }

    /** SC-12. */
    @Test
    void theDeploymentIsOneOfNginxThatItsFooControls() {
        Foo foo = create("example", 1);
        sync();
        Deployment made = sent.getFirst().body().as(Deployment.TYPE.codec());
        assertThat(made)
                .isEqualTo(Deployment.builder()
                        .metadata(m -> m.namespace("default")
                                .name("example")
                                .addOwnerReferences(o -> o.apiVersion("samplecontroller.k8s.io/v1alpha1")
                                        .kind("Foo")
                                        .name("example")
                                        .uid(foo.metadata().uid())
                                        .controller(true)
                                        .blockOwnerDeletion(true)))
                        .spec(s -> s.replicas(1)
                                .selector(l -> l.matchLabels(Map.of("app", "nginx", "controller", "example")))
                                .template(t -> t.metadata(
                                                m -> m.labels(Map.of("app", "nginx", "controller", "example")))
                                        .spec(p -> p.addContainers(
                                                c -> c.name("nginx").image("nginx:latest")))))
                        .build());
    }

    /** SC-7: a resync tells of deployments that did not change, and nobody looks. */
    @Test
    void aResyncOfDeploymentsAsksForNothing() {
        create("example", 1);
        try (Work work = new Work()) {
            assertThat(lines()).contains(CREATE, STATUS);
            sent.clear();
            work.advance(Duration.ofSeconds(95));
            assertThat(lines()).isEmpty();
        }
    }

    /** SC-7. */
    @Test
    void aDeploymentThatIsChangedOrDeletedIsLookedAt() {
        create("example", 1);
        var deployments = cluster.clients().appsV1().deployments("default");
        try (Work work = new Work()) {
            sent.clear();
            deployments.patch("example", new MergePatch(Json.parse("{\"spec\":{\"replicas\":7}}")));
            work.advance(Duration.ofSeconds(1));
            assertThat(lines()).startsWith(UPDATE);
            sent.clear();
            deployments.delete("example");
            work.advance(Duration.ofSeconds(1));
            assertThat(lines()).startsWith(CREATE);
        }
    }

    /** {@return what is sent when there comes a deployment that has nothing to do with the Foo but that owner} */
    private List<String> linesAfter(String deployment, UnaryOperator<OwnerReference.Builder> owner) {
        OwnerReference.Builder foo = cluster.get(Foo.TYPE, "default", "example").controllerReference().toBuilder();
        sent.clear();
        createDeployment(deployment, 1, owner.apply(foo).build());
        cluster.advance(Duration.ofSeconds(1));
        return lines();
    }

    /** SC-8. */
    @Test
    void theFooThatIsLookedAtIsTheOneThatTheControllerOfADeploymentNames() {
        create("its-own", 1);
        try (Work work = new Work()) {
            work.advance(Duration.ofSeconds(1));
            assertThat(linesAfter("a", owner -> owner.controller(false)))
                    .as("an owner that does not control")
                    .isEmpty();
            assertThat(linesAfter("b", owner -> owner.kind("Bar")))
                    .as("another kind")
                    .isEmpty();
            assertThat(linesAfter("c", owner -> owner.name("gone")))
                    .as("an orphan")
                    .isEmpty();
            assertThat(linesAfter(
                            "d", owner -> owner.apiVersion("other.example/v1").uid("another")))
                    .as("neither group nor uid are looked at")
                    .contains(STATUS);
        }
    }

    /** SC-9: the workers wait for both caches; with one alone a deployment that is there would be made again. */
    @Test
    void nothingIsDoneBeforeBothCachesAreFilled() {
        Foo foo = create("example", 1);
        createDeployment(1, foo.controllerReference());
        late = Duration.ofSeconds(20);
        try (Work work = new Work()) {
            work.advance(Duration.ofSeconds(10));
            assertThat(lines()).isEmpty();
            work.advance(Duration.ofSeconds(20));
            assertThat(lines()).contains(STATUS).doesNotContain(CREATE);
        }
    }

    private List<Long> millisBetweenCreations() {
        List<Long> at = sent.stream()
                .filter(write -> write.line().equals(CREATE))
                .map(Sent::nanos)
                .toList();
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < at.size(); i++) {
            gaps.add(Duration.ofNanos(at.get(i) - at.get(i - 1)).toMillis());
        }
        return gaps;
    }

    /** SC-10, SC-4. */
    @Test
    void aFailureIsTriedAgainEachTimeLaterAndASuccessForgetsIt() {
        try (Work work = new Work()) {
            cluster.faults().inject(Match.verbs("create").on("deployments"), new Fault.Conflict(), 0, 4);
            create("example", 1);
            work.advance(Duration.ofSeconds(5));
            assertThat(millisBetweenCreations()).containsExactly(5L, 10L, 20L, 40L);
            sent.clear();
            cluster.faults().inject(Match.verbs("create").on("deployments"), new Fault.Conflict(), 0, 2);
            cluster.clients().appsV1().deployments("default").delete("example");
            work.advance(Duration.ofSeconds(5));
            assertThat(millisBetweenCreations()).containsExactly(5L, 10L);
        }
    }

    /** SC-15. */
    @Test
    void theStatusThatIsWrittenLeadsToAnotherRoundAndThatIsTheLast() {
        Foo foo = create("example", 1);
        createDeployment(1, foo.controllerReference());
        try (Work work = new Work()) {
            work.advance(Duration.ofSeconds(25));
            assertThat(lines()).containsExactly(STATUS, STATUS);
        }
    }

    /** SC-13. */
    @Test
    void aFooIsDefinedAsTheSampleHasIt() {
        CustomResourceDefinition foos =
                cluster.clients().resource(CustomResourceDefinition.TYPE).get("foos.samplecontroller.k8s.io");
        assertThat(foos.metadata().annotations().get("api-approved.kubernetes.io"))
                .startsWith("unapproved");
        String spec = String.valueOf(((Json.Obj) Json.from(CustomResourceDefinition.TYPE.codec(), foos)).get("spec"));
        assertThat(spec)
                .contains("\"scope\":\"Namespaced\"", "\"name\":\"v1alpha1\"", "\"subresources\":{\"status\":{}}")
                .containsOnlyOnce("\"served\":true,\"storage\":true");
        for (int replicas : new int[] {0, 11}) {
            assertThatThrownBy(() -> create("example", replicas)).isInstanceOf(ApiException.Invalid.class);
        }
        assertThat(create("example", 10).metadata().name()).isEqualTo("example");
    }
}
