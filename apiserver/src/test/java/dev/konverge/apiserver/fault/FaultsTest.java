package dev.konverge.apiserver.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.WatchFeed;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.negotiate.ProtoForms;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private static final ServerRequest GET = ServerRequest.of("GET", "/api/v1/namespaces/n/configmaps/a");
    private static final ServerRequest PUT = ServerRequest.of("PUT", "/apis/apps/v1/namespaces/n/deployments/web");
    private static final ServerRequest WATCH = ServerRequest.of("GET", "/api/v1/pods?watch=true");

    private final Platform platform = Platform.real();
    private final Faults faults =
            new Faults(platform, new Answers(new ProtoForms())::watchError, () -> 100, collection -> 0);
    private final List<ServerRequest> handled = new ArrayList<>();

    @Test
    void withoutRulesRequestsPass() throws Exception {
        assertThat(send(GET).status()).isEqualTo(200);
        assertThat(handled).containsExactly(GET);
    }

    @Test
    void aRuleIsForTheRequestsItMatches() throws Exception {
        faults.inject(Match.verbs("update").on("deployments").in("n").named("we*"), new Fault.Conflict());

        assertThatThrownBy(() -> send(PUT))
                .hasMessage(
                        "Operation cannot be fulfilled on deployments.apps \"web\": the object has been modified; please apply"
                                + " your changes to the latest version and try again");
        assertThat(send(GET).status()).isEqualTo(200);
        assertThat(send(ServerRequest.of("PUT", "/apis/apps/v1/namespaces/n/deployments/web/status"))
                        .status())
                .isEqualTo(200);
        assertThat(send(ServerRequest.of("PUT", "/apis/apps/v1/namespaces/n/deployments/other"))
                        .status())
                .isEqualTo(200);
        assertThat(send(ServerRequest.of("GET", "/version")).status()).isEqualTo(200);
    }

    @Test
    void itSkipsAndEndsAsToldAndCountsItsHits() throws Exception {
        Injection rule = faults.inject(Match.anything(), new Fault.ServerError(), 1, 2);

        assertThat(send(GET).status()).isEqualTo(200);
        assertRefused(GET, 500);
        assertRefused(GET, 500);
        assertThat(send(GET).status()).isEqualTo(200);
        assertThat(rule.hits()).isEqualTo(2);
    }

    @Test
    void refusalsHaveTheFormOfTheRealOnes() {
        faults.inject(Match.verbs("get"), new Fault.Throttle(7), 0, 1);
        faults.inject(Match.verbs("list"), new Fault.Gone(), 0, 1);
        faults.inject(Match.verbs("update"), new Fault.Unavailable(), 0, 1);

        assertThatThrownBy(() -> send(GET))
                .isInstanceOfSatisfying(
                        StatusException.class,
                        e -> assertThat(e.retryAfterSeconds()).isEqualTo(7));
        assertRefused(ServerRequest.of("GET", "/api/v1/pods"), 410);
        assertRefused(PUT, 503);
        assertThat(handled).isEmpty();
    }

    @Test
    void aWatchThatCannotBeginIsToldWhenToComeAgain() { // W15
        faults.inject(Match.verbs("watch"), new Fault.Unavailable(), 0, 1);
        faults.inject(Match.verbs("watch"), new Fault.Throttle(2), 0, 1);

        assertThatThrownBy(() -> send(WATCH)).isInstanceOfSatisfying(StatusException.class, e -> {
            assertThat(e.code()).isEqualTo(503);
            assertThat(e.retryAfterSeconds()).isEqualTo(1);
        });
        assertThatThrownBy(() -> send(WATCH)).isInstanceOfSatisfying(StatusException.class, e -> {
            assertThat(e.code()).isEqualTo(429);
            assertThat(e.retryAfterSeconds()).isEqualTo(2);
        });
    }

    @Test
    void aWatchIsToldThatItsVersionIsGoneByAnEvent() throws Exception { // W5
        faults.inject(Match.verbs("watch"), new Fault.Gone());
        ServerResponse.Watch watch = (ServerResponse.Watch) send(WATCH);

        assertThat(watch.status()).isEqualTo(200);
        assertThat(new String(watch.feed().await(10).getFirst(), StandardCharsets.UTF_8))
                .startsWith("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\"")
                .contains("\"reason\":\"Expired\"", "\"code\":410");
        assertThat(watch.feed().await(10)).isEmpty();
    }

    @Test
    void aLostAnswerLeavesTheWriteDone() {
        faults.inject(Match.writes(), new Fault.LoseAnswer());

        assertThatThrownBy(() -> send(PUT)).isInstanceOf(ConnectionCutException.class);
        assertThat(handled).containsExactly(PUT);
    }

    @Test
    void aCutBeforeLeavesTheWriteUndone() {
        faults.inject(Match.writes(), new Fault.CutBefore());

        assertThatThrownBy(() -> send(PUT)).isInstanceOf(ConnectionCutException.class);
        assertThat(handled).isEmpty();
    }

    @Test
    void aCutBodyAnnouncesMoreThanItSends() throws Exception {
        faults.inject(Match.anything(), new Fault.CutBody(3));
        ServerResponse.Watch cut = (ServerResponse.Watch) send(GET);

        assertThat(cut.headers().find("Content-Length")).contains("5");
        assertThat(cut.feed().await(10)).containsExactly("hel".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> cut.feed().await(10)).isInstanceOf(ConnectionCutException.class);
    }

    @Test
    void aDroppedWatchEndsAfterSoManyEvents() throws Exception {
        faults.inject(Match.verbs("watch"), new Fault.DropWatch(2, false), 0, 1);
        faults.inject(Match.verbs("watch"), new Fault.DropWatch(0, true), 1, 1);
        WatchFeed clean = ((ServerResponse.Watch) send(WATCH)).feed();
        assertThat(clean.await(1)).hasSize(1);
        assertThat(clean.await(10)).hasSize(1);
        assertThat(clean.await(10)).isEmpty();

        WatchFeed abrupt = ((ServerResponse.Watch) send(WATCH)).feed();
        assertThatThrownBy(() -> abrupt.await(10)).isInstanceOf(ConnectionCutException.class);
    }

    @Test
    void aFrozenWatchDeliversNothingUntilTheRuleIsRemoved() {
        VirtualPlatform.simulate(1, virtual -> {
            Faults frozen = new Faults(virtual, new Answers(new ProtoForms())::watchError, () -> 100, collection -> 0);
            Injection rule = frozen.inject(Match.verbs("watch"), new Fault.FreezeWatch());
            WatchFeed feed = ((ServerResponse.Watch) frozen.apply(WATCH, this::handle)).feed();
            List<byte[]> delivered = new ArrayList<>();
            try (Task reader = virtual.start("reader", () -> delivered.addAll(feed.await(10)))) {
                virtual.advance(Duration.ofHours(1));
                assertThat(delivered).isEmpty();
                assertThat(reader.isDone()).isFalse();
                rule.close();
                virtual.awaitQuiet();
                assertThat(delivered).isNotEmpty();
            }
        });
    }

    @Test
    void aPausedWriteStandsBeforeOrAfterItIsDoneUntilItIsResumed() throws Exception {
        Injection before = faults.inject(Match.writes(), new Fault.PauseBefore(), 0, 1);
        Injection after = faults.inject(Match.writes(), new Fault.PauseAfter(), 0, 1);
        try (Task writer = platform.start("writer", () -> send(PUT))) {
            assertThat(before.awaitHits(1, Duration.ofSeconds(10))).isTrue();
            assertThat(handled).isEmpty();
            before.resume();
            assertThat(after.awaitHits(1, Duration.ofSeconds(10))).isTrue();
            assertThat(writer.isDone()).isFalse();
            after.resume();
            assertThat(writer.join(Duration.ofSeconds(10))).isTrue();
            assertThat(handled).containsExactly(PUT);
        }
    }

    @Test
    void aStaleReadAsksForAPastRevision() throws Exception {
        faults.inject(Match.anything(), new Fault.StaleRead(5));
        send(ServerRequest.of("GET", "/api/v1/pods?limit=3&resourceVersion=0"));

        assertThat(handled.getFirst().rawQuery()).isEqualTo("limit=3&resourceVersion=95&resourceVersionMatch=Exact");
        assertThatThrownBy(() -> send(GET)).hasMessage("configmaps \"a\" not found");
        assertThat(handled.get(1).path()).isEqualTo("/api/v1/namespaces/n/configmaps");
        assertThat(handled.get(1).rawQuery()).contains("fieldSelector=metadata.name%3Da");
    }

    @Test
    void aStaleReadLeavesTheNextPageOfAListAlone() throws Exception {
        faults.inject(Match.anything(), new Fault.StaleRead(5));
        ServerRequest next = ServerRequest.of("GET", "/api/v1/pods?limit=3&continue=abc");
        send(next);

        assertThat(handled).containsExactly(next);
    }

    @Test
    void aStaleReadAsksForNothingThatIsForgotten() throws Exception {
        Faults forgetful = new Faults(
                platform,
                new Answers(new ProtoForms())::watchError,
                () -> 100,
                collection -> collection.equals("deployments.apps") ? 98 : 0);
        forgetful.inject(Match.anything(), new Fault.StaleRead(5));
        forgetful.apply(ServerRequest.of("GET", "/apis/apps/v1/deployments"), this::handle);
        forgetful.apply(ServerRequest.of("GET", "/api/v1/pods"), this::handle);

        assertThat(handled.get(0).rawQuery()).startsWith("resourceVersion=98&");
        assertThat(handled.get(1).rawQuery()).startsWith("resourceVersion=95&");
    }

    @Test
    void theControlEndpointAddsListsResumesAndRemovesRules() throws Exception {
        FaultControl control = new FaultControl(faults);
        String added = text(control.answer(ServerRequest.of("POST", "/konverge/faults")
                        .withJson(
                                "{\"match\":{\"verbs\":[\"get\"],\"resource\":\"configmaps\"},\"times\":1,\"fault\":{\"type\":\"Throttle\","
                                        + "\"retryAfterSeconds\":3}}"))
                .orElseThrow());

        assertThat(added)
                .isEqualTo(
                        "{\"id\":1,\"match\":{\"verbs\":[\"get\"],\"resource\":\"configmaps\",\"group\":\"*\",\"namespace\":\"\","
                                + "\"name\":\"\",\"userAgent\":\"\"},\"fault\":{\"type\":\"Throttle\",\"retryAfterSeconds\":3},\"hits\":0}\n");
        assertRefused(GET, 429);
        assertThat(text(control.answer(ServerRequest.of("GET", "/konverge/faults"))
                        .orElseThrow()))
                .contains("\"hits\":1");
        assertThat(control.answer(ServerRequest.of("POST", "/konverge/faults/1/resume"))
                        .orElseThrow()
                        .status())
                .isEqualTo(200);
        control.answer(ServerRequest.of("DELETE", "/konverge/faults/1"));
        assertThat(faults.rules()).isEmpty();
        assertThat(control.answer(ServerRequest.of("GET", "/api/v1/pods"))).isEmpty();
    }

    @Test
    void theControlEndpointRefusesNonsenseAndStrangers() {
        FaultControl control = new FaultControl(faults);
        for (String nonsense : List.of(
                "",
                "[]",
                "{}",
                "{\"fault\":{\"type\":\"Earthquake\"}}",
                "{\"fault\":{\"type\":\"Conflict\"},\"wrong\":1}",
                "{\"fault\":{\"type\":\"Conflict\"},\"times\":0}",
                "{\"fault\":{\"type\":\"Delay\",\"millis\":-1}}",
                "{\"fault\":{\"type\":\"Delay\",\"seconds\":1}}",
                "{\"fault\":{\"type\":\"DropWatch\",\"abruptly\":\"yes\"}}",
                "{\"fault\":{\"type\":\"Gone\"},\"match\":[]}",
                "{\"fault\":{\"type\":\"Gone\"},\"match\":{\"verbs\":\"get\"}}",
                "{\"fault\":{\"type\":\"Gone\"},\"match\":{\"verbs\":[1]}}",
                "{\"fault\":{\"type\":\"Gone\"},\"match\":{\"verbs\":[\"read\"]}}")) {
            assertThatThrownBy(() -> control.answer(
                            ServerRequest.of("POST", "/konverge/faults").withJson(nonsense)))
                    .as(nonsense)
                    .isInstanceOfSatisfying(
                            StatusException.class, e -> assertThat(e.code()).isEqualTo(400));
        }
        assertThat(faults.rules()).isEmpty();
        assertThatThrownBy(() -> control.answer(
                        ServerRequest.of("GET", "/konverge/faults").withUser(User.ANONYMOUS)))
                .isInstanceOfSatisfying(
                        StatusException.class, e -> assertThat(e.code()).isEqualTo(403));
        assertThatThrownBy(() -> control.answer(ServerRequest.of("DELETE", "/konverge/faults/9")))
                .isInstanceOfSatisfying(
                        StatusException.class, e -> assertThat(e.code()).isEqualTo(404));
    }

    private ServerResponse send(ServerRequest request) throws InterruptedException {
        return faults.apply(request, this::handle);
    }

    private ServerResponse handle(ServerRequest request) {
        handled.add(request);
        if (request.rawQuery().contains("watch=true")) {
            byte[] event = "event\n".getBytes(StandardCharsets.UTF_8);
            return new ServerResponse.Watch(200, Headers.NONE, new Endless(event));
        }
        String body = request.rawQuery().contains("fieldSelector") ? "{\"items\":[]}" : "hello";
        return new ServerResponse.Whole(200, Headers.NONE, body.getBytes(StandardCharsets.UTF_8));
    }

    private void assertRefused(ServerRequest request, int code) {
        assertThatThrownBy(() -> send(request))
                .isInstanceOfSatisfying(
                        StatusException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static String text(ServerResponse.Whole answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** A feed that always has as many events as wanted. */
    // A test's own; never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Endless(byte[] event) implements WatchFeed {
        @Override
        public List<byte[]> await(int limit) {
            return Collections.nCopies(limit, event);
        }

        @Override
        public void close() {
            // Nothing behind it.
        }
    }
}
