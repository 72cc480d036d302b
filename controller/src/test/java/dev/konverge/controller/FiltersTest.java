package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.controller.testing.NoTransport;
import dev.konverge.informer.DeletedFinalState;
import dev.konverge.informer.Notification;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class FiltersTest {
    private static final List<Predicate<Notification<? extends Resource>>> ALL =
            List.of(Filters.generationChanged(), Filters.labelsChanged(), Filters.annotationsChanged());

    private static ConfigMap map(String version, Consumer<ObjectMeta.Builder> more) {
        return ConfigMap.builder()
                .metadata(m -> more.accept(m.namespace("ns")
                        .name("map")
                        .uid("first")
                        .generation(1L)
                        .resourceVersion(version)))
                .build();
    }

    private static final ConfigMap BEFORE = map("1", m -> {});

    /** {@return which of all filters a change passes} */
    private static List<Boolean> passes(Notification<ConfigMap> notification) {
        return ALL.stream().map(filter -> filter.test(notification)).toList();
    }

    private static List<Boolean> passes(Consumer<ObjectMeta.Builder> change) {
        return passes(new Notification.Updated<>(BEFORE, map("2", change)));
    }

    @Test
    void eachLetsTheChangePassThatItIsNamedAfter() {
        assertThat(passes(m -> {})).containsExactly(false, false, false);
        assertThat(passes(m -> m.generation(2L))).containsExactly(true, false, false);
        assertThat(passes(m -> m.labels(Map.of("a", "b")))).containsExactly(false, true, false);
        assertThat(passes(m -> m.annotations(Map.of("a", "b")))).containsExactly(false, false, true);
    }

    @Test
    void whatIsNoChangePassesAll() {
        assertThat(passes(new Notification.Added<>(BEFORE, true))).containsOnly(true);
        assertThat(passes(new Notification.Added<>(BEFORE, false))).containsOnly(true);
        assertThat(passes(new Notification.Deleted<>(new DeletedFinalState<>(BEFORE.key(), BEFORE))))
                .containsOnly(true);
        assertThat(passes(new Notification.Updated<>(BEFORE, BEFORE)))
                .as("a resync")
                .containsOnly(true);
    }

    /** EH-2. */
    @Test
    void anotherObjectOfThatNamePassesAll() {
        assertThat(passes(m -> m.uid("second"))).containsOnly(true);
    }

    @Test
    void whereTheServerKeepsNoGenerationAnyChangeMayBeOneOfWhatIsWanted() {
        assertThat(passes(new Notification.Updated<>(
                        map("1", m -> m.generation(null)), map("2", m -> m.generation(null)))))
                .containsExactly(true, false, false);
    }

    @Test
    void theyAreJoinedAsAnyPredicateIs() {
        Manager.builder(Platform.real(), new NoTransport())
                .controller(
                        ConfigMap.TYPE,
                        c -> c.reconcile((map, scope) -> Outcome.done())
                                .filter(Filters.generationChanged().or(Filters.labelsChanged()))
                                .owns(ConfigMap.TYPE, Filters.annotationsChanged()))
                .build();
        assertThat(Filters.generationChanged()
                        .or(Filters.labelsChanged())
                        .test(new Notification.Updated<>(BEFORE, map("2", m -> m.labels(Map.of("a", "b"))))))
                .isTrue();
    }
}
