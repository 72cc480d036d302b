package dev.konverge.apiserver.negotiate;

import dev.konverge.model.Json;

/** JSON as Go reads it: what is wrong with a text is said in Go's words. */
public final class GoJson {
    private GoJson() {}

    /** Says what is wrong with a text that is no JSON. */
    public static final class SyntaxException extends Exception {
        private static final long serialVersionUID = 1L;

        SyntaxException(String message) {
            super(message, null, false, false);
        }
    }

    /** {@return the document in a text} */
    public static Json parse(byte[] text) throws SyntaxException {
        try {
            return LenientJson.parse(text).value();
        } catch (MalformedException wrong) {
            throw new SyntaxException(wrong.reason());
        }
    }
}
