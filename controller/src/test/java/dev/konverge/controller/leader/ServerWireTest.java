package dev.konverge.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.controller.event.Broadcast;
import dev.konverge.controller.event.EventBroadcaster;
import dev.konverge.controller.event.EventFlavour;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elections and events on the embedded API server, over the network. */
class ServerWireTest {
    private static final Key LEASE = Key.of("default", "foo-controller");

    private final Platform platform = Platform.real();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private interface Story {
        void tell(ClientSet clients) throws Exception;
    }

    private void withServer(Story story) throws Exception {
        try (Listening server = ApiServer.create(platform, Profile.BARE).listen(SocketOptions.USUAL);
                Transports transports = new Transports(platform)) {
            story.tell(ClientSet.connect(transports, platform, config(server)));
        }
    }

    private dev.konverge.client.config.ClientConfig config(Listening server) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
        return KubeConfig.load(kubeconfig).resolve();
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long end = platform.clock().deadlineAfter(Duration.ofSeconds(60));
        while (!condition.getAsBoolean()) {
            assertThat(platform.clock().nanoTime()).as("waiting").isLessThan(end == Clock.NEVER ? 0 : end);
            platform.sleep(Duration.ofMillis(10));
        }
    }

    private Campaign campaign(ClientSet clients, String identity, EventRecorder events) {
        Election election =
                Election.as(identity).withTimes(Duration.ofSeconds(30), Duration.ofSeconds(20), Duration.ofMillis(50));
        return new LeaderElector(
                        platform, LeaseStore.on(clients, LEASE), election, term -> platform.sleep(Duration.ofDays(1)))
                .withEvents(events)
                .start();
    }

    @Test
    void leadershipPassesFromOneToTheOtherOnARealServer() throws Exception {
        withServer(clients -> {
            try (Broadcast broadcast =
                    new EventBroadcaster(platform).toApi(clients).start()) {
                EventRecorder events = broadcast.recorder("foo-controller", "host");
                Campaign first = campaign(clients, "a", events);
                await(() -> first.findTerm().isPresent());
                try (Campaign second = campaign(clients, "b", events)) {
                    await(() -> second.findLeader().equals(java.util.Optional.of("a")));
                    first.close();
                    await(() -> second.findTerm().isPresent());
                    assertThat(second.findTerm().map(Term::number)).contains(1);
                }
            }
            List<String> notes =
                    clients.resource(dev.konverge.model.events.v1.Event.TYPE).in("default").list().items().stream()
                            .map(event -> String.valueOf(event.note()))
                            .toList();
            assertThat(notes).contains("a became leader");
        });
    }

    @Test
    void bothFlavoursOfEventsAreTakenByTheServer() throws Exception {
        withServer(clients -> {
            ConfigMap map = clients.resource(ConfigMap.TYPE)
                    .in("default")
                    .create(ConfigMap.builder()
                            .metadata(meta -> meta.namespace("default").name("web"))
                            .build());
            for (EventFlavour flavour : EventFlavour.values()) {
                try (Broadcast broadcast =
                        new EventBroadcaster(platform).toApi(clients, flavour).start()) {
                    EventRecorder events =
                            broadcast.recorder("c-" + flavour.name().toLowerCase(java.util.Locale.ROOT), "host");
                    for (int i = 0; i < 3; i++) {
                        events.event(map, EventRecorder.WARNING, "Failed", "for the third time");
                    }
                }
            }
            List<Event> all = clients.resource(Event.TYPE).in("default").list().items();
            assertThat(all).hasSize(2).allSatisfy(event -> {
                assertThat(event.message()).isEqualTo("for the third time");
                assertThat(event.involvedObject()).isNotNull();
            });
            assertThat(all).anySatisfy(event -> assertThat(event.count()).isEqualTo(3));
            assertThat(all).anySatisfy(event -> assertThat(event.series()).isNotNull());
        });
    }
}
