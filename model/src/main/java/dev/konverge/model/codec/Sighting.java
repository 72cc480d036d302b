package dev.konverge.model.codec;

import dev.konverge.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * An object that is being read, and of which an older state may have been read before: says what of it need not be read again.
 *
 * <p>Its parts are the values of its fields, and those of its metadata, which as a whole never stays as it is. Servers write metadata before everything else, and in
 * it the name first: so its first bytes tell objects apart well enough. What stands before it is read. Used by one reader.
 */
final class Sighting {
    /** So many bytes of the metadata say which object it is. Two that begin alike only take each other's places. */
    private static final int HEAD = 64;

    private final Imprints imprints;

    /** How deep its parts are, or less than 0 if no such object is being read. */
    private int depth = Integer.MIN_VALUE;

    /** Whether no state will follow. */
    private boolean isLast;

    private boolean isKnown;
    private boolean inMetadata;
    private long object;

    Sighting(Imprints imprints) {
        this.imprints = imprints;
    }

    /** Begins with an object. */
    void begin(int depthOfParts, boolean isLast) {
        this.depth = depthOfParts;
        this.isLast = isLast;
        this.isKnown = false;
        this.inMetadata = false;
    }

    void end() {
        depth = Integer.MIN_VALUE;
    }

    /** {@return whether a value at that depth is a part of the object} */
    boolean hasParts(int atDepth) {
        return depth == atDepth || (inMetadata && depth + 1 == atDepth);
    }

    /** {@return whether what is read next is the metadata} Its parts are parts of the object, until it was {@linkplain #leaveMetadata left}. */
    @SuppressWarnings("ReferenceEquality") // it is that very codec
    boolean enterMetadata(Object owner, byte[] buffer, int from, int limit) {
        if (owner != ObjectMeta.CODEC || inMetadata) {
            return false;
        }
        object = head(buffer, from, limit);
        isKnown = true;
        inMetadata = true;
        return true;
    }

    void leaveMetadata() {
        inMetadata = false;
    }

    private static long head(byte[] buffer, int from, int limit) {
        long hash = 1;
        for (int at = from; at + 8 <= Math.min(limit, from + HEAD); at += 8) {
            hash = Sharing.mix(hash, (long) Sharing.LONGS.get(buffer, at));
        }
        return hash;
    }

    /** {@return the part that begins here, if it was read before and has not changed; else null} It stands for {@link #length} bytes. */
    @Nullable
    Object find(Object owner, int role, byte[] buffer, int from, int limit) {
        if (!isKnown) {
            return null;
        }
        Object known = imprints.find(object, owner, role, buffer, from, limit);
        if (known != null && isLast) {
            imprints.forget(object, owner, role);
        }
        return known;
    }

    /** {@return how many bytes the part found last stands for} */
    int length() {
        return imprints.foundLength();
    }

    /** Takes note of a part that was read. */
    void was(Object owner, int role, byte[] buffer, int from, int to, Object value) {
        if (!isKnown) {
            return;
        }
        if (isLast) {
            imprints.forget(object, owner, role);
        } else {
            imprints.learn(object, owner, role, buffer, from, to, value);
        }
    }
}
