package dev.konverge.informer;

import dev.konverge.base.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has to happen to the end, whatever becomes of a part of it. */
final class Endings {
    private @Nullable Throwable failure;

    /** Does something that must not keep the rest from being done. */
    Endings then(Runnable ending) {
        try {
            ending.run();
        } catch (Throwable thrown) {
            if (failure == null) {
                failure = thrown;
            } else {
                failure.addSuppressed(thrown);
            }
        }
        return this;
    }

    /** Ends tasks: all are asked to before one is waited for. */
    Endings thenClose(List<Task> tasks) {
        tasks.forEach(task -> then(task::interrupt));
        tasks.forEach(task -> then(task::close));
        return this;
    }

    /** Throws the first failure, if there was one, with the others. */
    void rethrow() {
        switch (failure) {
            case null -> {}
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        }
    }
}
