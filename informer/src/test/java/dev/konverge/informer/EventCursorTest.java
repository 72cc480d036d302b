package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.WatchEvent;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.Unstructured;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which events count, and what they lead to. */
class EventCursorTest {
    private static WatchEvent<ConfigMap> bookmark(String version, String end) {
        return new WatchEvent.Bookmark<>(ConfigMap.builder()
                .metadata(m -> m.resourceVersion(version).putAnnotations("k8s.io/initial-events-end", end))
                .build());
    }

    private static Unstructured tree(String apiVersion, String kind) {
        return Unstructured.of(GroupVersion.parse(apiVersion).withKind(kind), Key.of("x"))
                .with(Json.of("5"), "metadata", "resourceVersion");
    }

    @Test // RF-36, TestReflectorResourceVersionUpdate
    void everyEventMovesTheVersion() {
        EventCursor<ConfigMap> cursor = EventCursor.from(null, "10");
        List<String> versions = new ArrayList<>();
        for (WatchEvent<ConfigMap> event : List.of(
                new WatchEvent.Added<>(thing("a", "11")),
                new WatchEvent.Modified<>(thing("a", "12")),
                bookmark("13", "false"),
                new WatchEvent.Deleted<>(thing("a", "14")))) {
            assertThat(cursor.accept(event)).isNull();
            versions.add(cursor.version());
        }
        assertThat(versions).containsExactly("11", "12", "13", "14");
        assertThat(cursor.events()).isEqualTo(4);
    }

    @Test // RF-36, TestWatchListResourceVersion
    void whatIsToldOfTheStateAtTheStartHasNoOrder() {
        for (String start : List.of("", "0")) {
            EventCursor<ConfigMap> cursor = EventCursor.from(null, start);
            cursor.accept(new WatchEvent.Added<>(thing("a", "20")));
            assertThat(cursor.version()).isEqualTo(start);
            cursor.accept(new WatchEvent.Modified<>(thing("a", "21")));
            assertThat(cursor.version()).isEqualTo("21");
            cursor.accept(new WatchEvent.Added<>(thing("b", "22")));
            assertThat(cursor.version()).isEqualTo("22");
        }
    }

    @Test // RF-37
    void anObjectWithoutANameDoesNotCount() {
        EventCursor<ConfigMap> cursor = EventCursor.from(null, "10");
        assertThat(cursor.accept(new WatchEvent.Added<>(ConfigMap.builder()
                        .metadata(m -> m.resourceVersion("11"))
                        .build())))
                .isNotNull();
        assertThat(cursor.version()).isEqualTo("10");
        assertThat(cursor.events()).isZero();
    }

    @Test
    void anEventWithoutAVersionLeavesTheVersionAsItIs() {
        EventCursor<ConfigMap> cursor = EventCursor.from(null, "10");
        assertThat(cursor.accept(new WatchEvent.Added<>(thing("a", "")))).isNull();
        assertThat(cursor.version()).isEqualTo("10");
    }

    @Test // RF-2, RF-37, TestReflectorWatchHandler, TestGetExpectedGVKFromObject
    void anObjectOfAnotherKindDoesNotCount() {
        var expected = new GroupVersionKind("demo.dev", "v1", "Widget");
        EventCursor<Unstructured> cursor = EventCursor.from(expected, "1");
        assertThat(cursor.accept(new WatchEvent.Added<>(tree("demo.dev/v1", "Gadget"))))
                .isNotNull();
        assertThat(cursor.accept(new WatchEvent.Added<>(tree("demo.dev/v2", "Widget"))))
                .isNotNull();
        assertThat(cursor.version()).isEqualTo("1");
        assertThat(cursor.accept(new WatchEvent.Added<>(tree("demo.dev/v1", "Widget"))))
                .isNull();
        assertThat(cursor.version()).isEqualTo("5");
        EventCursor<Unstructured> any = EventCursor.from(null, "1");
        assertThat(any.accept(new WatchEvent.Added<>(tree("demo.dev/v1", "Gadget"))))
                .isNull();
    }

    @Test // RF-15, RF-37, TestIsUnsupportedTableObject
    void aTableIsNoObject() {
        for (Resource table : List.of(tree("meta.k8s.io/v1", "Table"), tree("meta.k8s.io/v1beta1", "Table"))) {
            assertThat(EventCursor.isTable(table)).isTrue();
        }
        assertThat(EventCursor.isTable(tree("demo.dev/v1", "Table"))).isFalse();
        assertThat(EventCursor.isTable(thing("a", "1"))).isFalse();
        EventCursor<Unstructured> cursor = EventCursor.from(null, "1");
        assertThat(cursor.accept(new WatchEvent.Added<>(tree("meta.k8s.io/v1", "Table"))))
                .isNotNull();
    }

    @Test // RF-20, RF-21
    void initialEventsAreCollectedUpToTheirMark() {
        InitialEvents<ConfigMap> initial = new InitialEvents<>(object -> object);
        assertThat(initial.add(new WatchEvent.Added<>(thing("a", "1")))).isFalse();
        assertThat(initial.add(new WatchEvent.Added<>(thing("b", "2")))).isFalse();
        assertThat(initial.add(bookmark("3", "false"))).isFalse();
        assertThat(initial.add(new WatchEvent.Modified<>(thing("a", "4")))).isFalse();
        assertThat(initial.add(new WatchEvent.Deleted<>(thing("b", "5")))).isFalse();
        assertThat(initial.add(bookmark("6", "true"))).isTrue();
        assertThat(initial.objects()).containsExactly(thing("a", "4"));
    }
}
