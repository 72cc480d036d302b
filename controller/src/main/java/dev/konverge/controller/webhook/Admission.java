package dev.konverge.controller.webhook;

import java.util.ArrayList;
import java.util.List;

/** A verdict on what is about to be done to an object. */
public sealed interface Admission {
    /** {@return what the user is told besides, in order} Servers cut warnings after about 120 characters. */
    List<String> warnings();

    /** {@return this verdict with one more warning} */
    Admission withWarning(String warning);

    /** {@return the verdict that it may be done} */
    static Admission allow() {
        return new Allowed(List.of());
    }

    /** {@return the verdict that it is forbidden, with the code 403} The user is told why. */
    static Denied deny(String message) {
        return deny(403, "Forbidden", message);
    }

    /**
     * {@return the verdict that it may not be done}
     *
     * @param code what the user's request is answered with, from 400 to 599
     * @param reason the same in one word for programs, such as {@code Invalid}
     * @param message the same for people
     */
    static Denied deny(int code, String reason, String message) {
        return new Denied(code, reason, message, List.of());
    }

    /**
     * It may be done.
     *
     * @param warnings what the user is told
     */
    record Allowed(List<String> warnings) implements Admission {
        /** Copies its argument. */
        public Allowed {
            warnings = List.copyOf(warnings);
        }

        @Override
        public Allowed withWarning(String warning) {
            return new Allowed(with(warnings, warning));
        }
    }

    /**
     * It may not be done.
     *
     * @param code what the user's request is answered with
     * @param reason the same in one word
     * @param message the same in a sentence
     * @param warnings what the user is told besides
     */
    record Denied(int code, String reason, String message, List<String> warnings) implements Admission {
        /** Copies its arguments; refuses a code that is no refusal. */
        public Denied {
            if (code < 400 || code > 599) {
                throw new IllegalArgumentException("a request is refused with a code from 400 to 599, not " + code);
            }
            warnings = List.copyOf(warnings);
        }

        @Override
        public Denied withWarning(String warning) {
            return new Denied(code, reason, message, with(warnings, warning));
        }
    }

    private static List<String> with(List<String> warnings, String warning) {
        List<String> more = new ArrayList<>(warnings);
        more.add(warning);
        return more;
    }
}
