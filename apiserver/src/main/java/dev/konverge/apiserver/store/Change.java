package dev.konverge.apiserver.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one object at one revision. Immutable, but for the encodings it keeps for the watchers.
 */
public final class Change {
    private final long revision;
    private final long millis;
    private final @Nullable Stored before;
    private final @Nullable Stored after;

    // The first watcher that needs an encoding makes it, all others share it. Written by any of them; a lost entry is
    // made again.
    private volatile @Nullable Encoding encodings;

    @SuppressWarnings("ArrayRecordComponent") // compared by nobody: a link of a list
    private record Encoding(
            Object form, byte[] bytes, @Nullable Encoding next) {}

    Change(long revision, long millis, @Nullable Stored before, @Nullable Stored after) {
        this.revision = revision;
        this.millis = millis;
        this.before = before;
        this.after = after;
    }

    /** {@return its revision} */
    public long revision() {
        return revision;
    }

    /** {@return when it was made, in milliseconds since 1970} */
    long millis() {
        return millis;
    }

    /** {@return the object before it, or null if it was created} */
    public @Nullable Stored before() {
        return before;
    }

    /** {@return the object after it, or null if it was deleted} */
    public @Nullable Stored after() {
        return after;
    }

    /** {@return the key of the object} */
    public String key() {
        return after != null ? after.key() : gone().key();
    }

    /** {@return the object after it, or, if it was deleted, its last state as of the deletion} */
    public Stored present() {
        return after != null ? after : gone();
    }

    /** {@return the state before it as of its revision: how an object looks to those who see it no longer} */
    public Stored gone() {
        if (before == null) {
            throw new IllegalStateException("a creation has no state before it");
        }
        return before.at(revision);
    }

    /** {@return the bytes that stand for this change in some form, made once and shared} */
    public byte[] encoded(Object form, Supplier<byte[]> encoder) {
        for (Encoding known = encodings; known != null; known = known.next) {
            if (known.form.equals(form)) {
                return known.bytes;
            }
        }
        byte[] bytes = encoder.get();
        encodings = new Encoding(form, bytes, encodings);
        return bytes;
    }
}
