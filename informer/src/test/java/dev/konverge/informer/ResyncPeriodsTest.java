package dev.konverge.informer;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who gets resyncs how often. */
class ResyncPeriodsTest {
    @Test // RS-1
    void withoutAPeriodOfItsOwnAnInformerNeverResyncs() {
        ResyncPeriods periods = new ResyncPeriods(ZERO);
        assertThat(periods.effective(periods.admit(ofSeconds(5)))).isEqualTo(ZERO);
        assertThat(periods.check()).isEqualTo(ZERO);
    }

    @Test // RS-2
    void aHandlerThatDoesNotSayGetsTheStandardAndNoneIsServedMoreThanOnceASecond() {
        ResyncPeriods periods = new ResyncPeriods(ofSeconds(30));
        assertThat(periods.admit(null)).isEqualTo(ofSeconds(30));
        assertThat(periods.admit(ofMillis(1))).isEqualTo(ofSeconds(1));
        assertThat(periods.admit(ZERO)).isEqualTo(ZERO);
    }

    @Test // RS-3, TestResyncCheckPeriod
    void theShortestPeriodBeforeTheStartSetsThePace() {
        ResyncPeriods periods = new ResyncPeriods(ofSeconds(30));
        periods.admit(ofSeconds(60));
        assertThat(periods.check()).isEqualTo(ofSeconds(30));
        periods.admit(ofSeconds(5));
        assertThat(periods.check()).isEqualTo(ofSeconds(5));
        periods.admit(ZERO);
        assertThat(periods.check()).isEqualTo(ofSeconds(5));
        periods.fix();
        assertThat(periods.admit(ofSeconds(2))).as("too late").isEqualTo(ofSeconds(5));
        assertThat(periods.check()).isEqualTo(ofSeconds(5));
    }

    @Test // RS-4
    void nobodyIsServedMoreOftenThanTheInformerLooks() {
        ResyncPeriods periods = new ResyncPeriods(ofSeconds(30));
        assertThat(periods.effective(ZERO)).isEqualTo(ZERO);
        assertThat(periods.effective(ofSeconds(10))).isEqualTo(ofSeconds(30));
        assertThat(periods.effective(ofSeconds(45))).isEqualTo(ofSeconds(45));
    }

    @Test // RS-5
    void aHandlersTurnComesWhenItsPeriodHasPassed() {
        ResyncPeriods periods = new ResyncPeriods(ofSeconds(2));
        Listener.Resyncs resyncs = new Listener.Resyncs();
        resyncs.begin(periods.effective(periods.admit(ofSeconds(3))), 0);
        assertThat(resyncs.isDue()).as("before the first question (DI-4)").isTrue();
        assertThat(resyncs.check(ofSeconds(2).toNanos())).isFalse();
        assertThat(resyncs.isDue()).isFalse();
        assertThat(resyncs.check(ofSeconds(4).toNanos())).isTrue();
        assertThat(resyncs.check(ofSeconds(6).toNanos())).isFalse();
        assertThat(resyncs.check(ofSeconds(7).toNanos())).isTrue();
    }

    @ParameterizedTest
    @MethodSource("ages")
    void aHandlerMayWantAResyncOnceInAnAge(Duration age) {
        ResyncPeriods periods = new ResyncPeriods(ofSeconds(2));
        Listener.Resyncs resyncs = new Listener.Resyncs();
        resyncs.begin(periods.effective(periods.admit(age)), 1);
        assertThat(resyncs.check(ofSeconds(2).toNanos())).isFalse();
    }

    static List<Duration> ages() {
        return List.of(Duration.ofNanos(Long.MAX_VALUE), Duration.ofSeconds(Long.MAX_VALUE));
    }

    @Test
    void aNegativePeriodIsRefused() {
        Duration negative = ofSeconds(-1);
        var factory = FactoryOptions.STANDARD;
        assertRefused(() -> HandlerOptions.NONE.withResyncPeriod(negative));
        assertRefused(() -> factory.withResync(negative));
        assertRefused(() -> factory.withResync(new GroupVersionResource("", "v1", "pods"), negative));
        try (VirtualPlatform platform = new VirtualPlatform(1)) {
            FakeServer server = new FakeServer(platform);
            var sink = new RealFifo<>(platform, RealFifo.Config.of(KeyFunction.<ConfigMap>ofMetadata()));
            assertRefused(() -> SharedInformer.builder(platform, server).resyncPeriod(negative));
            assertRefused(() -> Reflector.builder(platform, server, sink).resync(negative, () -> true));
        }
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("PT-1S");
    }
}
