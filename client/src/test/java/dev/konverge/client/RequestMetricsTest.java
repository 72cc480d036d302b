package dev.konverge.client;

import static dev.konverge.client.FakeTransport.answer;
import static dev.konverge.client.FakeTransport.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.config.BackoffBounds;
import dev.konverge.client.config.RequestMetrics;
import dev.konverge.client.transport.HostBackoff;
import dev.konverge.client.transport.RequestRateLimiter;
import dev.konverge.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 9.10: what is told of requests. */
class RequestMetricsTest {
    private static final String WEB = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\"}}";

    private final List<String> told = new ArrayList<>();
    private final RequestMetrics metrics = new RequestMetrics() {
        @Override
        public void sent(String verb, String host, String code) {
            told.add("sent " + verb + ' ' + host + ' ' + code);
        }

        @Override
        public void sentAgain(String verb, String host, String code) {
            told.add("again " + code);
        }

        @Override
        public void took(String verb, String host, Duration duration) {
            assertThat(duration.isNegative()).isFalse();
            told.add("took");
        }

        @Override
        public void heldBack(String verb, String host, Duration duration) {
            told.add("held back");
        }

        @Override
        public void requestSize(String verb, String host, long bytes) {
            told.add("request " + bytes);
        }

        @Override
        public void responseSize(String verb, String host, long bytes) {
            told.add("response " + bytes);
        }
    };

    private RestClient client(FakeTransport transport) {
        return RestClient.on(transport, Platform.real()).withMetrics(metrics, "k8s.test:6443");
    }

    @Test
    void aRequestIsCountedTimedAndMeasured() {
        client(FakeTransport.answering(json(WEB)))
                .withLimiter(new RequestRateLimiter(Platform.real(), 5, 10))
                .put()
                .resource("pods")
                .namespace("default")
                .name("web")
                .body("application/json", new byte[3])
                .call();
        assertThat(told)
                .containsExactly(
                        "held back", "sent PUT k8s.test:6443 200", "request 3", "took", "response " + WEB.length());
    }

    @Test
    void everyAttemptCountsAndThoseAfterTheFirstAreRetries() {
        client(FakeTransport.answering(answer(429, "text/plain", "", "Retry-After", "0"), json(WEB)))
                .get()
                .resource("pods")
                .call();
        assertThat(told)
                .containsSubsequence(
                        "sent GET k8s.test:6443 429", "response 0", "sent GET k8s.test:6443 200", "again 200", "took");
    }

    @Test
    void noAnswerIsAnError() {
        FakeTransport refusing = new FakeTransport(request -> {
            throw FakeTransport.refused();
        });
        assertThatThrownBy(() -> client(refusing).get().resource("pods").call())
                .isInstanceOf(ApiException.Unreachable.class);
        assertThat(told).containsExactly("sent GET k8s.test:6443 <error>", "took");
    }

    @Test
    void aWatchIsCountedButHasNeitherDurationNorSize() {
        RestClient client = client(FakeTransport.answering(json("")));
        ClientSet.of(client).resource(Pod.TYPE).watch(WatchOptions.NONE).close();
        assertThat(told).containsExactly("sent GET k8s.test:6443 200");
    }

    @Test
    void answersThatAskForItMakeLaterRequestsWait() {
        // RC-15
        var backoff = new HostBackoff(
                Platform.real().clock(), new BackoffBounds(Duration.ofMillis(1), Duration.ofMinutes(1)));
        RestClient client = client(FakeTransport.answering(answer(503, "text/plain", ""), json(WEB)))
                .withBackoff(backoff);
        assertThatThrownBy(() -> client.get().resource("pods").call()).isInstanceOf(ApiException.ServerError.class);
        assertThat(backoff.delay()).isEqualTo(Duration.ofMillis(1));
        client.get().resource("pods").call();
        assertThat(backoff.delay()).isZero();
    }
}
