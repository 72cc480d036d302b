package dev.konverge.apiserver.cel;

/** The value {@code null} of an expression. */
enum Nothing {
    /** The only one. */
    NULL
}
