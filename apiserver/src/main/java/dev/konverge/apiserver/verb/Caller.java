package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.User;
import dev.konverge.model.Json;

/**
 * For whom a write is done, and how.
 *
 * @param user who wants it
 * @param manager who becomes the manager of the fields
 * @param dryRun whether everything is done but storing
 * @param warnings takes what the user is told beside the answer
 * @param asked how the request said it
 * @param deadline until when
 */
record Caller(User user, String manager, boolean dryRun, Warnings warnings, Asked asked, Deadline deadline) {
    private static final int LONGEST_MANAGER = 128;

    /**
     * What a request says of how a write shall be done, for those who are asked whether it may be.
     *
     * @param options its options, those that it names
     * @param ofCollection whether it names no object, but a collection
     */
    record Asked(Json.Obj options, boolean ofCollection) {
        /** Nothing is said. */
        static final Asked NOTHING = new Asked(Json.Obj.EMPTY, false);
    }

    /** Somebody who says nothing of how. */
    Caller(User user, String manager, boolean dryRun, Warnings warnings, Deadline deadline) {
        this(user, manager, dryRun, warnings, Asked.NOTHING, deadline);
    }

    /** {@return this with other words of how} */
    Caller withAsked(Asked newAsked) {
        return new Caller(user, manager, dryRun, warnings, newAsked, deadline);
    }

    /** {@return the manager of a request that names none: the program that sent it} */
    static String managerOf(String userAgent) {
        int slash = userAgent.indexOf('/');
        StringBuilder out = new StringBuilder();
        int bytes = 0;
        for (int c : (slash < 0 ? userAgent : userAgent.substring(0, slash))
                .codePoints()
                .toArray()) {
            if (WriteOptions.isPrintable(c)) {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
                if (bytes > LONGEST_MANAGER) {
                    break;
                }
                out.appendCodePoint(c);
            }
        }
        return out.isEmpty() ? "unknown" : out.toString();
    }
}
