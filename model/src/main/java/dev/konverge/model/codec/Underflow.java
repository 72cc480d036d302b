package dev.konverge.model.codec;

/** Says that the bytes at hand end in the middle of a value and more may come; the caller tries again with more. */
final class Underflow extends RuntimeException {
    static final Underflow INSTANCE = new Underflow();

    private static final long serialVersionUID = 1L;

    private Underflow() {
        super("more bytes are needed", null, false, false);
    }
}
