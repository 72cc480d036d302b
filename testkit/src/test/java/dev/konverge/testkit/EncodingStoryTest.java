package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.ClientSet;
import dev.konverge.client.Encoding;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
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
    /** Notes in which form bodies are sent, and asked for. */
    private record Observed(Transport transport, List<String> forms, List<String> wishes) implements Transport {
        Observed(Transport transport) {
            this(transport, new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
        }

        @Override
        public HttpResponse send(HttpRequest request) throws InterruptedException {
            wishes.add(request.headers().first("Accept").orElse("nothing"));
            if (request.body() != null) {
                forms.add(request.method() + " "
                        + request.headers().first("Content-Type").orElse("nothing"));
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
    @CsvSource({
        "JSON,     EVENTS, application/json",
        "PROTOBUF, EVENTS, application/vnd.kubernetes.protobuf",
        "JSON,     CORE,   application/json",
        "PROTOBUF, CORE,   application/vnd.kubernetes.protobuf"
    })
    void anEventIsCreatedInTheFormOfItsClients(Encoding encoding, EventFlavour flavour, String form) {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            Deployment web = cluster.create(Mirror.deployment("web", 1));
            Observed transport = new Observed(cluster.transport());
            ClientSet clients = ClientSet.on(transport, cluster.platform()).withEncoding(encoding);
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
            assertThat(transport.forms()).containsExactly("POST " + form);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aManagerSpeaksAsItIsTold(Encoding encoding) {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            Observed transport = new Observed(cluster.transport());
            cluster.run(
                    Mirror.addTo(Manager.builder(cluster.platform(), transport).encoding(encoding))
                            .build());
            cluster.create(Mirror.deployment("web", 3));
            cluster.eventually(() -> Mirror.isSettled(cluster, "web", 3));
            assertThat(transport.wishes())
                    .isNotEmpty()
                    .allSatisfy(wish -> assertThat(wish.contains("protobuf")).isEqualTo(encoding == Encoding.PROTOBUF));
            assertThat(transport.forms())
                    .as("what is applied or patched")
                    .isNotEmpty()
                    .noneSatisfy(form -> assertThat(form).contains("protobuf"));
        }
    }
}
