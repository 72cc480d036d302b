package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.value;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The low-level loop, put together by hand. */
class ControllerTest {
    private final VirtualPlatform platform = new VirtualPlatform(5);
    private final FakeServer server = new FakeServer(platform);
    private final KeyFunction<ConfigMap> keys = KeyFunction.ofMetadata();
    private final List<Throwable> failures = new ArrayList<>();
    private Controller.Running running = () -> {};

    @AfterEach
    void nothingIsLeft() {
        running.close();
        assertThat(platform.liveTasks()).isEmpty();
        assertThat(server.openWatches()).isZero();
        platform.close();
    }

    private Controller<ConfigMap> start(Controller.Builder<ConfigMap> builder) {
        Controller<ConfigMap> controller = builder.onFailure(failures::add).build();
        running = controller.start();
        platform.awaitQuiet();
        return controller;
    }

    @Test // CT-1, CT-4, Example
    void aSourceAQueueAndAProcessorMakeAController() {
        server.put("a", "1");
        server.put("b", "1");
        Indexer<ConfigMap> store = Indexer.of(platform, StoreConfig.ofResources());
        List<String> deleted = new ArrayList<>();
        var queue = new DeltaFifo<>(platform, DeltaFifo.Config.of(keys).withKnown(store));
        Controller.Builder<ConfigMap> builder = Controller.builder(platform, server, queue, (deltas, initial) -> {
            for (Delta<ConfigMap> delta : deltas) {
                switch (delta) {
                    case Delta.Deleted<ConfigMap>(var gone) -> {
                        store.deleteByKey(gone.key());
                        deleted.add(gone.key().name());
                    }
                    case Delta.Replaced<ConfigMap>(Key key, ConfigMap object) -> {
                        store.update(object);
                        server.delete(key.name());
                    }
                    default -> throw new AssertionError(delta);
                }
            }
        });
        Controller<ConfigMap> controller = builder.build();
        assertThat(controller.hasSynced()).isFalse();
        assertThat(controller.lastSyncResourceVersion()).isEqualTo(ResourceVersion.NONE);
        running = controller.start();
        platform.awaitQuiet();
        assertThat(deleted).containsExactlyInAnyOrder("a", "b");
        assertThat(controller.hasSynced()).isTrue();
        assertThat(controller.synced().isDone()).isTrue();
        assertThat(controller.lastSyncResourceVersion()).isEqualTo(ResourceVersion.of("5"));
        assertThat(store.size()).isZero();
        assertThatThrownBy(controller::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void closingInterruptsAProcessorThatHoldsTheQueue() throws InterruptedException {
        Platform real = Platform.real();
        var source = new FakeServer(real);
        source.put("a", "1");
        var entered = new CountDownLatch(1);
        var queue = new DeltaFifo<>(real, DeltaFifo.Config.of(keys));
        Controller.Running loop = Controller.builder(real, source, queue, (deltas, initial) -> {
                    entered.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException asked) {
                        Thread.currentThread().interrupt();
                    }
                })
                .build()
                .start();
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        assertTimeoutPreemptively(ofSeconds(20), loop::close);
        assertThat(queue.isClosed()).isTrue();
    }

    @Test // ExampleNewInformer, TestTransformingInformer
    void aStoreAndAHandlerOnTheSameThreadMakeASmallInformer() {
        server.put("a", "1");
        UnaryOperator<ConfigMap> loud = object -> thing(
                "ns",
                object.key().name(),
                object.metadata().version().text(),
                value(object).replace("!", "") + "!");
        Indexer<ConfigMap> store =
                Indexer.of(platform, StoreConfig.<ConfigMap>ofResources().withTransform(object -> object));
        List<String> told = new ArrayList<>();
        start(Controller.informer(
                platform,
                server,
                store,
                loud,
                EventHandler.of(notification -> told.add(
                        switch (notification) {
                            case Notification.Added<ConfigMap>(ConfigMap object, boolean initial) ->
                                "add " + value(object);
                            case Notification.Updated<ConfigMap>(ConfigMap before, ConfigMap after) ->
                                "update " + value(before) + ">" + value(after);
                            case Notification.Deleted<ConfigMap>(var gone) ->
                                "delete " + gone.findObject().map(Things::value).orElse("?");
                            case Notification.Synced<ConfigMap> synced -> "synced";
                        }))));
        server.put("a", "2");
        platform.awaitQuiet();
        assertThat(store.list()).extracting(Things::value).containsExactly("2!");
        server.delete("a");
        platform.awaitQuiet();
        assertThat(told).containsExactly("add 1!", "update 1!>2!", "delete 2!");
    }

    // TestPanicPropagated, which says the opposite; CR-1
    @Test // CT-2, CT-5: client-go drops errors in silence and dies of panics
    void whatAProcessorThrowsIsReportedAndTheLoopGoesOn() {
        server.put("a", "1");
        List<String> seen = new ArrayList<>();
        var queue = new RealFifo<>(platform, RealFifo.Config.of(keys));
        start(Controller.builder(platform, server, queue, (deltas, initial) -> {
            seen.add(deltas.getFirst().getClass().getSimpleName());
            switch (seen.size()) {
                case 1 -> throw new IllegalStateException("one");
                case 2 -> {
                    Thread.currentThread().interrupt();
                    throw new StackOverflowError();
                }
                default -> {}
            }
        }));
        server.put("b", "1");
        platform.awaitQuiet();
        server.put("c", "1");
        platform.awaitQuiet();
        assertThat(seen).containsExactly("ReplacedAll", "Added", "Added");
        assertThat(failures).hasSize(2);
    }

    @Test // CT-2, CT-5
    void aFailureHandlerThatThrowsWhatItWasToldEndsNothing() {
        server.put("a", "1");
        List<String> seen = new ArrayList<>();
        var queue = new RealFifo<>(platform, RealFifo.Config.of(keys));
        Controller.Builder<ConfigMap> rethrowing = Controller.builder(platform, server, queue, (deltas, initial) -> {
            seen.add(deltas.getFirst().getClass().getSimpleName());
            throw new IllegalStateException("each time");
        });
        running = rethrowing
                .onFailure(failure -> {
                    throw (RuntimeException) failure;
                })
                .build()
                .start();
        platform.awaitQuiet();
        server.put("b", "1");
        platform.awaitQuiet();
        assertThat(seen).containsExactly("ReplacedAll", "Added");
    }

    private static EventHandler<ConfigMap> named(Consumer<String> handler) {
        return EventHandler.<ConfigMap>functions()
                .onAdd(object -> handler.accept(object.key().name()));
    }

    @Test // CT-5: the first list is one delta
    void aHandlerThatThrowsLosesThatNotificationOnly() {
        server.put("a", "1");
        server.put("b", "1");
        server.put("c", "1");
        Indexer<ConfigMap> store = Indexer.of(platform, StoreConfig.ofResources());
        List<String> told = new ArrayList<>();
        start(Controller.informer(platform, server, store, UnaryOperator.identity(), named(name -> {
            if (name.equals("a")) {
                throw new IllegalStateException("not a");
            }
            told.add(name);
        })));
        assertThat(store.size()).isEqualTo(3);
        assertThat(told).containsExactly("b", "c");
        assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anInterruptThatAHandlerLeavesBehindDoesNotReachTheNextNotification() {
        server.put("a", "1");
        server.put("b", "1");
        Indexer<ConfigMap> store = Indexer.of(platform, StoreConfig.ofResources());
        List<Boolean> interrupted = new ArrayList<>();
        start(Controller.informer(platform, server, store, UnaryOperator.identity(), named(name -> {
            interrupted.add(Thread.interrupted());
            Thread.currentThread().interrupt();
        })));
        assertThat(interrupted).containsExactly(false, false);
    }

    @Test
    void anInterruptThatAProcessorLeavesBehindDoesNotReachTheNextDeltas() {
        server.put("a", "1");
        server.put("b", "1");
        List<Boolean> interrupted = new ArrayList<>();
        var queue = new DeltaFifo<>(platform, DeltaFifo.Config.of(keys));
        start(Controller.builder(platform, server, queue, (deltas, initial) -> {
            interrupted.add(Thread.interrupted());
            Thread.currentThread().interrupt();
        }));
        assertThat(interrupted).containsExactly(false, false);
    }

    @Test // retry on error, as client-go had it until 1.35
    void aProcessorMayAskForARetry() {
        server.put("a", "1");
        List<String> seen = new ArrayList<>();
        var queue = new DeltaFifo<>(platform, DeltaFifo.Config.of(keys));
        start(Controller.builder(platform, server, queue, (deltas, initial) -> {
            seen.add(deltas.getFirst().getClass().getSimpleName());
            if (seen.size() < 3) {
                throw new RequeueException(new IllegalStateException("not yet"));
            }
        }));
        assertThat(seen).containsExactly("Replaced", "Replaced", "Replaced");
        assertThat(failures).hasSize(2).allMatch(failure -> "not yet".equals(failure.getMessage()));
    }

    @Test // CT-3
    void whatIsQueuedAtTheEndIsNotProcessed() {
        List<String> seen = new ArrayList<>();
        var queue = new DeltaFifo<>(platform, DeltaFifo.Config.of(keys));
        server.put("a", "1");
        start(Controller.builder(platform, server, queue, (deltas, initial) -> {
            seen.add(deltas.getFirst().getClass().getSimpleName());
            queue.add(thing("b", "1"));
            queue.add(thing("c", "1"));
            try {
                platform.sleep(ofMinutes(1));
            } catch (InterruptedException asked) {
                // The end, and no reason to leave the loop by itself.
            }
        }));
        running.close();
        assertThat(seen).containsExactly("Replaced");
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.isClosed()).isTrue();
    }

    @Test // TestHammerController, TestUpdate
    void aStormOfChangesLeavesTheStoreAsTheServerIs() throws InterruptedException {
        Indexer<ConfigMap> store = Indexer.of(platform, StoreConfig.ofResources());
        List<String> wrong = new ArrayList<>();
        start(Controller.informer(
                        platform,
                        server,
                        store,
                        UnaryOperator.identity(),
                        EventHandler.<ConfigMap>functions().onUpdate((before, after) -> {
                            if (Integer.parseInt(value(before)) > Integer.parseInt(value(after))) {
                                wrong.add(value(before) + ">" + value(after));
                            }
                        }))
                .reflector(reflector -> reflector.resync(ofSeconds(10), () -> true)));
        List<Task> writers = new ArrayList<>();
        for (int w = 0; w < 4; w++) {
            String name = "o" + w;
            writers.add(platform.start("writer", () -> {
                for (int i = 0; i < 50; i++) {
                    platform.sleep(ofSeconds(platform.random().nextInt(5)));
                    if (platform.random().nextInt(4) == 0) {
                        server.delete(name);
                    } else {
                        server.put(name, "" + i);
                    }
                }
            }));
        }
        platform.advance(ofMinutes(10));
        assertThat(wrong).isEmpty();
        assertThat(store.list())
                .containsExactlyInAnyOrderElementsOf(server.state().values());
        assertThat(failures).isEmpty();
        writers.forEach(Task::close);
    }

    @Test
    void aStartThatFailsLeavesNoThreadBehind() {
        var queue = new DeltaFifo<>(platform, DeltaFifo.Config.of(keys));
        Controller<ConfigMap> controller = Controller.builder(platform, server, queue, (deltas, initial) -> {})
                .build();
        Reflector.Running reading = controller.reflector().start();
        assertThatThrownBy(controller::start).isInstanceOf(IllegalStateException.class);
        platform.awaitQuiet();
        assertThat(queue.isClosed()).as("the loop has ended").isTrue();
        reading.close();
    }
}
