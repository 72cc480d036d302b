package dev.konverge.client.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/** Where a server sends whoever asks it. */
public final class Redirect {
    /** How often in a row it is followed. */
    public static final int MOST = 10;

    private static final Set<Integer> FOR_READS = Set.of(301, 302, 303, 307, 308);
    /** Only these leave a write a write. */
    private static final Set<Integer> FOR_WRITES = Set.of(307, 308);

    private Redirect() {}

    /**
     * {@return the request to send next, or nothing if the answer is for the caller}
     *
     * <p>Another server is asked without credentials, and another scheme is never changed to: what was asked for over TLS must not be asked
     * for in the open.
     */
    public static Optional<Outgoing> next(Outgoing request, Exchange answer) {
        String location = answer.headers().first("location");
        Set<Integer> followed = request.isRead() ? FOR_READS : FOR_WRITES;
        if (location == null || !followed.contains(answer.status())) {
            return Optional.empty();
        }
        try {
            return to(request, new URI(location));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Outgoing> to(Outgoing request, URI location) throws URISyntaxException {
        Origin before = request.origin();
        String scheme = before.secure() ? "https" : "http";
        if (location.isOpaque()
                || (location.getScheme() != null && !location.getScheme().equalsIgnoreCase(scheme))
                || (location.getRawAuthority() != null && location.getHost() == null)) {
            return Optional.empty();
        }
        Origin origin = location.getHost() == null
                ? before
                : Origin.of(new URI(scheme, location.getRawAuthority(), "/", null, null));
        return Optional.of(request.redirected(origin, target(request, location)));
    }

    private static String target(Outgoing request, URI location) {
        String old = request.target().replaceFirst("[?].*", "");
        String given = location.getRawPath();
        String path;
        if (location.getHost() != null) {
            path = given.isEmpty() ? "/" : given;
        } else {
            // Java's own resolving forgets the path if only a query is given.
            path = given.isEmpty() ? old : URI.create(old).resolve(given).getRawPath();
        }
        return path + (location.getRawQuery() == null ? "" : "?" + location.getRawQuery());
    }
}
