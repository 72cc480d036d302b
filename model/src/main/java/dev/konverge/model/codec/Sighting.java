package dev.konverge.model.codec;

import dev.konverge.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * An object that is being read, and of which an older state may have been read before: says what of it need not be read again.
 *
 * <p>Its parts are the values of its fields. Which object it is says its metadata, which servers write before everything else; what stands before that
 * is read. Used by one reader.
 */
final class Sighting {
    private final Imprints imprints;

    /** How deep its parts are, or -1 if no such object is being read. */
    private int depth = -1;

    /** Whether no state will follow. */
    private boolean isLast;

    private boolean isKnown;
    private long object;

    Sighting(Imprints imprints) {
        this.imprints = imprints;
    }

    /** Begins with an object. */
    void begin(int depthOfParts, boolean isLast) {
        this.depth = depthOfParts;
        this.isLast = isLast;
        this.isKnown = false;
    }

    void end() {
        depth = -1;
    }

    /** {@return whether a value at that depth is a part of the object} */
    boolean hasParts(int atDepth) {
        return depth == atDepth;
    }

    /** {@return the part that begins here, if it was read before and has not changed; else null} It stands for {@link #length} bytes. */
    @Nullable
    Object find(Object owner, byte form, byte[] buffer, int from, int limit) {
        if (!isKnown) {
            return null;
        }
        Object known = imprints.find(object, owner, form, buffer, from, limit);
        if (known != null && isLast) {
            imprints.forget(object, owner, form);
        }
        return known;
    }

    /** {@return how many bytes the part found last stands for} */
    int length() {
        return imprints.foundLength();
    }

    /** Takes note of a part. */
    void was(Object owner, byte form, byte[] buffer, int from, int to, Object value) {
        if (!isKnown) {
            if (value instanceof ObjectMeta meta) {
                object = object(meta);
                isKnown = true;
            }
        } else if (isLast) {
            imprints.forget(object, owner, form);
        } else {
            imprints.learn(object, owner, form, buffer, from, to, value);
        }
    }

    /** {@return a number for the object with that metadata} */
    static long object(ObjectMeta meta) {
        return Sharing.mix(Sharing.mix(hash(meta.uid()), hash(meta.name())), hash(meta.namespace()));
    }

    private static long hash(@Nullable String text) {
        return text == null ? 1 : text.hashCode();
    }
}
