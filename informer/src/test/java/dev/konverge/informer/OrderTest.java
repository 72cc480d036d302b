package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.informer.SharedInformerBuilder.Order;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a copy says of its version, by the order in which changes come: what is true, or nothing (ST-9). */
class OrderTest {
    private final VirtualPlatform platform = new VirtualPlatform(11);

    private final class Pipeline {
        final Indexer<ConfigMap> copy;
        final DeltaQueue<ConfigMap> queue;
        private final DeltaApplier<ConfigMap> applier;
        private final Order order;

        Pipeline(Order order) {
            var builder =
                    SharedInformer.builder(platform, new FakeServer(platform)).order(order);
            this.order = order;
            this.copy = builder.indexer();
            this.queue = builder.queue(copy, UnaryOperator.identity());
            this.applier = new DeltaApplier<>(copy, KeyFunction.ofMetadata(), news -> {});
        }

        void pop() throws InterruptedException {
            queue.pop(applier);
        }

        void popAll() throws InterruptedException {
            while (queue.size() > 0) {
                queue.popBatch(applier);
            }
        }

        void assertReached(String reached, String notReached) throws InterruptedException {
            if (order == Order.BY_OBJECT) {
                assertThat(copy.version()).isEqualTo(ResourceVersion.NONE);
                assertThatThrownBy(() -> copy.awaitVersion(version(reached), Duration.ZERO))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(reached);
            } else {
                assertThat(copy.version()).isEqualTo(version(reached));
                assertThat(copy.awaitVersion(version(reached), Duration.ZERO)).isTrue();
                assertThat(copy.awaitVersion(version(notReached), Duration.ZERO))
                        .isFalse();
            }
        }
    }

    @AfterEach
    void nothingIsLeft() {
        platform.close();
    }

    @ParameterizedTest
    @EnumSource
    void aVersionIsNotReachedWhileAnEarlierChangeWaits(Order order) throws InterruptedException {
        Pipeline pipeline = new Pipeline(order);
        pipeline.queue.add(thing("a", "9"));
        pipeline.queue.add(thing("b", "10"));
        pipeline.queue.update(thing("a", "11"));
        pipeline.pop();
        assertThat(pipeline.copy.size()).isEqualTo(1);
        pipeline.assertReached("9", "10");
    }

    @ParameterizedTest
    @EnumSource
    void aListIsReachedWithItsLastObject(Order order) throws InterruptedException {
        Pipeline pipeline = new Pipeline(order);
        pipeline.queue.replace(List.of(thing("a", "90"), thing("b", "5")), version("1000"));
        pipeline.popAll();
        assertThat(pipeline.copy.size()).isEqualTo(2);
        pipeline.assertReached("1000", "1001");
    }

    @ParameterizedTest
    @EnumSource
    void aResyncDoesNotGoBack(Order order) throws InterruptedException {
        Pipeline pipeline = new Pipeline(order);
        pipeline.queue.replace(List.of(thing("a", "90"), thing("b", "5")), version("1000"));
        pipeline.popAll();
        pipeline.queue.resync();
        pipeline.popAll();
        pipeline.assertReached("1000", "1001");
    }
}
