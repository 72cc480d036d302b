package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.Manager;
import dev.konverge.controller.Outcome;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What a controller has to do comes before what it has to tell. */
class EventOrderTest {
    private static final int OBJECTS = 20;

    @Test
    void objectsThatWaitForAWorkerComeBeforeEventsAboutOthers() {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            for (int i = 0; i < OBJECTS; i++) {
                String name = "mine-" + i;
                cluster.create(ConfigMap.builder()
                        .metadata(meta -> meta.namespace("default").name(name))
                        .build());
            }
            List<String> history = new CopyOnWriteArrayList<>();
            var transport = new InterceptedTransport(cluster.transport(), (request, onward) -> {
                if (request.target().endsWith("/events")) {
                    history.add("event");
                }
                return onward.send(request);
            });
            cluster.run(Manager.builder(cluster.platform(), transport)
                    .controller(
                            ConfigMap.TYPE,
                            maps -> maps.workers(1).reconcile((map, scope) -> {
                                if (!map.key().name().startsWith("mine-")) {
                                    return Outcome.done();
                                }
                                scope.event("Looked", "it was looked at");
                                cluster.platform().sleep(Duration.ofMillis(100));
                                history.add("object");
                                return Outcome.done();
                            }))
                    .build());
            cluster.eventually(() -> assertThat(history).hasSize(2 * OBJECTS));
            assertThat(history.subList(0, OBJECTS - 1)).containsOnly("object");
            assertThat(history).filteredOn("event"::equals).hasSize(OBJECTS);
        }
    }
}
