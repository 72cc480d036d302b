package dev.konverge.apiserver.apply;

/** Thrown where a value does not have the structure it should have, so that nothing can be said about its fields. */
final class MistypedException extends Exception {
    private static final long serialVersionUID = 1L;

    MistypedException(String message) {
        super(message, null, false, false);
    }
}
