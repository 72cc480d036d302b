package dev.konverge.controller;

import dev.konverge.informer.Notification;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Filters for {@link ControllerBuilder#filter}, {@link ControllerBuilder#owns(dev.konverge.model.ResourceType, Predicate) owns} and
 * {@link ControllerBuilder#watches(dev.konverge.model.ResourceType, java.util.function.Function, Predicate) watches}.
 *
 * <p>Each speaks of changes only. What is new or gone passes, what is told of again in a resync, and an object that has taken
 * the name of another. To let one or the other kind of change pass, join them:
 * {@code generationChanged().or(labelsChanged())}.
 */
public final class Filters {
    private Filters() {}

    /**
     * {@return a filter that a change passes if it is one of what is wanted, not of metadata or status} The beginning of a
     * deletion is one. Where the server keeps no generation, as of config maps, every change passes.
     */
    public static Predicate<Notification<? extends Resource>> generationChanged() {
        return changes((before, after) ->
                after.generation() == null || !Objects.equals(before.generation(), after.generation()));
    }

    /** {@return a filter that a change of labels passes} */
    public static Predicate<Notification<? extends Resource>> labelsChanged() {
        return changes((before, after) -> !before.labels().equals(after.labels()));
    }

    /** {@return a filter that a change of annotations passes} */
    public static Predicate<Notification<? extends Resource>> annotationsChanged() {
        return changes((before, after) -> !before.annotations().equals(after.annotations()));
    }

    private static Predicate<Notification<? extends Resource>> changes(BiPredicate<ObjectMeta, ObjectMeta> differ) {
        return notification -> !(notification instanceof Notification.Updated<? extends Resource> update)
                || update.isSync()
                || !Objects.equals(
                        update.before().metadata().uid(),
                        update.after().metadata().uid())
                || differ.test(update.before().metadata(), update.after().metadata());
    }
}
