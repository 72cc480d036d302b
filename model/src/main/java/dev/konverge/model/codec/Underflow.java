package dev.konverge.model.codec;

/** Says that the bytes at hand end in the middle of a value and more may come; the caller tries again with more. */
final class Underflow extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Underflow() {
        super("more bytes are needed", null, false, false);
    }
}
