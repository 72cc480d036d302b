package dev.konverge.client;

import static dev.konverge.client.FakeTransport.answer;
import static dev.konverge.client.FakeTransport.failure;
import static dev.konverge.client.FakeTransport.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.base.Platform;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.RetryPolicy;
import dev.konverge.model.core.v1.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiExceptionTest {
    private static ApiException get(HttpResponse answer) {
        FakeTransport transport = FakeTransport.answering(answer);
        RestClient rest = RestClient.on(transport, Platform.real()).withRetries(RetryPolicy.NONE);
        ApiException thrown = catchThrowableOfType(
                ApiException.class,
                () -> ClientSet.of(rest).coreV1().pods("default").get("web"));
        assertThat(thrown).isNotNull();
        assertThat(transport.open()).as("answers left open").isZero();
        return thrown;
    }

    // RC-20: the reason decides.
    @ParameterizedTest
    @CsvSource({
        "404, NotFound, NotFound",
        "409, AlreadyExists, AlreadyExists",
        "409, Conflict, Conflict",
        "422, Invalid, Invalid",
        "400, BadRequest, BadRequest",
        "410, Gone, Gone",
        "410, Expired, Gone",
        "429, TooManyRequests, Throttled",
        "403, Forbidden, Forbidden",
        "401, Unauthorized, Unauthorized",
        "405, MethodNotAllowed, MethodNotAllowed",
        "406, NotAcceptable, Unsupported",
        "415, UnsupportedMediaType, Unsupported",
        "413, RequestEntityTooLarge, TooLarge",
        "500, InternalError, ServerError",
        "503, ServiceUnavailable, ServerError",
        "500, ServerTimeout, Timeout",
        "504, Timeout, Timeout",
        // A reason that nobody here knows leaves the code to decide.
        "409, SomethingNew, Conflict",
        "418, '', Other",
    })
    void aStatusBecomesTheCaseOfItsReason(int code, String reason, String expected) {
        ApiException thrown = get(json(code, failure(code, reason, "because")));
        assertThat(thrown.getClass().getSimpleName()).isEqualTo(expected);
        assertThat(thrown.code()).isEqualTo(code);
        assertThat(thrown).hasMessageContaining("get pods \"default/web\"").hasMessageContaining("because");
    }

    // RC-19: without a status in the body, the code decides, and the body is kept as a cause.
    @ParameterizedTest
    @CsvSource({
        "400, BadRequest",
        "401, Unauthorized",
        "403, Forbidden",
        "404, NotFound",
        "405, MethodNotAllowed",
        "406, Unsupported",
        "409, Conflict",
        "410, Gone",
        "413, TooLarge",
        "415, Unsupported",
        "422, Invalid",
        "429, Throttled",
        "500, ServerError",
        "502, ServerError",
        "503, ServerError",
        "504, Timeout",
        "302, Other",
    })
    void aCodeWithoutAStatusBecomesItsCase(int code, String expected) {
        ApiException thrown = get(answer(code, "text/plain", "upstream says no"));
        assertThat(thrown.getClass().getSimpleName()).isEqualTo(expected);
        assertThat(thrown.code()).isEqualTo(code);
        assertThat(thrown.status()
                        .findCause("UnexpectedServerResponse")
                        .orElseThrow()
                        .message())
                .isEqualTo("upstream says no");
    }

    @Test
    void aKindThatIsNotServedIsToldAsSuch() {
        assertThat(get(answer(404, "text/plain", "404 page not found\n")))
                .isInstanceOf(ApiException.NotFound.class)
                .hasMessageContaining("404 page not found; it serves no such group, version or kind");
        assertThat(get(answer(404, "text/plain", "upstream says no"))).hasMessageContaining("404: upstream says no (");
    }

    @Test
    void aConflictOnCreationWithoutAStatusMeansThatTheObjectExists() {
        // RC-19: 409 is AlreadyExists for POST.
        FakeTransport transport = FakeTransport.answering(answer(409, "text/plain", ""));
        Pod pod = Pod.builder().metadata(m -> m.name("web")).build();
        assertThatThrownBy(() -> ClientSet.on(transport, Platform.real())
                        .pods()
                        .in("default")
                        .create(pod))
                .isInstanceOf(ApiException.AlreadyExists.class);
    }

    @Test
    void theServersRequestToWaitIsPartOfTheFailure() {
        ApiException thrown = get(answer(429, "text/plain", "slow down", "Retry-After", "7"));
        assertThat(thrown).isInstanceOf(ApiException.Throttled.class);
        assertThat(thrown.findRetryAfter()).contains(Duration.ofSeconds(7));
    }

    @Test
    void aLoginPageIsNotKubernetesWhateverItsCode() {
        String page = "<!DOCTYPE html><html><head><style>body{}</style><title>Sign in</title></head>"
                + "<body><script>steal()</script>Please   sign in to the proxy</body></html>";
        for (int code : new int[] {200, 302, 502}) {
            ApiException thrown = get(answer(code, "text/html; charset=utf-8", page));
            assertThat(thrown).isInstanceOf(ApiException.NotKubernetes.class);
            assertThat(thrown)
                    .hasMessageContaining("text/html")
                    .hasMessageContaining("Sign in Please sign in to the proxy")
                    .hasMessageNotContaining("steal")
                    .hasMessageNotContaining("<");
        }
    }

    @Test
    void htmlThatClaimsToBeJsonIsNotKubernetesEither() {
        assertThat(get(json("<html>Welcome</html>"))).isInstanceOf(ApiException.NotKubernetes.class);
    }

    @Test
    void brokenJsonIsUndecodableAndSaysWhere() {
        ApiException thrown = get(json("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"spec\":17}"));
        assertThat(thrown).isInstanceOf(ApiException.Undecodable.class);
        assertThat(thrown).hasMessageContaining("$.spec").hasMessageContaining("application/json");
    }

    @Test
    void anObjectOfAnotherKindIsUndecodable() {
        assertThat(get(json("{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"n\"}}")))
                .isInstanceOf(ApiException.Undecodable.class);
    }

    @Test
    void anEmptyAnswerIsUndecodable() {
        // RC-21
        assertThat(get(json(""))).hasMessageContaining("0-length response with status code: 200");
    }

    @Test
    void aFailureWithCode200IsAFailure() {
        // RC-21
        assertThat(get(json(200, failure(404, "NotFound", "gone fishing")))).isInstanceOf(ApiException.NotFound.class);
    }

    @Test
    void aConnectionThatBreaksInTheBodyIsLostAndSaysHowFarItCame() {
        ApiException thrown = get(answer(
                200, "application/json", Bodies.breaking("{\"kind\":\"Pod\"", new IOException("connection reset"))));
        assertThat(thrown).isInstanceOf(ApiException.ConnectionLost.class);
        assertThat(thrown).hasMessageContaining("13 bytes").hasMessageContaining("connection reset");
    }

    @Test
    void aBodyThatStopsIsATimeout() {
        assertThat(get(answer(
                        200,
                        "application/json",
                        Bodies.breaking("{", new java.net.SocketTimeoutException("nothing for 5 s")))))
                .isInstanceOf(ApiException.Timeout.class);
    }

    @Test
    void noAnswerIsUnreachableOrATimeout() {
        for (var cause : Map.of(
                        FakeTransport.refused(), ApiException.Unreachable.class,
                        FakeTransport.timedOut(), ApiException.Timeout.class)
                .entrySet()) {
            FakeTransport transport = new FakeTransport(request -> {
                throw cause.getKey();
            });
            assertThatThrownBy(() -> ClientSet.on(transport, Platform.real())
                            .coreV1()
                            .nodes()
                            .get("n1"))
                    .isInstanceOf(cause.getValue())
                    .hasMessageContaining("get nodes \"n1\"")
                    .hasMessageContaining("https://k8s.test")
                    .hasCause(cause.getKey());
        }
    }

    @Test
    void nothingSecretIsInMessagesOrTexts() {
        FakeTransport transport = FakeTransport.answering(json(500, failure(500, "InternalError", "oops")));
        Request request = RestClient.on(transport, Platform.real())
                .get()
                .resource("secrets")
                .namespace("default")
                .name("db")
                .param("token", "s3cr3t")
                .header("Authorization", "Bearer s3cr3t")
                .body(
                        "application/json",
                        "{\"password\":\"s3cr3t\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(request.toString()).doesNotContain("s3cr3t");
        ApiException thrown = catchThrowableOfType(ApiException.class, request::call);
        assertThat(thrown.toString() + thrown.operation() + thrown.status()).doesNotContain("s3cr3t");
    }

    @Test
    void anInterruptIsACancellationAndStaysPending() {
        FakeTransport transport = FakeTransport.answering(json("{}"));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> ClientSet.on(transport, Platform.real())
                            .coreV1()
                            .nodes()
                            .get("n1"))
                    .isInstanceOf(CancelledException.class)
                    .hasMessageContaining("get nodes");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
