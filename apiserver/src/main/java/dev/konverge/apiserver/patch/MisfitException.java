package dev.konverge.apiserver.patch;

/** Thrown where an operation of a JSON patch does not fit the document. Nobody is told why, so it says nothing. */
final class MisfitException extends Exception {
    private static final long serialVersionUID = 1L;

    MisfitException() {
        super(null, null, false, false);
    }
}
