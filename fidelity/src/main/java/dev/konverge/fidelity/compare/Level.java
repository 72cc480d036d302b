package dev.konverge.fidelity.compare;

/** How much of two answers has to be the same. Each level includes those before it. */
public enum Level {
    /** The status code, the reason and what else a program decides by. */
    REASON,
    /** The text for people too. */
    MESSAGE,
    /** The whole body, and the headers that clients read. */
    BODY
}
