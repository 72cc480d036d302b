package dev.konverge.informer;

import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import java.util.List;

/**
 * What came of the last {@link ReflectorAction}.
 *
 * @param <T> the type of the objects
 */
sealed interface ReflectorInput<T extends Resource> {
    /** It was done: replaced, opened, waited; or, at the very first, started. */
    record Done<T extends Resource>() implements ReflectorInput<T> {}

    /** It threw. */
    record Failed<T extends Resource>(Throwable failure) implements ReflectorInput<T> {}

    /** A page came. */
    record Page<T extends Resource>(ResourceList<T> page) implements ReflectorInput<T> {}

    /** The initial events are complete; the stream goes on. */
    record Complete<T extends Resource>(List<T> objects, String version) implements ReflectorInput<T> {}

    /** The stream has ended in order, after so many events, the last of which left it at {@code version}. */
    record Ended<T extends Resource>(String version, long events) implements ReflectorInput<T> {}

    /** The stream has failed, after events that left it at {@code version}. */
    record Broken<T extends Resource>(String version, Throwable failure) implements ReflectorInput<T> {}

    /** The sink has failed with an event, after events that left the stream at {@code version}: what it has is not known. */
    record Untaken<T extends Resource>(String version, Throwable failure) implements ReflectorInput<T> {}

    /** Somebody wants all from the start, after events that left the stream at {@code version}. */
    record Distrusted<T extends Resource>(String version) implements ReflectorInput<T> {}

    /** The copy was compared with the server. */
    record Compared<T extends Resource>(SelfCheck.Finding finding) implements ReflectorInput<T> {}
}
