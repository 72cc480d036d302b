package dev.konverge.apiserver.cel;

/** What an evaluation ends with that has no result; the message is Kubernetes'. Carries no stack trace: it is an ordinary outcome. */
public final class CelFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String NO_OVERLOAD = "no such overload";

    /** A failure with a message. */
    public CelFailure(String message) {
        super(message, null, false, false);
    }

    /** {@return that a function does not take values of these types} */
    static CelFailure noOverload() {
        return new CelFailure(NO_OVERLOAD);
    }

    static CelFailure noKey(Object key) {
        return new CelFailure("no such key: " + Texts.plain(key));
    }

    /** {@return the message, never null} */
    public String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }

    /** {@return whether a function was called with values it does not take} */
    public boolean isNoOverload() {
        return text().startsWith(NO_OVERLOAD);
    }
}
