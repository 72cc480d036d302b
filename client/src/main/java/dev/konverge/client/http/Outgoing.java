package dev.konverge.client.http;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request as it is sent. */
public final class Outgoing {
    private static final byte[] NOTHING = new byte[0];
    /** What the connection says itself: twice, or otherwise, it would be a trap for whoever reads it. */
    private static final Set<String> OF_CONNECTIONS = Set.of("content-length", "host", "transfer-encoding");

    private final String method;
    private final Origin origin;
    private final String target;
    private final HeaderFields headers;
    private final byte @Nullable [] body;
    private final long deadline;
    private final @Nullable Duration parts;
    private final Runnable departure;

    /**
     * Makes a request.
     *
     * @param target path and query; what may not stand there is written in percent form
     * @param headers those that say where the body ends and whom it is for are left out
     * @param body not to be changed; null for none
     * @param deadline when the head of the answer must be there, connection and sending included
     * @param parts how long to wait for each part of the body of the answer; null if it must be there by the deadline too
     */
    public Outgoing(
            String method,
            Origin origin,
            String target,
            HeaderFields headers,
            byte @Nullable [] body,
            long deadline,
            @Nullable Duration parts) {
        this(method, origin, target, headers, body, deadline, parts, () -> {});
    }

    /**
     * Makes a request that does not leave just so.
     *
     * @param departure what is run when there is a connection and its turn to write has come; it must not wait; if it throws, nothing leaves
     */
    public Outgoing(
            String method,
            Origin origin,
            String target,
            HeaderFields headers,
            byte @Nullable [] body,
            long deadline,
            @Nullable Duration parts,
            Runnable departure) {
        this.method = method;
        this.origin = origin;
        this.target = Targets.escape(target);
        this.headers = isOfConnections(headers) ? headers.without(OF_CONNECTIONS::contains) : headers;
        this.body = body;
        this.deadline = deadline;
        this.parts = parts;
        this.departure = departure;
    }

    private static boolean isOfConnections(HeaderFields headers) {
        for (String name : OF_CONNECTIONS) {
            if (headers.first(name) != null) {
                return true;
            }
        }
        return false;
    }

    String method() {
        return method;
    }

    Origin origin() {
        return origin;
    }

    String target() {
        return target;
    }

    HeaderFields headers() {
        return headers;
    }

    /** {@return whether the length of the body is said} */
    boolean hasBody() {
        return body != null;
    }

    byte[] body() {
        return body == null ? NOTHING : body;
    }

    long deadline() {
        return deadline;
    }

    @Nullable
    Duration parts() {
        return parts;
    }

    /** Leaves, unless it throws. */
    void depart() {
        departure.run();
    }

    /** {@return the same for another place, without what is not for another server's eyes} */
    Outgoing redirected(Origin other, String place) {
        HeaderFields sent = other.equals(origin) ? headers : headers.withoutSecrets();
        return new Outgoing(method, other, place, sent, body, deadline, parts, departure);
    }

    /** {@return whether it does no harm twice} */
    boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }
}
