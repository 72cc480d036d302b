package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Faults;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportException;
import dev.konverge.controller.Outcome;
import dev.konverge.informer.EventHandler;
import dev.konverge.samples.foo.FooStory.Form;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.testkit.InterceptedTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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
            List<Injection> befall(Faults faults) {
                return List.of(faults.inject(Match.writes(), new Fault.Conflict(), 0, 20));
            }
        },
        LOST_ANSWERS {
            @Override
            List<Injection> befall(Faults faults) {
                return List.of(faults.inject(Match.writes(), new Fault.LoseAnswer(), 0, 8));
            }
        },
        EXPIRED_WATCHES {
            @Override
            List<Injection> befall(Faults faults) {
                return List.of(faults.inject(Match.verbs("watch"), new Fault.Gone(), 0, 20));
            }
        },
        DROPPED_WATCHES {
            @Override
            List<Injection> befall(Faults faults) {
                return List.of(faults.inject(Match.verbs("watch"), new Fault.DropWatch(2, true), 0, 20));
            }
        },
        OVERLOAD {
            @Override
            List<Injection> befall(Faults faults) {
                return List.of(
                        faults.inject(Match.writes(), new Fault.Throttle(1), 0, 10),
                        faults.inject(Match.anything(), new Fault.ServerError(), 10, 10));
            }
        };

        abstract List<Injection> befall(Faults faults);
    }

    private static Stream<Arguments> troubles() {
        return Stream.of(Form.values())
                .flatMap(form -> Stream.of(Trouble.values()).map(trouble -> Arguments.of(form, trouble)));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void troubleIsOutlived(Form form, Trouble trouble) {
        try (FooWorld world = new FooWorld(FOOS, trouble.name().length())) {
            List<Injection> injected = trouble.befall(world.cluster().faults());
            SampleController.Running running = world.start(form);
            try {
                world.isAsDeclared();
                world.cluster()
                        .eventually(() -> assertThat(injected)
                                .as("each of its faults was met with")
                                .allSatisfy(fault -> assertThat(fault.hits()).isPositive()));
            } finally {
                running.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aConflictAtAnyOfItsWritesIsOutlived(Form form) {
        for (int write = 0; write < WRITES; write++) {
            try (FooWorld world = new FooWorld(FOOS, write)) {
                Injection conflicts = world.cluster().faults().inject(Match.writes(), new Fault.Conflict(), write, 2);
                SampleController.Running running = world.start(form);
                try {
                    world.isAsDeclared();
                    world.cluster()
                            .eventually(() ->
                                    assertThat(conflicts.hits()).as("conflicts").isPositive());
                } finally {
                    running.close();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aControllerThatIsKilledAtAnyOfItsWritesIsContinuedByTheNext(Form form) {
        for (int write = 0; write < WRITES; write++) {
            for (Fault pause : new Fault[] {new Fault.PauseBefore(), new Fault.PauseAfter()}) {
                try (FooWorld world = new FooWorld(FOOS, write)) {
                    Injection held = world.cluster().faults().inject(Match.writes(), pause, write, 1);
                    SampleController.Running killed = world.start(form);
                    world.cluster().advance(Duration.ofSeconds(20));
                    assertThat(held.hits()).as("writes that were held").isEqualTo(1);
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

    /** The way to a server of a process that is killed: after so many writes nothing leaves it any more, not even to end in order. */
    private static final class LastWords {
        private final Transport transport;
        private final boolean answered;
        private final AtomicInteger left;
        private final AtomicBoolean dead = new AtomicBoolean();

        LastWords(Transport server, int writes, boolean answered) {
            this.left = new AtomicInteger(writes);
            this.answered = answered;
            this.transport = new InterceptedTransport(server, this::send);
        }

        private HttpResponse send(HttpRequest request, Transport onward) throws InterruptedException {
            boolean last = !request.method().equals("GET") && left.decrementAndGet() == 0;
            if (dead.get()) {
                throw died();
            }
            dead.compareAndSet(false, last);
            HttpResponse answer = onward.send(request);
            if (last && !answered) {
                answer.close();
                throw died();
            }
            return answer;
        }

        private static TransportException died() {
            return new TransportException.Refused(
                    new TransportException.Problem(URI.create("https://server"), "killed", "", null));
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aControllerOfWhichNothingLeavesAfterAnyOfItsWritesIsContinuedByTheNext(Form form) {
        for (boolean answered : new boolean[] {true, false}) {
            int writes = 1;
            while (isContinuedAfter(writes, answered, form)) {
                writes++;
            }
            assertThat(writes).as("all writes, and one more that there was not").isGreaterThan(WRITES);
        }
    }

    /** {@return whether there were so many writes} */
    private static boolean isContinuedAfter(int writes, boolean answered, Form form) {
        try (FooWorld world = new FooWorld(FOOS, writes)) {
            LastWords last = new LastWords(world.cluster().transport(), writes, answered);
            SampleController.Running killed = form.start(world.cluster().platform(), last.transport);
            world.cluster().advance(Duration.ofSeconds(20));
            boolean died = last.dead.getAndSet(true);
            killed.close();

            SampleController.Running next = world.start(form);
            try {
                world.isAsDeclared();
            } finally {
                next.close();
            }
            return died;
        }
    }

    /** {@return the way to a server on which writes break with an error of the machine, as often as said} */
    private static Transport breaking(Transport transport, int times) {
        AtomicInteger left = new AtomicInteger(times);
        return new InterceptedTransport(transport, (request, onward) -> {
            if (!request.method().equals("GET") && left.getAndDecrement() > 0) {
                throw new StackOverflowError("on purpose");
            }
            return onward.send(request);
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void errorsCostNeitherAWorkerNorAFoo(Form form) {
        try (FooWorld world = new FooWorld(FOOS, 5)) {
            // More than there are workers, on every Foo.
            Transport breaking = breaking(world.cluster().transport(), WRITES);
            SampleController.Running running = form.start(world.cluster().platform(), breaking);
            try {
                world.isAsDeclared();
            } finally {
                running.close();
            }
        }
    }

    /** SC-9. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void interruptsThatAreNobodysWishCostNeitherAWorkerNorAFoo(Form form) {
        try (FooWorld world = new FooWorld(FOOS, 5)) {
            AtomicInteger left = new AtomicInteger(WRITES);
            Transport interrupting = new InterceptedTransport(world.cluster().transport(), (request, onward) -> {
                // Events are written by somebody else.
                if (!request.method().equals("GET")
                        && !request.target().contains("/events")
                        && left.getAndDecrement() > 0) {
                    throw new InterruptedException("on purpose");
                }
                return onward.send(request);
            });
            SampleController.Running running = form.start(world.cluster().platform(), interrupting);
            try {
                world.isAsDeclared();
                world.declare("late");
                world.isAsDeclared();
            } finally {
                running.close();
            }
        }
    }

    /** What is told and never returns. */
    private static void hang(FooWorld world) {
        try {
            world.cluster().platform().sleep(Duration.ofDays(1));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** A controller one of whose informers has another listener, which hangs. */
    private static SampleController.Running startBesideOneThatHangs(FooWorld world, Form form, AtomicInteger told) {
        var cluster = world.cluster();
        return switch (form) {
            case MACHINERY ->
                SampleController.start(
                        cluster.platform(),
                        cluster.transport(),
                        foos -> foos.addHandler(EventHandler.<Foo>functions().onAdd(foo -> {
                            told.incrementAndGet();
                            hang(world);
                        })));
            case RUNTIME ->
                SampleController.startOnRuntime(
                        cluster.platform(),
                        cluster.transport(),
                        manager -> manager.controller(
                                Foo.TYPE,
                                c -> c.name("deaf")
                                        .filter(notification -> {
                                            told.incrementAndGet();
                                            hang(world);
                                            return true;
                                        })
                                        .reconcile((foo, scope) -> Outcome.done())));
        };
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aHandlerThatHangsKeepsNobodyElseWaiting(Form form) {
        try (FooWorld world = new FooWorld(FOOS, 7)) {
            AtomicInteger told = new AtomicInteger();
            SampleController.Running running = startBesideOneThatHangs(world, form, told);
            try {
                world.isAsDeclared();
                world.declare("late");
                world.isAsDeclared();
                assertThat(told).as("handlers that hang").hasValue(1);
            } finally {
                running.close();
            }
        }
    }
}
