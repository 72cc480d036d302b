package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.ClientSet;
import dev.konverge.client.Encoding;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.Manager;
import dev.konverge.controller.event.Broadcast;
import dev.konverge.controller.event.EventBroadcaster;
import dev.konverge.controller.event.EventFlavour;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.Event;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects travel in the form that whoever sends or asks for them is set to. */
class EncodingStoryTest {
    /** In which form bodies were sent, and asked for. */
    private record Forms(List<String> sent, List<String> wanted) {
        Forms() {
            this(new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
        }

        Transport notedOn(Transport transport) {
            return new InterceptedTransport(transport, (request, onward) -> {
                wanted.add(request.headers().first("Accept").orElse("nothing"));
                if (request.body() != null) {
                    sent.add(request.method() + " "
                            + request.headers().first("Content-Type").orElse("nothing"));
                }
                return onward.send(request);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "JSON,     EVENTS, application/json",
        "PROTOBUF, EVENTS, application/vnd.kubernetes.protobuf",
        "JSON,     CORE,   application/json",
        "PROTOBUF, CORE,   application/vnd.kubernetes.protobuf"
    })
    void anEventIsCreatedInTheFormOfItsClients(Encoding encoding, EventFlavour flavour, String form) {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            Deployment web = cluster.create(Mirror.deployment("web", 1));
            Forms forms = new Forms();
            ClientSet clients = ClientSet.on(forms.notedOn(cluster.transport()), cluster.platform())
                    .withEncoding(encoding);
            try (Broadcast broadcast = new EventBroadcaster(cluster.platform())
                    .toApi(clients, flavour)
                    .start()) {
                EventRecorder recorder = broadcast.recorder("tester", "here");
                recorder.event(web, EventRecorder.NORMAL, "Seen", "it was seen");
                cluster.eventually(() -> assertThat(cluster.clients()
                                .resource(Event.TYPE)
                                .in("default")
                                .list()
                                .items())
                        .singleElement()
                        .satisfies(event -> {
                            assertThat(event.reason()).isEqualTo("Seen");
                            assertThat(event.message()).isEqualTo("it was seen");
                            assertThat(event.involvedObject()).isNotNull();
                        }));
            }
            assertThat(forms.sent()).containsExactly("POST " + form);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aManagerSpeaksAsItIsTold(Encoding encoding) {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            Forms forms = new Forms();
            cluster.run(Mirror.addTo(Manager.builder(cluster.platform(), forms.notedOn(cluster.transport()))
                            .encoding(encoding))
                    .build());
            cluster.create(Mirror.deployment("web", 3));
            cluster.eventually(() -> Mirror.isSettled(cluster, "web", 3));
            assertThat(forms.wanted())
                    .isNotEmpty()
                    .allSatisfy(wish -> assertThat(wish.contains("protobuf")).isEqualTo(encoding == Encoding.PROTOBUF));
            assertThat(forms.sent())
                    .as("what is applied or patched")
                    .isNotEmpty()
                    .noneSatisfy(form -> assertThat(form).contains("protobuf"));
        }
    }
}
