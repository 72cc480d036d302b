package dev.konverge.informer;

/** There is no index of that name. */
public final class UnknownIndexException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** An index that was asked for and does not exist. */
    public UnknownIndexException(String index) {
        super("Index with name " + index + " does not exist");
    }
}
