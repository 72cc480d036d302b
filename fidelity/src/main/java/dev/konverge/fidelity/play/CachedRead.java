package dev.konverge.fidelity.play;

import dev.konverge.fidelity.scenario.Step;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads that a server may answer with a state it had a moment ago: those at version 0, and watches from no version. The real server's
 * cache follows its store with some delay, so what such a read shows would depend on the load of the machine. A read without a version
 * waits until the cache of that collection has all writes that were acknowledged before.
 */
final class CachedRead {
    private static final Pattern AT_ZERO = Pattern.compile("[?&]resourceVersion=0(&|$)");
    private static final Pattern WATCH = Pattern.compile("[?&]watch=|/watch/");
    private static final Pattern AT_A_VERSION = Pattern.compile("[?&]resourceVersion=[^&]");

    private CachedRead() {}

    /** {@return whether a request may be answered from a cache that is behind} */
    static boolean is(Step.Request request) {
        String target = request.target();
        boolean watchesFromAnywhere =
                WATCH.matcher(target).find() && !AT_A_VERSION.matcher(target).find();
        return request.method().equals("GET")
                && (watchesFromAnywhere || AT_ZERO.matcher(target).find());
    }

    /** {@return the reads to send before, of what the request names and of the collection around it: one of the two is a list} */
    static List<Step.Request> freshReads(Step.Request cached) {
        String path = cached.target().replaceFirst("\\?.*", "").replace("/watch/", "/");
        String around = path.substring(0, Math.max(path.lastIndexOf('/'), 0));
        return List.of(
                new Step.Request("GET", path, cached.headers(), cached.body()),
                new Step.Request("GET", around.isEmpty() ? "/" : around, cached.headers(), cached.body()));
    }
}
