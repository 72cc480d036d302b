package dev.konverge.client;

import static dev.konverge.client.FakeTransport.answer;
import static dev.konverge.client.FakeTransport.failure;
import static dev.konverge.client.FakeTransport.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.RetryPolicy;
import dev.konverge.client.transport.TransportException;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryWatcherTest {
    private static String event(String type, String name, String version) {
        return "{\"type\":\"" + type + "\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\""
                + name + "\",\"resourceVersion\":\"" + version + "\"}}}\n";
    }

    private static HttpResponse events(String... events) {
        return answer(200, "application/json", String.join("", events));
    }

    private static RetryWatcher<Pod> watcher(FakeTransport transport) {
        return ClientSet.of(RestClient.on(transport, Platform.real()).withRetries(RetryPolicy.NONE))
                .pods()
                .retryWatch(WatchOptions.from(ResourceVersion.of("5")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0"})
    void itBeginsAtAVersion(String version) {
        // RW-1
        assertThatThrownBy(() -> ClientSet.on(FakeTransport.answering(), Platform.real())
                        .pods()
                        .retryWatch(WatchOptions.NONE.withResourceVersion(version)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("list first");
    }

    @Test
    void eachConnectionBeginsWhereTheLastEnded() {
        // RW-1: also at the version of a bookmark, which itself is not told.
        FakeTransport transport = FakeTransport.answering(
                events(event("ADDED", "a", "6"), event("BOOKMARK", "", "8")),
                answer(200, "application/json", Bodies.breaking(event("MODIFIED", "a", "9"), new IOException("reset"))),
                events(event("DELETED", "a", "10"), event("ADDED", "b", "11")));
        try (RetryWatcher<Pod> watcher = watcher(transport)) {
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                WatchEvent<Pod> event = watcher.next().orElseThrow();
                seen.add(event.getClass().getSimpleName() + event.version());
            }
            assertThat(seen).containsExactly("Added6", "Modified9", "Deleted10", "Added11");
        }
        assertThat(transport.requests())
                .extracting(request -> request.target())
                .containsExactly(
                        "/api/v1/pods?watch=true&resourceVersion=5&allowWatchBookmarks=true",
                        "/api/v1/pods?watch=true&resourceVersion=8&allowWatchBookmarks=true",
                        "/api/v1/pods?watch=true&resourceVersion=9&allowWatchBookmarks=true");
        assertThat(transport.open()).isZero();
    }

    @Test
    void connectionsBeginASecondApartAndLaterIfTheServerAsks() {
        // RW-1, RW-2; in virtual time, so that the wait is exact and takes none.
        List<Long> starts = new ArrayList<>();
        VirtualPlatform.simulate(1, platform -> {
            List<HttpResponse> answers = new ArrayList<>(List.of(
                    events(),
                    answer(503, "application/json", failure(503, "ServiceUnavailable", "x"), "Retry-After", "7"),
                    events(event("ADDED", "a", "6"))));
            FakeTransport transport = new FakeTransport(request -> {
                starts.add(platform.clock().nanoTime() / 1_000_000);
                return answers.removeFirst();
            });
            try (RetryWatcher<Pod> watcher = ClientSet.of(
                            RestClient.on(transport, platform).withRetries(RetryPolicy.NONE))
                    .pods()
                    .retryWatch(WatchOptions.from(ResourceVersion.of("5")))) {
                assertThat(watcher.next()).isPresent();
            }
        });
        assertThat(starts).containsExactly(0L, 1000L, 8000L);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 504})
    void whatStandsBeforeTheServerMayHaveItsTroublesToo(int code) {
        VirtualPlatform.simulate(1, platform -> {
            FakeTransport transport = FakeTransport.answering(
                    answer(code, "text/html", "<html>not now</html>"), events(event("ADDED", "a", "6")));
            try (RetryWatcher<Pod> watcher =
                    ClientSet.on(transport, platform).pods().retryWatch(WatchOptions.from(ResourceVersion.of("5")))) {
                assertThat(watcher.next()).isPresent();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 401, 403, 404})
    void aPageForPeopleIsTheEnd(int code) {
        RetryWatcher<Pod> watcher =
                watcher(FakeTransport.answering(answer(code, "text/html", "<html>please log in</html>")));
        assertThatThrownBy(watcher::next).isInstanceOf(ApiException.NotKubernetes.class);
        assertThat(watcher.next()).isEmpty();
    }

    @Test
    void theEndOfTheTransportIsTheEnd() {
        AtomicInteger attempts = new AtomicInteger();
        RetryWatcher<Pod> watcher = watcher(new FakeTransport(request -> {
            if (attempts.incrementAndGet() > 1) {
                throw new AssertionError("asked again");
            }
            throw FakeTransport.closed();
        }));
        assertThatThrownBy(watcher::next)
                .isInstanceOf(ApiException.Unreachable.class)
                .hasCauseInstanceOf(TransportException.Closed.class);
        assertThat(watcher.next()).isEmpty();
        assertThat(attempts).hasValue(1);
    }

    @Test
    void aForgottenVersionIsTheEnd() {
        // RW-2, and where the version is found to be forgotten on opening, deliberately so as well.
        for (HttpResponse gone : List.of(
                events("{\"type\":\"ERROR\",\"object\":" + failure(410, "Expired", "too old") + "}"),
                json(410, failure(410, "Gone", "too old")))) {
            FakeTransport transport = FakeTransport.answering(gone);
            RetryWatcher<Pod> watcher = watcher(transport);
            assertThatThrownBy(watcher::next).isInstanceOf(ApiException.Gone.class);
            assertThat(watcher.next()).isEmpty();
            assertThat(transport.open()).isZero();
        }
    }

    @Test
    void whatIsNotAllowedIsTheEnd() {
        // RW-2
        assertThatThrownBy(() -> watcher(FakeTransport.answering(json(403, failure(403, "Forbidden", "no"))))
                        .next())
                .isInstanceOf(ApiException.Forbidden.class);
    }

    @Test
    void anEventWithoutAVersionIsTheEnd() {
        // RW-1
        assertThatThrownBy(() -> watcher(FakeTransport.answering(
                                events("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"}}}")))
                        .next())
                .isInstanceOf(ApiException.Undecodable.class)
                .hasMessageContaining("without a resource version");
    }

    @Test
    void closingReleasesAReaderThatWaitsForAnAnswer() throws Exception {
        FakeTransport transport = FakeTransport.hangingAfter();
        RetryWatcher<Pod> watcher = watcher(transport);
        List<Optional<WatchEvent<Pod>>> seen = new ArrayList<>();
        Task reader = Platform.real().start("reader", () -> seen.add(watcher.next()));
        Bounded.until(() -> !transport.requests().isEmpty(), "asked");
        watcher.close();
        assertThat(reader.join(Duration.ofSeconds(30))).isTrue();
        assertThat(seen).containsExactly(Optional.empty());
        assertThat(transport.open()).isZero();
    }

    @Test
    void anInterruptReleasesAReaderThatWaitsForAnAnswer() throws Exception {
        FakeTransport transport = FakeTransport.hangingAfter();
        RetryWatcher<Pod> watcher = watcher(transport);
        List<Throwable> thrown = new ArrayList<>();
        Task reader = Platform.real().start("reader", () -> {
            try {
                watcher.next();
            } catch (CancelledException e) {
                thrown.add(e);
            }
        });
        Bounded.until(() -> !transport.requests().isEmpty(), "asked");
        reader.interrupt();
        assertThat(reader.join(Duration.ofSeconds(30))).isTrue();
        assertThat(thrown).singleElement().isInstanceOf(CancelledException.class);
        watcher.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aWatchThatOpensJustAsItsReaderIsInterruptedIsClosed(long seed) {
        VirtualPlatform.simulate(seed, platform -> {
            FakeTransport transport = new FakeTransport(request -> {
                try {
                    platform.sleep(Duration.ofSeconds(1));
                } catch (InterruptedException e) {
                    throw new FakeTransport.Interrupted();
                }
                return events();
            });
            RetryWatcher<Pod> watcher =
                    ClientSet.on(transport, platform).pods().retryWatch(WatchOptions.from(ResourceVersion.of("5")));
            Task reader = platform.start("reader", () -> {
                try {
                    watcher.next();
                } catch (CancelledException expected) {
                    return;
                }
            });
            platform.sleep(Duration.ofSeconds(1));
            reader.close();
            watcher.close();
            platform.awaitQuiet();
            assertThat(transport.open()).isZero();
        });
    }

    @Test
    void closingReleasesAReaderThatWaitsForAnEventOrForItsTurn() throws Exception {
        Bodies.Fed quiet = new Bodies.Fed();
        FakeTransport transport = new FakeTransport(request -> answer(200, "application/json", quiet));
        RetryWatcher<Pod> watcher = watcher(transport);
        List<Optional<WatchEvent<Pod>>> seen = new ArrayList<>();
        Task reader = Platform.real().start("reader", () -> seen.add(watcher.next()));
        quiet.feed(" ");
        watcher.close();
        assertThat(reader.join(Duration.ofSeconds(30))).isTrue();
        assertThat(seen).containsExactly(Optional.empty());
        assertThat(watcher.next()).isEmpty();
    }
}
