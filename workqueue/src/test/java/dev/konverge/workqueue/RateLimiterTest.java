package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static List<Long> delaysInMillis(RateLimiter<String> limiter, String key, int calls) {
        return IntStream.range(0, calls)
                .mapToObj(i -> limiter.when(key).toMillis())
                .toList();
    }

    @Test
    void theExponentialOneDoublesByKeyAndForgets() { // 12.10 TestItemExponentialFailureRateLimiter
        var limiter = new ItemExponentialFailureRateLimiter<String>(ms(1), Duration.ofSeconds(1));

        assertThat(delaysInMillis(limiter, "one", 5)).containsExactly(1L, 2L, 4L, 8L, 16L);
        assertThat(limiter.numRequeues("one")).isEqualTo(5);
        assertThat(delaysInMillis(limiter, "two", 2)).containsExactly(1L, 2L);
        limiter.forget("one");
        assertThat(limiter.numRequeues("one")).isZero();
        assertThat(limiter.numRequeues("two")).isEqualTo(2);
        assertThat(limiter.when("one")).isEqualTo(ms(1));
    }

    @Test
    void theExponentialOneStopsAtItsMaximumHoweverOftenItIsAsked() { // 12.10
        // TestItemExponentialFailureRateLimiterOverFlow
        var limiter = new ItemExponentialFailureRateLimiter<String>(ms(1), Duration.ofSeconds(1000));
        var wide = new ItemExponentialFailureRateLimiter<String>(ms(1), Duration.ofNanos(Long.MAX_VALUE));
        for (int i = 0; i < 2000; i++) {
            limiter.when("key");
            wide.when("key");
        }
        assertThat(limiter.when("key")).isEqualTo(Duration.ofSeconds(1000));
        assertThat(wide.when("key")).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void forEverIsADelayLikeOthers() throws Exception { // 6.3, 12.10 TestItemExponentialFailureRateLimiterOverFlow
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        Duration longest = Duration.ofNanos(Long.MAX_VALUE);
        assertThat(new ItemExponentialFailureRateLimiter<String>(forever, forever).when("key"))
                .isEqualTo(longest);
        try (var platform = new VirtualPlatform(1)) {
            var slow = new ItemFastSlowRateLimiter<String>(forever, forever, 1);
            var queue = WorkQueue.<String>builder(platform)
                    .rateLimiter(new WithJitterRateLimiter<>(slow, 0.5, platform.random()))
                    .build();
            queue.addRateLimited("key");
            queue.addAfter("key", ms(1));
            platform.advance(ms(1));
            assertThat(queue.len()).isEqualTo(1);
        }
    }

    @Test
    void fiveMillisecondsReachAThousandSecondsAtTheNineteenthCall() {
        var limiter = RateLimiters.<String>itemExponential();
        for (int i = 0; i < 18; i++) {
            assertThat(limiter.when("key")).isLessThan(Duration.ofSeconds(1000));
        }
        assertThat(limiter.when("key")).isEqualTo(Duration.ofSeconds(1000));
    }

    @Test
    void theFastSlowOneIsFastSoOftenAndThenSlow() { // 12.10 TestItemFastSlowRateLimiter
        var limiter = new ItemFastSlowRateLimiter<String>(ms(5), Duration.ofSeconds(10), 3);

        assertThat(delaysInMillis(limiter, "one", 5)).containsExactly(5L, 5L, 5L, 10_000L, 10_000L);
        assertThat(limiter.numRequeues("one")).isEqualTo(5);
        assertThat(delaysInMillis(limiter, "two", 1)).containsExactly(5L);
        limiter.forget("one");
        assertThat(limiter.numRequeues("one")).isZero();
        assertThat(delaysInMillis(limiter, "one", 1)).containsExactly(5L);
    }

    @Test
    void theLongestOfSeveralCountsAndEachIsAsked() { // 12.10 TestMaxOfRateLimiter
        var limiter = new MaxOfRateLimiter<String>(List.of(
                new ItemFastSlowRateLimiter<>(ms(5), Duration.ofSeconds(3), 3),
                new ItemExponentialFailureRateLimiter<>(ms(1), Duration.ofSeconds(1))));

        assertThat(delaysInMillis(limiter, "one", 5)).containsExactly(5L, 5L, 5L, 3000L, 3000L);
        assertThat(limiter.numRequeues("one")).isEqualTo(5);
        limiter.forget("one");
        assertThat(limiter.numRequeues("one")).isZero();
        assertThat(limiter.when("one")).isEqualTo(ms(5));
        assertThatThrownBy(() -> new MaxOfRateLimiter<String>(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCapClipsWhatIsAboveIt() { // 12.10 TestWithMaxWaitRateLimiter
        var limiter = new WithMaxWaitRateLimiter<String>(
                new ItemExponentialFailureRateLimiter<>(ms(1), Duration.ofSeconds(1)), ms(5));

        assertThat(delaysInMillis(limiter, "one", 5)).containsExactly(1L, 2L, 4L, 5L, 5L);
        assertThat(limiter.numRequeues("one")).isEqualTo(5);
        limiter.forget("one");
        assertThat(limiter.when("one")).isEqualTo(ms(1));
    }

    @Test
    void jitterAddsUpToItsShareAndNeverTakesAway() {
        try (var platform = new VirtualPlatform(5)) {
            var limiter = new WithJitterRateLimiter<String>(
                    new ItemFastSlowRateLimiter<>(ms(1000), ms(1000), 1), 0.5, platform.random());
            List<Long> delays = delaysInMillis(limiter, "key", 1000);

            assertThat(delays).allMatch(delay -> delay >= 1000 && delay < 1500);
            assertThat(delays.stream().distinct().count()).isGreaterThan(200);
            assertThat(limiter.numRequeues("key")).isEqualTo(1000);
            limiter.forget("key");
            assertThat(limiter.numRequeues("key")).isZero();
        }
    }

    @Test
    void theBucketStartsFullLendsAndFillsSteadily() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            var limiter = new BucketRateLimiter<String>(platform.clock(), 10, 3);

            assertThat(delaysInMillis(limiter, "any", 6)).containsExactly(0L, 0L, 0L, 100L, 200L, 300L);
            platform.advance(ms(250));
            assertThat(limiter.when("another"))
                    .as("half a token short of the fourth")
                    .isEqualTo(ms(150));
            platform.advance(Duration.ofDays(100));
            assertThat(delaysInMillis(limiter, "any", 4))
                    .as("never more than full")
                    .containsExactly(0L, 0L, 0L, 100L);
            assertThat(limiter.numRequeues("any")).isZero();
            limiter.forget("any");
        }
    }

    @Test
    void theBucketOfAnOddRateDoesNotDrift() {
        var bucket = new TokenBucket(3, 1);
        long wait = 0;
        for (int i = 0; i <= 3_000_000; i++) {
            wait = bucket.reserve(0);
        }
        assertThat(wait)
                .as("a million seconds, to a millisecond")
                .isBetween(999_999_999_000_000L, 1_000_000_001_000_000L);
    }

    @Test
    void theDefaultsAreThoseOfTheirModels() { // 6.3
        try (var platform = new VirtualPlatform(1)) {
            expectBucket(RateLimiters.defaultController(platform.clock()), 100, 100);
            expectBucket(RateLimiters.sampleController(platform.clock()), 300, 20);
            expectItems(RateLimiters.defaultController(platform.clock()), 5);
            expectItems(RateLimiters.sampleController(platform.clock()), 5);
            expectItems(RateLimiters.defaultItemBased(), 1);
            expectItems(RateLimiters.itemExponential(), 5);
        }
    }

    /** Different keys: so many wait no longer than the first failure of each of them takes, then each waits for a token more. */
    private static void expectBucket(RateLimiter<Object> limiter, int burst, long millisAToken) {
        for (int key = 0; key < burst; key++) {
            assertThat(limiter.when(key)).as("%s of %s", key, burst).isEqualTo(ms(5));
        }
        assertThat(limiter.when("one too many")).isEqualTo(ms(millisAToken));
        assertThat(limiter.when("two too many")).isEqualTo(ms(2 * millisAToken));
    }

    /** One key: its delay doubles from the first one up to a thousand seconds. */
    private static void expectItems(RateLimiter<Object> limiter, long firstMillis) {
        for (long millis = firstMillis; millis < 1_000_000; millis *= 2) {
            assertThat(limiter.when("key")).isEqualTo(ms(millis));
        }
        assertThat(limiter.when("key")).isEqualTo(Duration.ofSeconds(1000));
        assertThat(limiter.when("key")).isEqualTo(Duration.ofSeconds(1000));
    }

    @Test
    void wrongNumbersAreRefused() {
        var inner = RateLimiters.<String>defaultItemBased();
        try (var platform = new VirtualPlatform(1)) {
            assertThatThrownBy(() -> new TokenBucket(0, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new TokenBucket(Double.NaN, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new TokenBucket(1, 0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new WithJitterRateLimiter<>(inner, -1, platform.random()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new ItemExponentialFailureRateLimiter<String>(ms(-1), ms(1)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
