package dev.konverge.informer;

import static dev.konverge.informer.Things.value;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An informer with a transform that fails on some objects: they are missing, nothing else is, and nothing is read again for it. */
class FailingTransformTest {
    private final VirtualPlatform platform = new VirtualPlatform(7);
    private final FakeServer server = new FakeServer(platform);
    private final List<ReflectorFailure> failures = new ArrayList<>();
    private int skipped;
    private SharedInformer.Running running = () -> {};

    @AfterEach
    void nothingIsLeft() {
        running.close();
        assertThat(platform.liveTasks()).isEmpty();
        platform.close();
    }

    enum Way {
        NULL {
            @Override
            @SuppressWarnings("NullAway") // what it is about
            ConfigMap transform(ConfigMap object) {
                return null;
            }
        },
        EXCEPTION {
            @Override
            ConfigMap transform(ConfigMap object) {
                throw new IllegalStateException("cannot");
            }
        },
        ERROR {
            @Override
            ConfigMap transform(ConfigMap object) {
                throw new StackOverflowError();
            }
        };

        abstract ConfigMap transform(ConfigMap object);
    }

    private static List<String> names(SharedInformer<ConfigMap> informer) {
        return informer.indexer().listKeys().stream()
                .map(key -> key.name())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "NULL, true, OF_ARRIVAL", "EXCEPTION, true, OF_ARRIVAL", "ERROR, true, OF_ARRIVAL",
        "NULL, false, OF_ARRIVAL", "EXCEPTION, false, OF_ARRIVAL", "ERROR, false, OF_ARRIVAL",
        "NULL, true, BY_OBJECT", "EXCEPTION, false, BY_OBJECT"
    }) // RF-16, RF-20, RF-37: the same whether the server streams the initial state or lists it
    void anObjectThatCannotBeTransformedIsPassedOver(Way way, boolean streaming, SharedInformerBuilder.Order order)
            throws InterruptedException {
        if (!streaming) {
            server.listing();
        }
        server.put("a", "1");
        server.put("b", "bad");
        server.put("c", "1");
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .order(order)
                .transform(object -> value(object).equals("bad") ? way.transform(object) : object)
                .watchErrorHandler(failures::add)
                .metrics((name, gauges) -> new InformerMetrics() {
                    @Override
                    public void skipped() {
                        skipped++;
                    }
                })
                .build();
        running = informer.start();
        platform.awaitQuiet();
        assertThat(informer.hasSynced()).isTrue();
        assertThat(names(informer)).containsExactly("a", "c");
        assertThat(skipped).isEqualTo(1);
        server.put("d", "bad");
        server.put("e", "1");
        platform.awaitQuiet();
        assertThat(names(informer)).containsExactly("a", "c", "e");
        assertThat(skipped).isEqualTo(2);
        int asked = server.lists().size() + server.watches().size();
        platform.advance(ofMinutes(4));
        assertThat(server.lists().size() + server.watches().size())
                .as("requests")
                .isEqualTo(asked);
        assertThat(failures)
                .as("told once a list")
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(ReflectorFailure.SyncFailed.class)
                        .extracting(ReflectorFailure::cause)
                        .isInstanceOf(TransformException.class));
        server.put("b", "1");
        platform.awaitQuiet();
        assertThat(names(informer)).as("it is fit now").containsExactly("a", "b", "c", "e");
    }

    @Test // RF-20
    void ofAStreamOfInitialEventsTheLastStateBeforeItsEndCounts() {
        server.put("a", "1");
        server.put("b", "bad");
        server.put("c", "bad");
        server.holdsMarks(true);
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .transform(object -> value(object).equals("bad") ? Way.EXCEPTION.transform(object) : object)
                .watchErrorHandler(failures::add)
                .build();
        running = informer.start();
        platform.awaitQuiet();
        server.put("a", "bad");
        server.put("b", "1");
        server.delete("c");
        platform.awaitQuiet();
        assertThat(informer.hasSynced()).isFalse();
        server.holdsMarks(false);
        platform.awaitQuiet();
        assertThat(names(informer)).as("its old state is not what it is").containsExactly("b");
        assertThat(failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("a"));
        server.delete("a");
        platform.awaitQuiet();
        assertThat(names(informer)).containsExactly("b");
    }

    @ParameterizedTest
    @EnumSource // RQ-2, DF-6: the other way than there, or the copy would have it until the next list
    void theDeletionOfAnObjectThatCannotBeTransformedIsTold(SharedInformerBuilder.Order order)
            throws InterruptedException {
        server.put("a", "1");
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .order(order)
                .transform(object -> value(object).equals("bad") ? Way.EXCEPTION.transform(object) : object)
                .build();
        List<String> told = new ArrayList<>();
        informer.addHandler(EventHandler.<ConfigMap>functions()
                .onDelete(deleted ->
                        told.add(deleted.key().name() + deleted.findObject().isPresent())));
        running = informer.start();
        platform.awaitQuiet();
        server.put("a", "bad");
        server.delete("a");
        platform.awaitQuiet();
        assertThat(names(informer)).isEmpty();
        // In order, the change that could not be transformed has taken it out already: its end is told of one that is
        // not known (PD-2).
        assertThat(told)
                .as("with what was known of it")
                .isEqualTo(
                        order == SharedInformerBuilder.Order.BY_OBJECT ? List.of("atrue") : List.of("atrue", "afalse"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false}) // RF-16, RF-20, RF-37
    void thatThereWasNoMemoryForATransformIsNoFaultOfTheObject(boolean streaming) throws InterruptedException {
        boolean[] exhausted = {true};
        server.put("a", "1");
        SharedInformer<ConfigMap> informer = SharedInformer.builder(platform, server)
                .policy(ReflectorPolicy.STANDARD.withStreaming(streaming).withSelfCheckPeriod(Duration.ZERO))
                .transform(object -> {
                    if (exhausted[0]) {
                        exhausted[0] = false;
                        throw new OutOfMemoryError("not really");
                    }
                    return object;
                })
                .build();
        running = informer.start();
        platform.advance(ofSeconds(2));
        assertThat(names(informer)).containsExactly("a");
        exhausted[0] = true;
        server.put("b", "1");
        platform.advance(ofSeconds(10));
        assertThat(names(informer)).containsExactly("a", "b");
        exhausted[0] = true;
        server.delete("a");
        platform.advance(ofSeconds(10));
        assertThat(names(informer)).containsExactly("b");
    }

    @Test
    void whatHappensAllTheTimeIsSaidAtFirstAndThenNowAndThen() {
        Pace pace = new Pace();
        assertThat(pace.happened(0)).isEqualTo(1);
        for (int i = 1; i < 60; i++) {
            assertThat(pace.happened(ofSeconds(i).toNanos())).isZero();
        }
        assertThat(pace.happened(ofSeconds(60).toNanos())).isEqualTo(60);
        assertThat(pace.happened(ofMinutes(10).toNanos())).isEqualTo(1);
    }
}
