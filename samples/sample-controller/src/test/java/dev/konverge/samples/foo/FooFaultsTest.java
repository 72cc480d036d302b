package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Faults;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.ListerWatcher;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.FooStory.Form;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.testkit.TestCluster;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Both forms of the sample controller in trouble: after it each Foo has its deployment and its status, and no deployment was made twice. */
class FooFaultsTest {
    private static final int FOOS = 3;

    /** A deployment, a status and an event each. */
    private static final int WRITES = 3 * FOOS;

    enum Trouble {
        CONFLICTS {
            @Override
            void befall(Faults faults) {
                faults.inject(Match.writes(), new Fault.Conflict(), 0, 20);
            }
        },
        LOST_ANSWERS {
            @Override
            void befall(Faults faults) {
                faults.inject(Match.writes(), new Fault.LoseAnswer(), 0, 8);
            }
        },
        EXPIRED_WATCHES {
            @Override
            void befall(Faults faults) {
                faults.inject(Match.verbs("watch"), new Fault.Gone(), 0, 20);
            }
        },
        DROPPED_WATCHES {
            @Override
            void befall(Faults faults) {
                faults.inject(Match.verbs("watch"), new Fault.DropWatch(2, true), 0, 20);
            }
        },
        OVERLOAD {
            @Override
            void befall(Faults faults) {
                faults.inject(Match.writes(), new Fault.Throttle(1), 0, 10);
                faults.inject(Match.anything(), new Fault.ServerError(), 10, 10);
            }
        };

        abstract void befall(Faults faults);
    }

    private static Stream<Arguments> troubles() {
        return Stream.of(Form.values())
                .flatMap(form -> Stream.of(Trouble.values()).map(trouble -> Arguments.of(form, trouble)));
    }

    /** A cluster with Foos, and somebody who looks on while deployments are made. */
    private static final class World implements AutoCloseable {
        private final TestCluster cluster;
        private final SharedInformer.Running looking;
        private final Set<String> uids = new HashSet<>();

        World(long seed) {
            cluster = TestCluster.virtual(seed);
            cluster.apply(SampleController.definition());
            for (int i = 0; i < FOOS; i++) {
                String name = "foo-" + i;
                cluster.create(Foo.builder()
                        .metadata(m -> m.namespace("default").name(name))
                        .spec(s -> s.deploymentName(name).replicas(1))
                        .build());
            }
            SharedInformer<Deployment> deployments = SharedInformer.builder(
                            cluster.platform(),
                            ListerWatcher.of(
                                    cluster.clients().resource(Deployment.TYPE).in("default")))
                    .build();
            deployments.addHandler(EventHandler.<Deployment>functions()
                    .onAdd(deployment ->
                            uids.add(String.valueOf(deployment.metadata().uid())))
                    .onUpdate((before, after) ->
                            uids.add(String.valueOf(after.metadata().uid()))));
            looking = deployments.start();
        }

        SampleController.Running start(Form form) {
            return form.start(cluster.platform(), cluster.transport());
        }

        void isAsDeclared() {
            cluster.eventually(() -> {
                for (int i = 0; i < FOOS; i++) {
                    Foo foo = cluster.get(Foo.TYPE, "default", "foo-" + i);
                    assertThat(foo.status()).isNotNull();
                    assertThat(cluster.get(Deployment.TYPE, "default", "foo-" + i)
                                    .isControlledBy(foo))
                            .isTrue();
                }
                assertThat(uids).hasSize(FOOS);
            });
        }

        @Override
        public void close() {
            looking.close();
            cluster.close();
        }
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void troubleIsOutlived(Form form, Trouble trouble) {
        try (World world = new World(trouble.name().length())) {
            trouble.befall(world.cluster.faults());
            SampleController.Running running = world.start(form);
            try {
                world.isAsDeclared();
            } finally {
                running.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aControllerThatIsKilledAtAnyOfItsWritesIsContinuedByTheNext(Form form) {
        for (int write = 0; write < WRITES; write++) {
            for (Fault pause : new Fault[] {new Fault.PauseBefore(), new Fault.PauseAfter()}) {
                try (World world = new World(write)) {
                    Injection held = world.cluster.faults().inject(Match.writes(), pause, write, 1);
                    SampleController.Running killed = world.start(form);
                    world.cluster.advance(Duration.ofSeconds(20));
                    killed.close();
                    held.close();

                    SampleController.Running next = world.start(form);
                    try {
                        world.isAsDeclared();
                    } finally {
                        next.close();
                    }
                }
            }
        }
    }

    /** The way to a server on which writes break with an error of the machine, as often as said. */
    private static final class BreakingTransport implements Transport {
        private final Transport transport;
        private final AtomicInteger left;

        BreakingTransport(Transport transport, int times) {
            this.transport = transport;
            this.left = new AtomicInteger(times);
        }

        @Override
        public HttpResponse send(HttpRequest request) throws InterruptedException {
            if (!request.method().equals("GET") && left.getAndDecrement() > 0) {
                throw new StackOverflowError("on purpose");
            }
            return transport.send(request);
        }

        @Override
        public WebSocketChannel open(HttpRequest request, List<String> subprotocols) throws InterruptedException {
            return transport.open(request, subprotocols);
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void errorsCostNeitherAWorkerNorAFoo(Form form) {
        try (World world = new World(5)) {
            // More than there are workers, on every Foo.
            Transport breaking = new BreakingTransport(world.cluster.transport(), WRITES);
            SampleController.Running running = form.start(world.cluster.platform(), breaking);
            try {
                world.isAsDeclared();
            } finally {
                running.close();
            }
        }
    }
}
