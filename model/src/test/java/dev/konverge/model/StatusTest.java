package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusTest {
    private static final StatusCause CAUSE = StatusCause.builder()
            .reason("FieldValueInvalid")
            .message("must be positive")
            .field("spec.replicas")
            .build();

    private static Status failure(String reason, @Nullable Integer retryAfterSeconds) {
        return Status.builder()
                .status("Failure")
                .reason(reason)
                .details(StatusDetails.builder()
                        .causes(List.of(CAUSE))
                        .retryAfterSeconds(retryAfterSeconds)
                        .build())
                .build();
    }

    @Test
    void aStatusTellsSuccessFromFailure() {
        assertThat(Status.builder().status("Success").build().isSuccess()).isTrue();
        assertThat(failure("NotFound", null).isSuccess()).isFalse();
        assertThat(Status.builder().build().isSuccess()).isFalse();
    }

    @Test
    void aReasonIsComparedAsAWhole() {
        assertThat(failure("NotFound", null).isReason("NotFound")).isTrue();
        assertThat(failure("NotFound", null).isReason("Not")).isFalse();
        assertThat(Status.builder().build().isReason("")).isFalse();
    }

    @Test
    void causesAreListedAndFoundByReason() {
        assertThat(failure("Invalid", null).causes()).containsExactly(CAUSE);
        assertThat(failure("Invalid", null).findCause("FieldValueInvalid")).contains(CAUSE);
        assertThat(failure("Invalid", null).findCause("FieldValueRequired")).isEmpty();
        assertThat(Status.builder().build().causes()).isEmpty();
    }

    @Test
    void aRetryIsSuggestedWithADelayOrByAServerThatRanOutOfTime() {
        assertThat(failure("TooManyRequests", 7).findRetryAfter()).contains(Duration.ofSeconds(7));
        assertThat(failure("ServerTimeout", 2).findRetryAfter()).contains(Duration.ofSeconds(2));
        assertThat(failure("ServerTimeout", null).findRetryAfter()).contains(Duration.ZERO);
        assertThat(failure("ServerTimeout", 0).findRetryAfter()).contains(Duration.ZERO);
        assertThat(failure("TooManyRequests", 0).findRetryAfter()).isEmpty();
        assertThat(failure("Timeout", null).findRetryAfter()).isEmpty();
        assertThat(failure("TooManyRequests", -1).findRetryAfter()).isEmpty();
        assertThat(Status.builder().reason("ServerTimeout").build().findRetryAfter())
                .isEmpty();
    }
}
