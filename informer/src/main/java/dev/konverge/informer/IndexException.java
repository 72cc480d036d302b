package dev.konverge.informer;

import dev.konverge.model.Key;

/** An index function failed on an object that was to be stored; the store is as it was. The cause says why. */
public final class IndexException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** An index function that has thrown, or has given null or a list with null in it. */
    public IndexException(String index, Key key, Throwable cause) {
        super("index \"" + index + "\" failed on object \"" + key + "\": " + Reason.of(cause), cause);
    }
}
