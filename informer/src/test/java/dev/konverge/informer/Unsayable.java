package dev.konverge.informer;

/** No log can write it. */
final class Unsayable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
        throw new IllegalStateException("no words");
    }
}
