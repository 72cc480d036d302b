package dev.konverge.informer;

import dev.konverge.model.Key;

/** An index function failed on an object that was to be stored; the store is as it was. The cause says why. */
public final class IndexException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** An index function that failed with an exception. */
    public IndexException(String index, Key key, Throwable cause) {
        super("index \"" + index + "\" failed on object \"" + key + "\": " + cause.getMessage(), cause);
    }
}
