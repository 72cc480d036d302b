package dev.konverge.apiserver.http;

import java.time.Duration;

/**
 * What clients may cost the server.
 *
 * @param bodyBytes how long a request's body may be
 * @param headerBytes how long a request's line and headers may be together
 * @param urlBytes how long path and query may be together
 * @param watches how many watches may be open at once
 * @param stall how long a client may leave what it is sent unread before it is dropped
 * @param idle how long a connection may be silent while nothing is asked
 */
public record HttpLimits(int bodyBytes, int headerBytes, int urlBytes, int watches, Duration stall, Duration idle) {
    /** What the real server allows, or a little less where that is wasteful. */
    public static final HttpLimits STANDARD =
            new HttpLimits(3 << 20, 256 << 10, 64 << 10, 20_000, Duration.ofSeconds(10), Duration.ofMinutes(3));

    /** Refuses limits that allow nothing. */
    public HttpLimits {
        if (bodyBytes < 1 || headerBytes < 1024 || urlBytes < 256 || watches < 0) {
            throw new IllegalArgumentException("limits that no client can keep: body " + bodyBytes + ", headers "
                    + headerBytes + ", URL " + urlBytes + ", watches " + watches);
        }
        if (stall.isNegative() || stall.isZero() || idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("limits that no client can keep: stall " + stall + ", idle " + idle);
        }
    }
}
