package dev.konverge.informer;

import dev.konverge.client.ListOptions;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.Resource;
import java.time.Duration;
import java.util.List;

/**
 * What a reflector does next. Each action has one {@link ReflectorInput} as its result, and {@link ReflectorInput.Failed} if it
 * throws.
 *
 * @param <T> the type of the objects
 */
sealed interface ReflectorAction<T extends Resource> {
    /** Watch and collect the initial events: {@code Complete}, {@code Ended} or {@code Broken}. */
    record Stream<T extends Resource>(WatchOptions options) implements ReflectorAction<T> {}

    /** Read a page: {@code Page}. */
    record ListPage<T extends Resource>(ListOptions options) implements ReflectorAction<T> {}

    /** Hand all objects on: {@code Done}. */
    record Replace<T extends Resource>(List<T> objects, String version) implements ReflectorAction<T> {}

    /** Open a watch: {@code Done}. */
    record Watch<T extends Resource>(WatchOptions options) implements ReflectorAction<T> {}

    /** Hand the events of the open watch on: {@code Ended}, {@code Broken}, {@code Untaken} or {@code Distrusted}. */
    record Follow<T extends Resource>(String version) implements ReflectorAction<T> {}

    /** Compare the copy with the server at a version: {@code Compared}. */
    record Compare<T extends Resource>(String version) implements ReflectorAction<T> {}

    /** Let time pass: {@code Done}. */
    record Pause<T extends Resource>(Duration duration) implements ReflectorAction<T> {}
}
