package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Whom an informer tells what, and whose turn it is. */
class ListenersTest {
    private final List<Notification<ConfigMap>> told = new ArrayList<>();

    private static Listeners<ConfigMap> listeners(VirtualPlatform platform) {
        return new Listeners<>(platform.clock(), new ReentrantLock(), ofSeconds(10));
    }

    private Listener<ConfigMap> listener(VirtualPlatform platform) {
        return new Listener<>(platform, "handler", "informer", EventHandler.of(told::add), () -> InformerMetrics.NONE);
    }

    private static StoreView<ConfigMap> nothing(VirtualPlatform platform) {
        return Indexer.of(platform, StoreConfig.ofResources());
    }

    @Test // DI-3, DI-4
    void whoseTurnItIsNotIsToldOfWhatIsNewAndOfNothingElse() {
        VirtualPlatform.simulate(1, platform -> {
            Listeners<ConfigMap> listeners = listeners(platform);
            listeners.add(listener(platform), null, nothing(platform));
            listeners.serve();
            assertThat(listeners.shouldResync()).isFalse();
            listeners.changed(List.of(
                    new Notification.Updated<>(thing("a", "1"), thing("a", "1")),
                    new Notification.Updated<>(thing("b", "1"), thing("b", "2")),
                    new Notification.Added<>(thing("c", "3"), false)));
            platform.awaitQuiet();
            assertThat(told)
                    .containsExactly(
                            new Notification.Updated<>(thing("b", "1"), thing("b", "2")),
                            new Notification.Added<>(thing("c", "3"), false));
            listeners.end().forEach(Task::close);
        });
    }

    @Test // RS-3, RS-5
    void aHandlerThatJoinsBeforeTheStartDoesNotPutOffTheResyncOfAnother() {
        VirtualPlatform.simulate(1, platform -> {
            Listeners<ConfigMap> listeners = listeners(platform);
            Listener<ConfigMap> first = listener(platform);
            Listener<ConfigMap> second = listener(platform);
            listeners.add(first, null, nothing(platform));
            platform.sleep(ofSeconds(6));
            listeners.add(second, ofSeconds(5), nothing(platform));
            assertThat(listeners.checkPeriod()).isEqualTo(ofSeconds(5));
            platform.sleep(ofSeconds(4));
            assertThat(listeners.shouldResync()).isTrue();
            assertThat(first.resyncs.isDue()).isTrue();
            assertThat(second.resyncs.isDue()).isFalse();
        });
    }

    @Test // RS-3
    void aHandlerThatJoinsAfterTheStartDoesNotChangeThePace() {
        VirtualPlatform.simulate(1, platform -> {
            Listeners<ConfigMap> listeners = listeners(platform);
            listeners.serve();
            listeners.add(listener(platform), ofSeconds(2), nothing(platform));
            assertThat(listeners.checkPeriod()).isEqualTo(ofSeconds(10));
            listeners.end().forEach(Task::close);
        });
    }

    @Test
    void aStartThatFailsServesNobody() {
        VirtualPlatform gone = new VirtualPlatform(2);
        gone.close();
        VirtualPlatform.simulate(1, platform -> {
            Listeners<ConfigMap> listeners = listeners(platform);
            listeners.add(listener(platform), null, nothing(platform));
            listeners.add(listener(gone), null, nothing(platform));
            assertThatThrownBy(listeners::serve).isInstanceOf(IllegalStateException.class);
            assertThat(platform.liveTasks()).isEmpty();
        });
    }
}
