package dev.konverge.informer;

import static dev.konverge.informer.Things.version;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reflector that feeds a store without a queue between, so that what the store's functions throw comes back to it. */
class ReflectedStoreTest {
    private final VirtualPlatform platform = new VirtualPlatform(7);
    private final FakeServer server = new FakeServer(platform);
    private final List<ReflectorFailure> failures = new ArrayList<>();
    private AutoCloseable running = () -> {};

    /** What is thrown at the object "bad". */
    private @Nullable Throwable trouble;

    @AfterEach
    void nothingIsLeft() throws Exception {
        running.close();
        assertThat(server.openWatches()).isZero();
        platform.close();
    }

    enum Where {
        KEY,
        INDEX
    }

    private <R> R function(boolean fails, ConfigMap object, R result) {
        if (fails && object.key().name().equals("bad")) {
            if (trouble instanceof Error error) {
                throw error;
            }
            if (trouble instanceof RuntimeException exception) {
                throw exception;
            }
        }
        return result;
    }

    private Indexer<ConfigMap> start(Where where) {
        KeyFunction<ConfigMap> keys = object -> function(where == Where.KEY, object, object.key());
        IndexFunction<ConfigMap> names = object ->
                function(where == Where.INDEX, object, List.of(object.key().name()));
        return start(StoreConfig.of(keys).withIndexers(Map.of("name", names)));
    }

    private Indexer<ConfigMap> start(StoreConfig<ConfigMap> config) {
        Indexer<ConfigMap> store = Indexer.of(platform, config);
        running = Reflector.builder(platform, server, store)
                .errorHandler(failures::add)
                .build()
                .start();
        platform.awaitQuiet();
        return store;
    }

    @ParameterizedTest
    @EnumSource // RF-37
    void thatThereWasNoMemoryForAFunctionIsNoFaultOfTheObject(Where where) throws InterruptedException {
        Indexer<ConfigMap> store = start(where);
        trouble = new OutOfMemoryError("not really");
        server.put("bad", "1");
        platform.awaitQuiet();
        assertThat(failures).containsExactly(new ReflectorFailure.ApplyFailed("configmaps", trouble));
        trouble = null;
        platform.advance(ofSeconds(10));
        assertThat(store.listKeys()).containsExactly(Key.of("ns", "bad"));
    }

    @ParameterizedTest
    @EnumSource // RF-37
    void whateverElseAFunctionThrowsCostsTheOneObject(Where where) throws InterruptedException {
        Indexer<ConfigMap> store = start(where);
        List<Throwable> troubles = List.of(
                new IllegalStateException("cannot"), new StackOverflowError(), new AssertionError(), new Unsayable());
        for (Throwable each : troubles) {
            trouble = each;
            server.put("bad", "1");
            server.put("good", "1");
            platform.advance(ofMinutes(1));
            assertThat(failures).as("%s", each.getClass()).isEmpty();
        }
        assertThat(server.watches()).as("nothing is read again for it").hasSize(1);
        assertThat(store.listKeys()).containsExactly(Key.of("ns", "good"));
        assertThat(store.version()).isEqualTo(version(Long.toString(server.version())));
    }

    @Test // RF-37
    @SuppressWarnings("NullAway") // what it is about
    void anObjectWhoseKeyIsNullHasNone() {
        Indexer<ConfigMap> store =
                start(StoreConfig.of(object -> object.key().name().equals("bad") ? null : object.key()));
        server.put("bad", "1");
        server.put("good", "1");
        platform.awaitQuiet();
        assertThat(failures).isEmpty();
        assertThat(store.listKeys()).containsExactly(Key.of("ns", "good"));
    }
}
