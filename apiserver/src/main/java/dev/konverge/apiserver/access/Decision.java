package dev.konverge.apiserver.access;

/** Whether a user may do something. */
public sealed interface Decision {
    /** {@return why, or the empty text} */
    String reason();

    /** {@return whether it is a yes} */
    default boolean allowed() {
        return this instanceof Allowed;
    }

    /**
     * Yes.
     *
     * @param reason which binding allows it; empty if it needs none
     */
    record Allowed(String reason) implements Decision {
        /** Yes, and nobody asks why. */
        static final Allowed ALWAYS = new Allowed("");
    }

    /**
     * No.
     *
     * @param reason what was wrong with the roles that might have allowed it; usually empty
     */
    record Denied(String reason) implements Decision {
        /** No, because nothing allows it. */
        static final Denied PLAIN = new Denied("");
    }
}
