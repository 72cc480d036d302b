package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.transport.RetryPolicy.Decision;
import dev.konverge.client.transport.RetryPolicy.Use;
import dev.konverge.client.transport.TransportException.Problem;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
    private static final Problem PROBLEM = new Problem(URI.create("https://server"), "broken", "", null);
    private final TransportException lost = new TransportException.ConnectionLost(PROBLEM);
    private final TransportException timedOut = new TransportException.TimedOut(PROBLEM);
    private final TransportException refused = new TransportException.Refused(PROBLEM);
    private static final HttpRequest GET = HttpRequest.get("/api");
    private static final HttpRequest POST = Network.post("/api", "{}");
    private static final Decision GIVE_UP = new Decision.GiveUp();

    private static Decision afterSeconds(long seconds) {
        return new Decision.Retry(Duration.ofSeconds(seconds));
    }

    private static Decision answer(int attempt, HttpRequest request, int status, String retryAfter) {
        return RetryPolicy.STANDARD.onAnswer(attempt, request, status, Headers.NONE.with("Retry-After", retryAfter));
    }

    @Test
    void anAnswerThatSaysWhenToComeBackIsTriedAgainThen() {
        // RC-12 (a): 429 and 5xx with Retry-After, for every method.
        assertThat(answer(1, GET, 429, "3")).isEqualTo(afterSeconds(3));
        assertThat(answer(1, POST, 429, "3")).isEqualTo(afterSeconds(3));
        assertThat(answer(1, POST, 500, "0")).isEqualTo(afterSeconds(0));
        assertThat(answer(1, GET, 503, "7")).isEqualTo(afterSeconds(7));
    }

    @Test
    void otherAnswersAreTakenAsTheyAre() {
        assertThat(answer(1, GET, 404, "3")).isEqualTo(GIVE_UP);
        assertThat(answer(1, GET, 200, "3")).isEqualTo(GIVE_UP);
        assertThat(RetryPolicy.STANDARD.onAnswer(1, GET, 503, Headers.NONE))
                .as("RC-14: without Retry-After there is no retry")
                .isEqualTo(GIVE_UP);
        assertThat(answer(1, GET, 503, "Wed, 21 Oct 2026 07:28:00 GMT"))
                .as("RC-14: dates are not understood")
                .isEqualTo(GIVE_UP);
        assertThat(answer(1, GET, 503, "1.5")).isEqualTo(GIVE_UP);
        assertThat(answer(1, GET, 503, "-5")).isEqualTo(afterSeconds(0));
    }

    @Test
    void thereAreElevenAttemptsAtMost() {
        assertThat(answer(10, GET, 429, "1")).isEqualTo(afterSeconds(1));
        assertThat(answer(11, GET, 429, "1")).isEqualTo(GIVE_UP);
        assertThat(RetryPolicy.NONE.onAnswer(1, GET, 429, Headers.NONE.with("Retry-After", "1")))
                .isEqualTo(GIVE_UP);
    }

    @Test
    void aLostConnectionIsTriedAgainOnlyWhereThatDoesNoHarm() {
        // RC-12 (b)
        assertThat(RetryPolicy.STANDARD.onFailure(1, Use.REQUEST, GET, lost)).isEqualTo(afterSeconds(1));
        assertThat(RetryPolicy.STANDARD.onFailure(1, Use.REQUEST, POST, lost)).isEqualTo(GIVE_UP);
        assertThat(RetryPolicy.STANDARD.onFailure(1, Use.REQUEST, GET, timedOut))
                .isEqualTo(GIVE_UP);
        assertThat(RetryPolicy.STANDARD.onFailure(1, Use.WATCH, GET, lost)).isEqualTo(afterSeconds(1));
        assertThat(RetryPolicy.STANDARD.onFailure(1, Use.WATCH, GET, timedOut)).isEqualTo(afterSeconds(1));
        assertThat(RetryPolicy.STANDARD.onFailure(1, Use.STREAM, GET, lost)).isEqualTo(GIVE_UP);
        assertThat(RetryPolicy.STANDARD.onFailure(1, Use.WATCH, GET, refused)).isEqualTo(GIVE_UP);
        assertThat(RetryPolicy.STANDARD.onFailure(11, Use.WATCH, GET, lost)).isEqualTo(GIVE_UP);
    }
}
