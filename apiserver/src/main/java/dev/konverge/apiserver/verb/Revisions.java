package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.StatusException;
import org.jspecify.annotations.Nullable;

/** Reads resource versions. */
final class Revisions {
    private Revisions() {}

    /**
     * {@return the revision a text stands for; 0 for the empty text}
     *
     * @throws NumberFormatException if it is none
     */
    static long parse(@Nullable String text) {
        return text == null || text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
    }

    /** {@return what Go says of a text that is no revision} */
    static String problem(String text) {
        boolean digits = text.matches("[0-9]+");
        return "strconv.ParseUint: parsing " + GoText.quote(text) + ": "
                + (digits ? "value out of range" : "invalid syntax");
    }

    /** {@return the refusal of a read or a watch at a text that is no revision} */
    static StatusException unreadable(String text) {
        return Failures.untyped(complaint(text));
    }

    /** {@return what is wrong with the parameter of a request that is no revision} */
    static String complaint(String text) {
        return "resourceVersion: Invalid value: " + GoText.quote(text) + ": " + problem(text);
    }
}
