package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.model.Resource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The watch that is open, if one is, and why it is to end, if it is. One thread reads it; others may want its end.
 *
 * @param <T> the type of the objects
 */
final class OpenWatch<T extends Resource> {
    private final ReflectorVoice voice;
    private final ReentrantLock lock = new ReentrantLock();

    /** Taken out by whoever closes it, so that it is closed once (RF-42). */
    @GuardedBy("lock")
    private @Nullable EventStream<T> stream;

    /** Why the watch is to end; stays until the reader has taken note, even if no watch was open. */
    @GuardedBy("lock")
    private @Nullable Reason reason;

    /** Why a watch is to end, though the server goes on. */
    sealed interface Reason {
        /** What it is there for has failed. */
        record Failure(Throwable failure) implements Reason {}

        /** What it has told so far is not trusted. */
        record Distrust() implements Reason {}
    }

    OpenWatch(ReflectorVoice voice) {
        this.voice = voice;
    }

    void begin(EventStream<T> opened) {
        lock.lock();
        try {
            stream = opened;
        } finally {
            lock.unlock();
        }
    }

    /** {@return what to read, if there is something and it is not to end} */
    Optional<EventStream<T>> find() {
        lock.lock();
        try {
            return reason == null ? Optional.ofNullable(stream) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the watch, if one is open. The reader finds the end of the stream. */
    void end() {
        EventStream<T> last;
        lock.lock();
        try {
            last = stream;
            stream = null;
        } finally {
            lock.unlock();
        }
        if (last == null) {
            return;
        }
        try {
            last.close();
        } catch (Throwable failure) {
            voice.unclosed(failure);
        }
    }

    /** Ends the watch, or the next one, for a reason. Distrust is the weightier: after it the latest state must be read. */
    void end(Reason why) {
        lock.lock();
        try {
            reason = reason instanceof Reason.Distrust ? reason : why;
        } finally {
            lock.unlock();
        }
        end();
    }

    /** {@return why the watch was ended from here, if it was, and forgets it} */
    Optional<Reason> takeReason() {
        lock.lock();
        try {
            Optional<Reason> taken = Optional.ofNullable(reason);
            reason = null;
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
