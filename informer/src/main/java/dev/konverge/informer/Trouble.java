package dev.konverge.informer;

import dev.konverge.client.ApiException;
import dev.konverge.client.transport.TransportException;

/** What a reflector makes of a failure. */
enum Trouble {
    /** The version asked for is no longer known. */
    EXPIRED,
    /** The version asked for is not known yet. */
    TOO_NEW,
    /** The server is there and busy, or not there at all; what is known stays good, so the same again later. */
    BUSY,
    /** The server failed, or sent what cannot be read. */
    INTERNAL,
    /** Anything else. */
    OTHER;

    static Trouble of(Throwable failure) {
        if (!(failure instanceof ApiException refusal)) {
            return OTHER;
        }
        if (isTooNew(refusal)) {
            return TOO_NEW;
        }
        return switch (refusal) {
            case ApiException.Gone gone -> EXPIRED;
            case ApiException.Throttled throttled -> BUSY;
            case ApiException.Unreachable unreachable ->
                unreachable.getCause() instanceof TransportException.Refused ? BUSY : OTHER;
            case ApiException.Undecodable undecodable -> INTERNAL;
            case ApiException.ServerError error ->
                error.code() == 500 || "InternalError".equals(error.status().reason()) ? INTERNAL : OTHER;
            default -> OTHER;
        };
    }

    /** {@return whether another version has to be asked for} */
    boolean isOfVersion() {
        return this == EXPIRED || this == TOO_NEW;
    }

    /** RF-13: newer servers give a cause; older ones only say so, in one of two places. */
    private static boolean isTooNew(ApiException refusal) {
        String tooLarge = "Too large resource version";
        if (refusal.causes().stream().anyMatch(cause -> "ResourceVersionTooLarge".equals(cause.reason()))) {
            return true;
        }
        String message = refusal.status().message();
        return refusal instanceof ApiException.Timeout
                && (refusal.causes().stream().anyMatch(cause -> tooLarge.equals(cause.message()))
                        || (message != null && message.contains(tooLarge)));
    }
}
