package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.Manager;
import dev.konverge.controller.leader.Campaign;
import dev.konverge.controller.leader.Election;
import dev.konverge.controller.leader.FencedTransport;
import dev.konverge.controller.leader.LeaderElector;
import dev.konverge.controller.leader.LeaseStore;
import dev.konverge.controller.leader.Term;
import dev.konverge.model.Key;
import dev.konverge.samples.foo.FooStory.Form;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Two replicas of either form, whose calendars disagree: never two at work, never none for long, and no deployment is made twice. */
class FooReplicasTest {
    private static final int FOOS = 3;
    private static final Key LEASE = Key.of("default", FooController.AGENT);
    private static final Duration STEP = Duration.ofMillis(500);

    /** One of them, which leaves its lease behind when it goes, as one does that is killed. */
    private record Replica(BooleanSupplier leading, Runnable end) implements AutoCloseable {
        static Replica start(FooWorld world, Form form, String name, Duration skew) {
            Platform platform = world.cluster().platform();
            Transport transport = world.cluster().transportOfMachine(skew);
            Election election = Election.as(name).withoutRelease();
            return switch (form) {
                case MACHINERY -> {
                    Campaign campaign = new LeaderElector(
                                    platform,
                                    LeaseStore.on(ClientSet.on(transport, platform), LEASE),
                                    election,
                                    term -> lead(platform, transport, term))
                            .start();
                    yield new Replica(() -> campaign.findTerm().isPresent(), campaign::close);
                }
                case RUNTIME -> {
                    Manager.Running running = FooReconciler.addTo(Manager.builder(platform, transport), 2)
                            .leaderElection(LEASE, election)
                            .build()
                            .start();
                    yield new Replica(running::isLeading, running::close);
                }
            };
        }

        /** What a program does with an election that has no manager: a controller for the time of a term, behind the term's fence. */
        private static void lead(Platform platform, Transport transport, Term term) throws InterruptedException {
            SampleController.Running running = SampleController.start(platform, new FencedTransport(transport, term));
            try {
                while (true) {
                    platform.sleep(Duration.ofDays(1));
                }
            } finally {
                running.close();
            }
        }

        boolean isLeading() {
            return leading.getAsBoolean();
        }

        @Override
        public void close() {
            end.run();
        }
    }

    private static void neverBoth(FooWorld world, Replica one, Replica other, Duration during) {
        for (Duration passed = Duration.ZERO; passed.compareTo(during) < 0; passed = passed.plus(STEP)) {
            assertThat(one.isLeading() && other.isLeading()).as("both lead").isFalse();
            world.cluster().advance(STEP);
        }
    }

    private static Stream<Arguments> calendars() {
        List<List<Integer>> minutes = List.of(List.of(1, 0), List.of(-1, 0), List.of(1, -1), List.of(-1, 1));
        return Stream.of(Form.values())
                .flatMap(form -> minutes.stream()
                        .map(skews -> Arguments.of(
                                form, Duration.ofMinutes(skews.getFirst()), Duration.ofMinutes(skews.getLast()))));
    }

    @ParameterizedTest
    @MethodSource("calendars")
    void whenALeaderIsCutOffTheOtherTakesOver(Form form, Duration firstSkew, Duration secondSkew) {
        try (FooWorld world = new FooWorld(FOOS, 11);
                Replica first = Replica.start(world, form, "one", firstSkew)) {
            world.isAsDeclared();
            try (Replica second = Replica.start(world, form, "two", secondSkew)) {
                neverBoth(world, first, second, Duration.ofMinutes(2));
                assertThat(first.isLeading()).isTrue();

                // The renewals of the first are lost; the second has none to lose yet.
                try (Injection cut = world.cluster()
                        .faults()
                        .inject(Match.verbs("update").on("leases"), new Fault.CutBefore(), 0, 8)) {
                    world.declare("late");
                    neverBoth(world, first, second, Duration.ofMinutes(2));
                    assertThat(cut.hits()).isPositive();
                }
                world.isAsDeclared();
                assertThat(first.isLeading() ^ second.isLeading()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("calendars")
    void whenALeaderDiesWithoutAWordTheOtherTakesOverWithinHalfAMinute(
            Form form, Duration firstSkew, Duration secondSkew) {
        try (FooWorld world = new FooWorld(FOOS, 13)) {
            Replica first = Replica.start(world, form, "one", firstSkew);
            // Of two that start together either may be elected.
            world.isAsDeclared();
            try (Replica second = Replica.start(world, form, "two", secondSkew)) {
                world.cluster().advance(Duration.ofMinutes(1));
                assertThat(first.isLeading()).isTrue();
                assertThat(second.isLeading()).isFalse();

                first.close();
                world.declare("late");
                world.cluster().advance(Duration.ofSeconds(30));
                assertThat(second.isLeading()).isTrue();
                world.isAsDeclared();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void leadershipGoesBackAndForthInTheMiddleOfWork(Form form) {
        try (FooWorld world = new FooWorld(FOOS, 17)) {
            Replica standing = Replica.start(world, form, "0", Duration.ofMinutes(1));
            for (int i = 1; i <= 4; i++) {
                Replica next = Replica.start(world, form, Integer.toString(i), Duration.ofMinutes(i % 2 == 0 ? 1 : -1));
                world.declare("late-" + i);
                // Before its work, in the middle of it, or behind it.
                world.cluster().advance(Duration.ofMillis(i * 2L));
                standing.close();
                world.isAsDeclared();
                world.cluster().eventually(() -> assertThat(next.isLeading()).isTrue());
                standing = next;
            }
            standing.close();
        }
    }
}
