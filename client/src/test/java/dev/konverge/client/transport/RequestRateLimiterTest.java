package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestRateLimiterTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aBurstPassesAtOnceAndTheRestWaitsInOrder() {
        TokenBucket bucket = new TokenBucket(5, 10, 0);
        for (int i = 0; i < 10; i++) {
            assertThat(bucket.take(0)).isZero();
        }
        assertThat(bucket.take(0)).isEqualTo(Duration.ofMillis(200));
        assertThat(bucket.take(0)).isEqualTo(Duration.ofMillis(400));
        assertThat(bucket.take(SECOND))
                .as("five have flowed in, two were owed, three are left")
                .isZero();
    }

    @Test
    void theBucketHoldsNoMoreThanTheBurst() {
        TokenBucket bucket = new TokenBucket(5, 2, 0);
        assertThat(bucket.take(100 * SECOND)).isZero();
        assertThat(bucket.take(100 * SECOND)).isZero();
        assertThat(bucket.take(100 * SECOND)).isPositive();
    }

    @Test
    void whatIsGivenBackCanBeTaken() {
        TokenBucket bucket = new TokenBucket(1, 1, 0);
        assertThat(bucket.tryTake(0)).isTrue();
        assertThat(bucket.tryTake(0)).isFalse();
        bucket.giveBack(0);
        assertThat(bucket.tryTake(0)).isTrue();
    }

    @Test
    void anInterruptedWaiterUsesNoToken() {
        RequestRateLimiter limiter = new RequestRateLimiter(Platform.real(), 0.001, 1);
        assertThat(limiter.tryAcquire()).isTrue();
        Thread.currentThread().interrupt();
        assertThatThrownBy(limiter::acquire).isInstanceOf(InterruptedException.class);
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test
    void whatLetsNothingThroughIsRefused() {
        assertThatThrownBy(() -> new RequestRateLimiter(Platform.real(), 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RequestRateLimiter(Platform.real(), 5, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
