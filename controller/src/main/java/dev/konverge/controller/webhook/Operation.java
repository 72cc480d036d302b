package dev.konverge.controller.webhook;

/** What is about to be done to an object. */
public enum Operation {
    /** It is made. */
    CREATE,
    /** It is changed. */
    UPDATE,
    /** It is removed. */
    DELETE,
    /** Somebody connects to it, such as by {@code kubectl exec}. */
    CONNECT
}
