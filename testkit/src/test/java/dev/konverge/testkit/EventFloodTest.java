package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.event.Correlation;
import dev.konverge.controller.event.EventFlavour;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.events.v1.Event;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A reconciler that complains, and writes something new, each time that it is called; which wakes it again. */
@WithCluster
class EventFloodTest {
    private static final int CALLS = 200;

    private static int events(TestCluster cluster, UnaryOperator<ManagerBuilder> more) {
        int[] calls = {0};
        cluster.run(more.apply(cluster.manager())
                .controller(
                        ConfigMap.TYPE,
                        c -> c.reconcile((map, scope) -> {
                            if (map.key().name().equals("mine") && calls[0] < CALLS) {
                                String next = Integer.toString(++calls[0]);
                                scope.warning("Broken", "it does not work");
                                scope.edit(
                                        map,
                                        m -> m.toBuilder()
                                                .data(Map.of("calls", next))
                                                .build());
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("mine"))
                .build());
        cluster.eventually(() -> assertThat(calls[0]).isEqualTo(CALLS));
        cluster.advance(Duration.ofMinutes(1));
        return cluster.clients()
                .resource(Event.TYPE)
                .in("default")
                .list()
                .items()
                .size();
    }

    @Test
    void isToldInTheLogAsTheWarningItIsAndWhatIsNoneOnlyToThoseWhoLookForIt(TestCluster cluster) {
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(cluster.manager()
                    .controller(
                            ConfigMap.TYPE,
                            c -> c.reconcile((map, scope) -> {
                                if (map.key().name().equals("mine")) {
                                    scope.event("Synced", "it works");
                                    scope.warning("Broken", "it does not");
                                }
                                return Outcome.done();
                            }))
                    .build());
            cluster.create(ConfigMap.builder()
                    .metadata(m -> m.namespace("default").name("mine"))
                    .build());
            cluster.eventually(() -> assertThat(log.lines("Event occurred"))
                    .extracting(line -> line.value("reason") + ' ' + line.level())
                    .containsExactly("Synced DEBUG", "Broken WARN"));
        }
    }

    @Test
    void makesNoMoreEventsThanPassTheFilter(TestCluster cluster) {
        assertThat(events(cluster, manager -> manager)).isEqualTo(25);
    }

    @Test
    void makesAsManyAsTheManagerIsTold(TestCluster cluster) {
        Correlation stricter = Correlation.STANDARD.withSpamFilter(3, Duration.ofHours(1));
        assertThat(events(cluster, manager -> manager.events(EventFlavour.EVENTS, stricter)))
                .isEqualTo(3);
    }

    @Test
    void makesOneThatIsCountedInTheCoreApi(TestCluster cluster) {
        assertThat(events(cluster, manager -> manager.events(EventFlavour.CORE)))
                .isEqualTo(1);
    }
}
