package dev.konverge.informer;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What fails and cannot even be logged costs no more than what fails: no thread ends by it. */
class GuardedLogTest {
    private final VirtualPlatform platform = new VirtualPlatform(3);
    private final FakeServer server = new FakeServer(platform);
    private final List<String> told = new ArrayList<>();
    private SharedInformer.Running running = () -> {};

    @AfterEach
    void nothingIsLeft() {
        running.close();
        assertThat(platform.liveTasks()).isEmpty();
        platform.close();
    }

    private EventHandler<ConfigMap> failingOn(String name) {
        return EventHandler.<ConfigMap>functions().onAdd((object, initial) -> {
            told.add(object.key().name());
            if (object.key().name().equals(name)) {
                throw new Unsayable();
            }
        });
    }

    private void start(SharedInformer<ConfigMap> informer) {
        running = informer.start();
        platform.awaitQuiet();
    }

    @Test
    void aHandlerIsCalledAgainAfterAFailureWithoutWords() throws InterruptedException {
        SharedInformer<ConfigMap> informer =
                SharedInformer.builder(platform, server).build();
        informer.addHandler(failingOn("a"));
        start(informer);
        server.put("a", "1");
        server.put("b", "1");
        platform.advance(ofSeconds(5));
        assertThat(told).containsExactly("a", "b");
    }

    @Test
    void figuresWithoutWordsEndNeitherTheHandlerNorTheLoopNorTheReflector() throws InterruptedException {
        var figures = new InformerMetrics() {
            @Override
            public void handlerFailed(String handler) {
                throw new Unsayable();
            }

            @Override
            public void processed(int deltas, Duration took) {
                throw new Unsayable();
            }

            @Override
            public void listed(int objects, Duration took) {
                throw new Unsayable();
            }

            @Override
            public void watched(long events, Duration lasted) {
                throw new Unsayable();
            }

            @Override
            public void failed(ReflectorFailure failure) {
                throw new Unsayable();
            }
        };
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .metrics((name, gauges) -> figures)
                .watchErrorHandler(failure -> {
                    throw new Unsayable();
                })
                .build();
        informer.addHandler(failingOn("a"));
        server.failLists(new Unsayable());
        server.failWatches(new Unsayable(), new Unsayable());
        start(informer);
        server.put("a", "1");
        platform.advance(ofMinutes(1));
        server.endWatches();
        server.put("b", "1");
        platform.advance(ofMinutes(1));
        assertThat(told).containsExactly("a", "b");
        assertThat(informer.hasSynced()).isTrue();
    }

    @Test
    void aTransformAndAnIndexWithoutWordsCostTheirObjects() throws InterruptedException {
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .transform(object -> {
                    if (object.key().name().equals("odd")) {
                        throw new Unsayable();
                    }
                    return object;
                })
                .watchErrorHandler(failure -> {
                    throw new Unsayable();
                })
                .build();
        informer.addIndexers(Map.of("fails", object -> {
            if (object.key().name().equals("unindexed")) {
                throw new Unsayable();
            }
            return List.of();
        }));
        informer.addHandler(failingOn(""));
        server.put("unindexed", "1");
        server.put("odd", "1");
        server.put("a", "1");
        start(informer);
        server.put("odd", "2");
        server.put("unindexed", "2");
        server.put("b", "1");
        platform.advance(ofMinutes(1));
        assertThat(told).containsExactly("a", "b");
    }

    @Test
    void resyncsGoOnAfterOneThatFailedWithoutWords() throws InterruptedException {
        List<String> resyncs = new ArrayList<>();
        var queue = new RealFifo<ConfigMap>(platform, RealFifo.Config.of(KeyFunction.ofMetadata()));
        Reflector.Running reflector = Reflector.builder(platform, server, queue)
                .resync(ofSeconds(10), () -> {
                    resyncs.add("asked");
                    throw new Unsayable();
                })
                .build()
                .start();
        platform.advance(ofMinutes(2));
        assertThat(resyncs).hasSizeGreaterThan(3);
        reflector.close();
    }

    @Test
    void allCallbacksOfALatchAreCalled() {
        var latch = new SyncLatch(platform, "test");
        latch.whenDone(() -> {
            throw new Unsayable();
        });
        latch.whenDone(() -> told.add("second"));
        latch.complete();
        assertThat(told).containsExactly("second");
    }

    @Test
    void aRoundThatFailsAndCannotTellIsFollowedByTheNext() throws InterruptedException {
        StopRequest stop = new StopRequest("test");
        stop.rounds(
                () -> {
                    told.add("round");
                    if (told.size() == 3) {
                        stop.make();
                        return;
                    }
                    throw new OutOfMemoryError("first");
                },
                failure -> {
                    throw new OutOfMemoryError("and then");
                });
        assertThat(told).hasSize(3);
    }
}
