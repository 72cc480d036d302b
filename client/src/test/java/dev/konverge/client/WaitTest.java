package dev.konverge.client;

import static dev.konverge.client.FakeTransport.answer;
import static dev.konverge.client.FakeTransport.failure;
import static dev.konverge.client.FakeTransport.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.TransportException;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private static String pod(String phase, int version) {
        return "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\",\"namespace\":\"default\","
                + "\"resourceVersion\":\"" + version + "\"},\"status\":{\"phase\":\"" + phase + "\"}}";
    }

    private static HttpResponse list(int version, String... pods) {
        return json("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version
                + "\"},\"items\":[" + String.join(",", pods) + "]}");
    }

    private static HttpResponse events(String... events) {
        return answer(200, "application/json", String.join("\n", events));
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}";
    }

    private static PodClient pods(FakeTransport transport) {
        return ClientSet.on(transport, Platform.real()).pods().in("default");
    }

    private static boolean isRunning(Pod pod) {
        return pod.status() != null && "Running".equals(pod.status().phase());
    }

    @Test
    void aConditionThatHoldsAlreadyIsMetByTheList() {
        FakeTransport transport = FakeTransport.answering(list(5, pod("Running", 4)));
        assertThat(meta(pods(transport).waitUntil("web", WaitTest::isRunning, LONG))
                        .resourceVersion())
                .isEqualTo("4");
        assertThat(transport.request(0).target())
                .startsWith("/api/v1/namespaces/default/pods?fieldSelector=metadata.name%3Dweb&limit=500");
        assertThat(transport.open()).isZero();
    }

    @Test
    void noStateBetweenListAndWatchIsLostAndNoneIsSeenTwice() {
        // RW-4
        FakeTransport transport = FakeTransport.answering(
                list(5, pod("Pending", 4)),
                events(
                        event("MODIFIED", pod("Pending", 6)),
                        event(
                                "BOOKMARK",
                                "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"8\"}}")),
                events(
                        event("DELETED", pod("Pending", 9)),
                        event("ADDED", pod("Pending", 10)),
                        event("MODIFIED", pod("Running", 11))));
        List<String> seen = new ArrayList<>();
        pods(transport)
                .waitUntil(
                        ListOptions.NONE,
                        all -> {
                            seen.add(all.values().stream()
                                    .map(pod -> meta(pod).resourceVersion())
                                    .toList()
                                    .toString());
                            return all.values().stream().anyMatch(WaitTest::isRunning);
                        },
                        LONG);
        assertThat(seen).containsExactly("[4]", "[6]", "[]", "[10]", "[11]");
        assertThat(transport.request(1).target()).contains("watch=true").contains("resourceVersion=5");
        assertThat(transport.request(2).target()).contains("resourceVersion=8");
        assertThat(transport.open()).isZero();
    }

    @Test
    void aForgottenVersionMeansAnotherList() {
        // RW-4: survives 410.
        FakeTransport transport = FakeTransport.answering(
                list(5, pod("Pending", 4)),
                events(event("ERROR", failure(410, "Expired", "too old"))),
                list(50, pod("Running", 40)));
        assertThat(meta(pods(transport).waitUntil("web", WaitTest::isRunning, LONG))
                        .resourceVersion())
                .isEqualTo("40");
    }

    @Test
    void goneIsACondition() {
        FakeTransport transport =
                FakeTransport.answering(list(5, pod("Running", 4)), events(event("DELETED", pod("Running", 6))));
        pods(transport).waitUntilGone("web", LONG);
        assertThat(transport.requests()).hasSize(2);
    }

    @Test
    void whatTakesTooLongSaysWhatWasSeenLast() {
        Bodies.Fed silence = new Bodies.Fed();
        List<HttpResponse> answers =
                new ArrayList<>(List.of(list(5, pod("Pending", 4)), answer(200, "application/json", silence)));
        FakeTransport transport = new FakeTransport(request -> answers.removeFirst());
        assertThatThrownBy(() -> pods(transport).waitUntil("web", WaitTest::isRunning, Duration.ofMillis(50)))
                .isInstanceOf(ApiException.Timeout.class)
                .hasMessageContaining("wait for pods \"default/web\"")
                .hasMessageContaining("within 50 ms")
                .hasMessageContaining("\"default/web\" at version 4");
        assertThat(silence.isClosed()).isTrue();
        assertThat(transport.open()).isZero();
    }

    @Test
    void aWatchThatIsNotAnsweredTakesNoLongerEither() {
        FakeTransport transport = FakeTransport.hangingAfter(list(5, pod("Pending", 4)));
        assertThatThrownBy(() -> pods(transport).waitUntil("web", WaitTest::isRunning, Duration.ofMillis(50)))
                .isInstanceOf(ApiException.Timeout.class)
                .hasMessageContaining("\"default/web\" at version 4");
        assertThat(transport.open()).isZero();
    }

    @Test
    void aFailureThatTheServerTellsInBetweenLosesNothingAndRepeatsNothing() {
        // RW-4
        FakeTransport transport = FakeTransport.answering(
                list(5, pod("Pending", 4)),
                events(
                        event("MODIFIED", pod("Pending", 6)),
                        event("MODIFIED", pod("Unknown", 7)),
                        event("ERROR", failure(500, "InternalError", "etcd is away"))),
                events(event("MODIFIED", pod("Running", 8))));
        List<String> seen = new ArrayList<>();
        VirtualPlatform.simulate(
                1,
                platform -> ClientSet.on(transport, platform)
                        .pods()
                        .in("default")
                        .waitUntil(
                                ListOptions.NONE,
                                all -> {
                                    all.values()
                                            .forEach(pod -> seen.add(meta(pod).resourceVersion()));
                                    return all.values().stream().anyMatch(WaitTest::isRunning);
                                },
                                LONG));
        assertThat(seen).containsExactly("4", "6", "7", "8");
        assertThat(transport.request(2).target()).contains("resourceVersion=7");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void whatStandsBeforeTheServerMayHaveItsTroublesToo(int code) {
        FakeTransport transport = FakeTransport.answering(
                answer(code, "text/html", "<html>not now</html>"),
                list(5, pod("Pending", 4)),
                answer(code, "text/html", "<html>not now</html>"),
                events(event("MODIFIED", pod("Running", 6))));
        VirtualPlatform.simulate(
                1,
                platform -> assertThat(meta(ClientSet.on(transport, platform)
                                        .pods()
                                        .in("default")
                                        .waitUntil("web", WaitTest::isRunning, LONG))
                                .resourceVersion())
                        .isEqualTo("6"));
    }

    @Test
    void theEndOfTheTransportEndsTheWaiting() {
        FakeTransport transport = new FakeTransport(request -> {
            throw FakeTransport.closed();
        });
        VirtualPlatform.simulate(
                1,
                platform -> assertThatThrownBy(() -> ClientSet.on(transport, platform)
                                .pods()
                                .in("default")
                                .waitUntil("web", WaitTest::isRunning, LONG))
                        .isInstanceOf(ApiException.Unreachable.class)
                        .hasCauseInstanceOf(TransportException.Closed.class));
        assertThat(transport.requests()).hasSize(1);
    }

    /** {@return a server that takes a while for each answer, unless the client does not wait so long} */
    private static FakeTransport slow(Platform platform, Duration each, HttpResponse... answers) {
        AtomicInteger next = new AtomicInteger();
        return new FakeTransport(request -> {
            Duration limit = Objects.requireNonNull(request.timeout());
            boolean late = limit.compareTo(each) < 0;
            try {
                platform.sleep(late ? limit : each);
            } catch (InterruptedException e) {
                throw new FakeTransport.Interrupted();
            }
            if (late) {
                throw FakeTransport.timedOut();
            }
            return answers[next.getAndIncrement()];
        });
    }

    private static HttpResponse page(String pod) {
        return json("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\","
                + "\"continue\":\"more\"},\"items\":[" + pod + "]}");
    }

    private static void assertLateAfterAMinute(FakeTransport transport, Platform platform) {
        assertThatThrownBy(() -> ClientSet.on(transport, platform)
                        .pods()
                        .in("default")
                        .waitUntil(ListOptions.NONE, all -> true, LONG))
                .isInstanceOf(ApiException.Timeout.class)
                .hasMessageContaining("the condition was not met within 60000 ms");
        assertThat(platform.clock().nanoTime()).isEqualTo(LONG.toNanos());
    }

    @ParameterizedTest
    @CsvSource({"40, 60s 20s", "30, 60s 30s", "61, 60s"})
    void allPagesTogetherTakeNoLongerThanIsWaited(int seconds, String limits) {
        VirtualPlatform.simulate(1, platform -> {
            FakeTransport transport =
                    slow(platform, Duration.ofSeconds(seconds), page(pod("Pending", 4)), page(""), list(5));
            assertLateAfterAMinute(transport, platform);
            assertThat(limitsOf(transport)).isEqualTo(limits);
        });
    }

    @Test
    void aListInOnePieceInPlaceOfPagesTakesNoLongerEither() {
        VirtualPlatform.simulate(1, platform -> {
            FakeTransport transport = slow(
                    platform,
                    Duration.ofSeconds(25),
                    page(pod("Pending", 4)),
                    json(410, failure(410, "Expired", "the continue token is too old")),
                    list(5));
            assertLateAfterAMinute(transport, platform);
            assertThat(limitsOf(transport)).isEqualTo("60s 35s 10s");
        });
    }

    private static String limitsOf(FakeTransport transport) {
        return transport.requests().stream()
                .map(request -> Objects.requireNonNull(request.timeout()).toSeconds() + "s")
                .collect(Collectors.joining(" "));
    }

    @Test
    void aRefusalEndsTheWaiting() {
        FakeTransport transport = FakeTransport.answering(json(403, failure(403, "Forbidden", "no")));
        assertThatThrownBy(() -> pods(transport).waitUntil("web", WaitTest::isRunning, LONG))
                .isInstanceOf(ApiException.Forbidden.class);
    }

    /** Through the interface, which promises metadata. */
    private static ObjectMeta meta(Resource object) {
        return object.metadata();
    }
}
