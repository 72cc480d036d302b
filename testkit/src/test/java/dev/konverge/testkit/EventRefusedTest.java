package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.event.Broadcast;
import dev.konverge.controller.event.EventBroadcaster;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Namespace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** What the log says of events that the server does not take. */
@WithCluster
class EventRefusedTest {
    private static List<LogRecorder.Line> linesAfterAnEventAbout(TestCluster cluster, String namespace) {
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            try (Broadcast broadcast = new EventBroadcaster(cluster.platform())
                    .toApi(cluster.clients())
                    .start()) {
                ConfigMap map = ConfigMap.builder()
                        .metadata(m -> m.namespace(namespace).name("mine"))
                        .build();
                broadcast.recorder("test", "host").event(map, EventRecorder.NORMAL, "Told", "the password is known");
            }
            assertThat(log.all()).doesNotContain("the password is known");
            return log.lines("an event was not recorded");
        }
    }

    /** EV-11: nothing to worry about, and nobody can change it. */
    @Test
    void whatHappensInANamespaceThatIsBeingDeletedIsNoWarning(TestCluster cluster) {
        cluster.create(Namespace.builder().metadata(m -> m.name("leaving")).build());
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("leaving").name("mine").finalizers(List.of("example.com/held")))
                .build());
        cluster.clients().resource(Namespace.TYPE).delete("leaving");
        assertThat(linesAfterAnEventAbout(cluster, "leaving")).singleElement().satisfies(line -> {
            assertThat(line.level()).isEqualTo(Level.DEBUG);
            assertThat(line.value("event")).startsWith("leaving/mine.");
            assertThat(line.value("reason")).contains("being terminated");
        });
    }

    @Test
    void anEventThatIsRefusedOtherwiseIsAWarningWithoutItsContents(TestCluster cluster) {
        cluster.faults().inject(Match.verbs("create").on("events"), new Fault.Conflict(), 0, 1);
        assertThat(linesAfterAnEventAbout(cluster, "default")).singleElement().satisfies(line -> {
            assertThat(line.level()).isEqualTo(Level.WARN);
            assertThat(line.value("event")).startsWith("default/mine.");
        });
    }
}
