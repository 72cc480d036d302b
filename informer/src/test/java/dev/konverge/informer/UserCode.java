package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * What a user gives an informer, drawn at random: a transform, and indexes that are added at any time. Some of it fails: always for some
 * objects, or now and then for any.
 */
final class UserCode {
    private static final List<IndexFunction<ConfigMap>> FUNCTIONS = List.of(
            Things.byWord(),
            object -> List.of(object.key().name(), object.key().namespace()),
            object -> Things.value(object).contains("7") ? List.of("seven") : List.of());

    private final RandomGenerator random;
    private final boolean marks;

    /** Whether there are objects that it never transforms. */
    final boolean refuses;

    /** Whether memory is short now and then. */
    private final boolean starves;

    /** Whether indexes fail now and then, so that the copy has to be made good after a pause. */
    final boolean indexesFail;

    private final Map<String, IndexFunction<ConfigMap>> indexes = new HashMap<>();

    /** Whether nothing fails now and then any more. Written by the test. */
    private boolean calm;

    /** @param order of what the informer does: by object a state that cannot be transformed leaves the one before it, as in Go */
    UserCode(RandomGenerator random, SharedInformerBuilder.Order order) {
        this.random = random;
        this.marks = random.nextBoolean();
        this.refuses = order == SharedInformerBuilder.Order.OF_ARRIVAL && random.nextInt(3) == 0;
        this.starves = random.nextInt(3) == 0;
        this.indexesFail = random.nextInt(6) == 0;
    }

    void calmDown() {
        calm = true;
    }

    ConfigMap transform(ConfigMap object) {
        if (starves && fails()) {
            throw new OutOfMemoryError("not really");
        }
        if (isRefused(object)) {
            throw new IllegalStateException("not this one");
        }
        return marked(object);
    }

    private boolean fails() {
        return !calm && random.nextInt(20) == 0;
    }

    private boolean isRefused(ConfigMap object) {
        return refuses && Things.value(object).contains("3");
    }

    private ConfigMap marked(ConfigMap object) {
        String value = Things.value(object);
        return marks && !value.endsWith("!")
                ? Things.thing(
                        object.key().namespace(),
                        object.key().name(),
                        String.valueOf(object.metadata().resourceVersion()),
                        value + " !")
                : object;
    }

    /** {@return what a copy is to have of what a server has} */
    Map<Key, ConfigMap> kept(Map<Key, ConfigMap> state) {
        Map<Key, ConfigMap> kept = new HashMap<>();
        state.forEach((key, object) -> {
            if (!isRefused(object)) {
                kept.put(key, marked(object));
            }
        });
        return kept;
    }

    // ---- indexes

    /** Adds an index, of which the name may be taken, and which may fail on what is there: then there is none. */
    void addIndex(SharedInformer<ConfigMap> informer) {
        String name = "index " + random.nextInt(4);
        IndexFunction<ConfigMap> function = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
        Map<String, IndexFunction<ConfigMap>> addition = Map.of(name, object -> {
            if (indexesFail && fails()) {
                throw new IllegalStateException("not now");
            }
            return function.valuesOf(object);
        });
        if (indexes.containsKey(name)) {
            assertThatThrownBy(() -> informer.addIndexers(addition)).isInstanceOf(IllegalArgumentException.class);
            return;
        }
        try {
            informer.addIndexers(addition);
            indexes.put(name, function);
        } catch (IndexException failed) {
            assertThat(indexesFail).as("%s", failed).isTrue();
        }
    }

    /** Every index is what it would be, were it made now of the objects (IX-2, IX-3, IX-9). */
    void judgeIndexes(IndexView<ConfigMap> copy, Map<Key, ConfigMap> objects) {
        indexes.forEach((name, function) -> {
            Map<String, Set<Key>> anew = new HashMap<>();
            objects.forEach((key, object) -> function.valuesOf(object)
                    .forEach(value ->
                            anew.computeIfAbsent(value, none -> new TreeSet<>()).add(key)));
            Map<String, Set<Key>> found = new HashMap<>();
            for (String value : copy.listIndexValues(name)) {
                found.put(value, new TreeSet<>(copy.indexKeys(name, value)));
            }
            assertThat(found).as("%s", name).isEqualTo(anew);
        });
    }

    // ---- handlers

    /** {@return a handler that does the same, and may then fail, or leave its thread interrupted} */
    EventHandler<ConfigMap> mayFail(EventHandler<ConfigMap> handler) {
        int way = random.nextInt(6);
        return EventHandler.of(notification -> {
            handler.on(notification);
            if (way < 3 && random.nextInt(6) == 0) {
                switch (way) {
                    case 0 -> throw new IllegalStateException("the handler fails");
                    case 1 -> throw new StackOverflowError();
                    default -> Thread.currentThread().interrupt();
                }
            }
        });
    }
}
