package dev.konverge.controller.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.controller.testing.TinyServer;
import dev.konverge.controller.testing.TinyServer.Fault;
import dev.konverge.model.Json;
import dev.konverge.model.core.v1.Node;
import dev.konverge.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventBroadcasterTest {
    private final VirtualPlatform platform = new VirtualPlatform(3);
    private final TinyServer server = new TinyServer(platform);
    private final TinyServer.Link link = server.link();
    private final EventBroadcaster plan = new EventBroadcaster(platform);

    @AfterEach
    void nothingIsLeft() {
        platform.close();
    }

    private static Pod pod(String name) {
        return Pod.builder()
                .metadata(meta -> meta.namespace("ns").name(name).uid("u-" + name))
                .build();
    }

    private static void synced(EventRecorder recorder, String pod) {
        recorder.event(pod(pod), EventRecorder.NORMAL, "Synced", "all well");
    }

    private List<String> verbs() {
        return server.log().stream().map(line -> line.split(" ", 2)[0]).toList();
    }

    /** EV-8, EV-10. */
    @Test
    void theCoreApiGetsACountOfWhatIsRepeated() {
        try (Broadcast broadcast = plan.toApi(link.clients(), EventFlavour.CORE).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            for (int i = 0; i < 3; i++) {
                synced(recorder, "web");
            }
        }
        assertThat(verbs()).containsExactly("POST", "PATCH", "PATCH");
        Json.Obj event = server.objects().getFirst();
        assertThat(event.get("count")).isEqualTo(Json.of(3));
        assertThat(TinyServer.text(event, "involvedObject", "name")).isEqualTo("web");
        assertThat(TinyServer.text(event, "message")).isEqualTo("all well");
    }

    /** EV-17. */
    @Test
    void theEventsApiGetsASeriesOfWhatIsRepeated() {
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            for (int i = 0; i < 5; i++) {
                synced(recorder, "web");
            }
        }
        assertThat(verbs()).containsExactly("POST", "PATCH");
        Json.Obj event = server.objects().getFirst();
        assertThat(TinyServer.text(event, "series", "count")).isEqualTo("2");
        assertThat(TinyServer.text(event, "series", "lastObservedTime")).isEqualTo("2026-01-01T00:00:00.000000Z");
        assertThat(TinyServer.text(event, "apiVersion")).isEqualTo("events.k8s.io/v1");
    }

    /** EV-1, EV-16. */
    @Test
    void theEventsApiIsToldWhatWasDoneAndWhatElseHasAPartInIt() {
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            broadcast
                    .recorder("foo-controller", "host")
                    .record(Occurrence.of(pod("web"), EventRecorder.NORMAL, "Moved", "to another pod")
                            .withAction("Moving")
                            .withRelated(pod("db")));
        }
        Json.Obj event = server.objects().getFirst();
        assertThat(TinyServer.text(event, "action")).isEqualTo("Moving");
        assertThat(TinyServer.text(event, "reason")).isEqualTo("Moved");
        assertThat(TinyServer.text(event, "regarding", "name")).isEqualTo("web");
        assertThat(TinyServer.text(event, "related", "uid")).isEqualTo("u-db");
    }

    /** EV-18, EV-19. */
    @Test
    void aSeriesIsToldAgainEveryHalfHourAndOnceMoreWhenItIsOver() throws InterruptedException {
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            for (int minute = 0; minute < 33; minute++) {
                synced(recorder, "web");
                platform.advance(Duration.ofMinutes(1));
            }
            assertThat(verbs()).containsExactly("POST", "PATCH", "PATCH");
            assertThat(TinyServer.text(server.objects().getFirst(), "series", "count"))
                    .isEqualTo("30");
            platform.advance(Duration.ofMinutes(15));
            assertThat(verbs()).containsExactly("POST", "PATCH", "PATCH", "PATCH");
            assertThat(TinyServer.text(server.objects().getFirst(), "series", "count"))
                    .isEqualTo("33");
            platform.advance(Duration.ofHours(2));
            assertThat(verbs()).hasSize(4);
        }
    }

    /** EV-10, EV-20. */
    @Test
    void anEventThatTheServerHasForgottenIsMadeAnew() throws InterruptedException {
        try (Broadcast core = plan.toApi(link.clients(), EventFlavour.CORE)
                .toApi(link.clients())
                .start()) {
            EventRecorder recorder = core.recorder("foo-controller", "host");
            synced(recorder, "web");
            platform.awaitQuiet();
            List<String> paths = new ArrayList<>();
            server.objects().forEach(event -> paths.add(TinyServer.text(event, "apiVersion")));
            assertThat(paths).containsExactlyInAnyOrder("v1", "events.k8s.io/v1");
            server.forgetAll();
            synced(recorder, "web");
            platform.awaitQuiet();
            assertThat(server.objects()).hasSize(2);
        }
    }

    /** EV-20. */
    @Test
    void aSeriesThatWasOnlyOverlookedIsToldOfNevertheless() throws InterruptedException {
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            synced(recorder, "web");
            platform.awaitQuiet();
            link.fault(Fault.OVERLOOK, 1);
            synced(recorder, "web");
            platform.awaitQuiet();
            assertThat(verbs()).containsExactly("POST", "POST", "PATCH");
            assertThat(TinyServer.text(server.objects().getFirst(), "series", "count"))
                    .isEqualTo("2");
        }
    }

    /** EV-11. */
    @Test
    void aServerThatCannotBeReachedIsTriedTwelveTimesInOrder() throws InterruptedException {
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            link.fault(Fault.REFUSE, 11);
            synced(recorder, "web");
            platform.advance(Duration.ofSeconds(99));
            assertThat(server.objects()).isEmpty();
            platform.advance(Duration.ofSeconds(12));
            assertThat(server.objects()).hasSize(1);
            link.fault(Fault.REFUSE, 12);
            recorder.event(pod("web"), EventRecorder.WARNING, "Failed", "never told");
            platform.advance(Duration.ofMinutes(3));
            assertThat(server.objects()).hasSize(1);
        }
    }

    /** EV-11, EV-20. */
    @Test
    void aRefusalIsNotTriedAgain() throws InterruptedException {
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            link.fault(Fault.FORBID, 1);
            synced(broadcast.recorder("foo-controller", "host"), "web");
            platform.advance(Duration.ofMinutes(3));
            assertThat(server.objects()).isEmpty();
        }
    }

    /** EV-3, EV-4, EV-15. */
    @Test
    void aListenerThatHangsLosesEventsAndNobodyWaitsForIt() throws InterruptedException {
        List<String> seen = new ArrayList<>();
        link.fault(Fault.HANG);
        Broadcast broadcast = plan.toApi(link.clients())
                .to(occurrence -> seen.add(occurrence.note()))
                .start();
        try (broadcast) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            for (int i = 0; i < 1500; i++) {
                recorder.event(pod("web"), EventRecorder.NORMAL, "Reason", "note " + i);
                if (i % 100 == 0) {
                    platform.awaitQuiet();
                }
            }
            platform.awaitQuiet();
            // One is with the server that hangs, a thousand wait.
            assertThat(broadcast.dropped()).isEqualTo(499);
            assertThat(seen).hasSize(1500).startsWith("note 0", "note 1").endsWith("note 1499");
        }
        assertThat(broadcast.dropped()).as("those that still waited, too").isEqualTo(1499);
    }

    /** EV-3. */
    @Test
    void afterTheEndEventsAreDropped() {
        List<Occurrence> seen = new ArrayList<>();
        Broadcast broadcast = plan.to(seen::add).start();
        EventRecorder recorder = broadcast.recorder("foo-controller", "host");
        synced(recorder, "web");
        broadcast.close();
        synced(recorder, "web");
        assertThat(seen).hasSize(1);
        assertThat(broadcast.dropped()).isOne();
    }

    /** EV-11. */
    @Test
    void theEndGivesAnUnreachableServerOneAttempt() {
        link.fault(Fault.REFUSE);
        long before = platform.clock().nanoTime();
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            synced(broadcast.recorder("foo-controller", "host"), "web");
        }
        assertThat(platform.clock().nanoTime()).isEqualTo(before);
    }

    /** EV-11: but for an attempt that is still to come, and what waits behind it, the end is the time for it. */
    @Test
    void theEndDoesNotLoseWhatWaitsForItsNextAttempt() {
        long before = platform.clock().nanoTime();
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            link.fault(Fault.REFUSE, 1);
            synced(recorder, "web");
            platform.awaitQuiet();
            recorder.event(pod("web"), EventRecorder.NORMAL, "Stopped", "the last word");
        }
        assertThat(server.objects())
                .extracting(event -> TinyServer.text(event, "note"))
                .containsExactlyInAnyOrder("all well", "the last word");
        assertThat(platform.clock().nanoTime()).isEqualTo(before);
    }

    @Test
    void eventsGiveWayToMoreImportantWorkForFiveSecondsAtMost() throws InterruptedException {
        AtomicBoolean busy = new AtomicBoolean(true);
        List<Occurrence> heard = new ArrayList<>();
        try (Broadcast broadcast =
                plan.toApi(link.clients()).to(heard::add).givingWay(busy::get).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            synced(recorder, "web");
            platform.advance(Duration.ofMillis(4_900));
            assertThat(server.objects()).isEmpty();
            assertThat(heard).as("only requests give way").hasSize(1);
            platform.advance(Duration.ofMillis(200));
            assertThat(server.objects()).hasSize(1);
            assertThat(TinyServer.text(server.objects().getFirst(), "eventTime"))
                    .as("the time at which it was recorded")
                    .isEqualTo("2026-01-01T00:00:00.000000Z");

            synced(recorder, "db");
            platform.advance(Duration.ofMillis(60));
            assertThat(server.objects()).hasSize(1);
            busy.set(false);
            platform.advance(Duration.ofMillis(60));
            assertThat(server.objects()).hasSize(2);
        }
    }

    @Test
    void eventsOfTheCoreApiGiveWayToo() throws InterruptedException {
        try (Broadcast broadcast = plan.toApi(link.clients(), EventFlavour.CORE)
                .givingWay(() -> true)
                .start()) {
            synced(broadcast.recorder("foo-controller", "host"), "web");
            platform.advance(Duration.ofMillis(4_900));
            assertThat(server.objects()).isEmpty();
            platform.advance(Duration.ofMillis(200));
            assertThat(server.objects()).hasSize(1);
        }
    }

    /** EV-15: eight write at a time. */
    @Test
    void afterFiveSecondsEventsGoOneAtATimeAndAfterTenAsManyAsThereAreWriters() throws InterruptedException {
        link.delay(Duration.ofSeconds(1));
        try (Broadcast broadcast =
                plan.toApi(link.clients()).givingWay(() -> true).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            for (int i = 0; i < 100; i++) {
                synced(recorder, "web-" + i);
            }
            platform.advance(Duration.ofMillis(9_900));
            assertThat(server.objects()).as("4.9 seconds, a second each").hasSize(4);
            platform.advance(Duration.ofSeconds(3));
            assertThat(server.objects()).as("eight at a time").hasSizeBetween(4 + 8, 5 + 3 * 8);
        }
    }

    /** EV-12: at the end what waits is still told. */
    @Test
    void eventsThatGiveWayAreNeitherDroppedNorLostAtTheEnd() throws InterruptedException {
        long before = platform.clock().nanoTime();
        Correlation patient = Correlation.STANDARD.withSpamFilter(1_000, Duration.ofSeconds(1));
        Broadcast broadcast = plan.toApi(link.clients(), EventFlavour.EVENTS, patient)
                .givingWay(() -> true)
                .start();
        EventRecorder recorder = broadcast.recorder("foo-controller", "host");
        for (int i = 0; i < 499; i++) {
            recorder.event(pod("web"), EventRecorder.NORMAL, "Reason " + i, "note");
        }
        platform.awaitQuiet();
        assertThat(server.objects()).isEmpty();
        recorder.event(pod("web"), EventRecorder.NORMAL, "Reason 499", "note");
        platform.awaitQuiet();
        assertThat(server.objects())
                .as("a lane that is half full empties to below the half")
                .hasSize(1);
        broadcast.close();
        assertThat(server.objects()).hasSize(500);
        assertThat(broadcast.dropped()).isZero();
        assertThat(platform.clock().nanoTime()).isEqualTo(before);
    }

    @Test
    void whoCannotTellWhetherThereIsMoreImportantWorkHoldsUpNothing() throws InterruptedException {
        try (Broadcast broadcast = plan.toApi(link.clients())
                .givingWay(() -> {
                    throw new IllegalStateException("no idea");
                })
                .start()) {
            synced(broadcast.recorder("foo-controller", "host"), "web");
            platform.awaitQuiet();
            assertThat(server.objects()).hasSize(1);
        }
    }

    /** EV-2. */
    @Test
    void anEventAboutAnObjectWithoutANamespaceGoesToDefault() {
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            Node node = Node.builder().metadata(meta -> meta.name("n1")).build();
            broadcast.recorder("foo-controller", "host").event(node, EventRecorder.NORMAL, "Ready", "up");
        }
        Json.Obj event = server.objects().getFirst();
        assertThat(TinyServer.text(event, "metadata", "namespace")).isEqualTo("default");
        assertThat(TinyServer.text(event, "regarding", "namespace")).isEmpty();
    }

    @Test
    void anEventAboutAnObjectWithoutANameIsDropped() {
        try (Broadcast broadcast = plan.toApi(link.clients()).toLog().start()) {
            broadcast.recorder("c", "h").event(Pod.builder().build(), EventRecorder.NORMAL, "R", "n");
            assertThat(broadcast.dropped()).isOne();
        }
        assertThat(server.log()).isEmpty();
    }

    /** EV-6: each listener counts for itself. */
    @Test
    void whatOneListenerWasToldIsNoRepetitionToAnother() {
        TinyServer another = new TinyServer(platform);
        EventBroadcaster both = plan.toApi(link.clients(), EventFlavour.CORE)
                .toApi(another.link().clients(), EventFlavour.CORE);
        try (Broadcast broadcast = both.start()) {
            synced(broadcast.recorder("foo-controller", "host"), "web");
        }
        assertThat(verbs()).containsExactly("POST");
        assertThat(another.log()).singleElement().asString().startsWith("POST");
        assertThat(another.objects().getFirst().get("count")).isEqualTo(Json.of(1));
    }

    /** EV-21: what client-go refuses makes another broadcast, which knows nothing of the first. */
    @Test
    void aPlanThatIsStartedTwiceMakesTwoBroadcasts() {
        try (Broadcast first = plan.toApi(link.clients()).start()) {
            synced(first.recorder("foo-controller", "host"), "web");
        }
        EventBroadcaster again = plan.toApi(link.clients());
        try (Broadcast second = again.start();
                Broadcast third = again.start()) {
            synced(second.recorder("foo-controller", "host"), "web");
            synced(third.recorder("foo-controller", "host"), "web");
        }
        assertThat(verbs()).containsExactly("POST", "POST", "POST");
    }

    /** EV-21. */
    @Test
    void afterTheEndNoSeriesIsToldAgain() throws InterruptedException {
        try (Broadcast broadcast = plan.toApi(link.clients()).start()) {
            EventRecorder recorder = broadcast.recorder("foo-controller", "host");
            synced(recorder, "web");
            synced(recorder, "web");
        }
        assertThat(verbs()).containsExactly("POST", "PATCH");
        platform.advance(Duration.ofHours(2));
        assertThat(verbs()).as("neither a sign of life nor the end").hasSize(2);
    }

    /** EV-22. */
    @Test
    void theEventsApiIsTakenWhereTheServerHasIt() {
        assertThat(EventFlavour.of(link.clients())).isEqualTo(EventFlavour.CORE);
        server.put(
                "/apis/events.k8s.io/v1",
                "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"events.k8s.io/v1\",\"resources\":[]}");
        assertThat(EventFlavour.of(link.clients())).isEqualTo(EventFlavour.EVENTS);
    }

    /** EV-22: the core API has no place for them. */
    @Test
    void theCoreApiIsNotToldOfActionsAndRelatedObjects() {
        try (Broadcast broadcast = plan.toApi(link.clients(), EventFlavour.CORE).start()) {
            broadcast
                    .recorder("foo-controller", "host")
                    .record(Occurrence.of(pod("web"), EventRecorder.NORMAL, "Moved", "to another pod")
                            .withAction("Moving")
                            .withRelated(pod("db")));
        }
        assertThat(server.objects().getFirst().fields()).doesNotContainKeys("action", "related");
    }

    /** EV-23. */
    @Test
    void eventsAreSelectedByWhatTheyAreAbout() {
        var reference = Occurrence.reference(pod("web"));
        assertThat(EventFlavour.EVENTS.selectorFor(reference))
                .hasToString("regarding.apiVersion=v1,regarding.kind=Pod,regarding.name=web,regarding.uid=u-web");
        assertThat(EventFlavour.CORE.selectorFor(reference).toString()).startsWith("involvedObject.apiVersion=v1,");
    }
}
