package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import dev.konverge.controller.event.Broadcast;
import dev.konverge.controller.event.EventBroadcaster;
import dev.konverge.controller.event.EventFlavour;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Event;
import dev.konverge.model.core.v1.ObjectReference;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events through both APIs, read through both. */
@WithRealCluster
class EventsTest {
    private static ConfigMap object(RealCluster cluster) {
        String namespace = Namespaces.make(cluster);
        return cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace(namespace).name("web"))
                .data(Map.of("k", "v"))
                .build());
    }

    private static void record(RealCluster cluster, EventFlavour flavour, ConfigMap object, int times) {
        try (Broadcast broadcast = new EventBroadcaster(cluster.platform())
                .toApi(cluster.clients(), flavour)
                .start()) {
            EventRecorder events = broadcast.recorder("konverge-tests", "host");
            for (int i = 0; i < times; i++) {
                events.event(object, EventRecorder.WARNING, "Failed", "for the third time");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EventFlavour.class)
    void repetitionsBecomeOneEventThatBothApisShow(EventFlavour flavour, RealCluster cluster) {
        ConfigMap object = object(cluster);
        record(cluster, flavour, object, 3);
        String namespace = object.key().namespace();
        List<Event> core =
                cluster.clients().resource(Event.TYPE).in(namespace).list().items();
        assertThat(core).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("Warning");
            assertThat(event.reason()).isEqualTo("Failed");
            assertThat(event.message()).isEqualTo("for the third time");
            switch (flavour) {
                case CORE -> assertThat(event.count()).isEqualTo(3);
                case EVENTS -> assertThat(event.series()).isNotNull();
            }
        });
        assertThat(cluster.clients()
                        .resource(dev.konverge.model.events.v1.Event.TYPE)
                        .in(namespace)
                        .list()
                        .items())
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.note()).isEqualTo("for the third time");
                    assertThat(event.regarding())
                            .extracting(ObjectReference::uid)
                            .isEqualTo(object.metadata().uid());
                });
    }

    @Test
    void theEventsOfAnObjectAreFoundByFields(RealCluster cluster) {
        ConfigMap object = object(cluster);
        record(cluster, EventFlavour.EVENTS, object, 1);
        ClientSet clients = cluster.clients();
        ObjectReference reference = ObjectReference.builder()
                .kind("ConfigMap")
                .name("web")
                .uid(object.metadata().uid())
                .build();
        assertThat(clients.resource(Event.TYPE)
                        .in(object.key().namespace())
                        .list(ListOptions.of(EventFlavour.CORE.selectorFor(reference)))
                        .items())
                .hasSize(1);
        assertThat(clients.resource(dev.konverge.model.events.v1.Event.TYPE)
                        .in(object.key().namespace())
                        .list(ListOptions.of(EventFlavour.EVENTS.selectorFor(reference)))
                        .items())
                .hasSize(1);
        assertThat(EventFlavour.of(clients)).isEqualTo(EventFlavour.EVENTS);
    }
}
