package dev.konverge.client.transport;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Why a request got no answer, or an answer no end; one case for each thing that someone can do about it.
 *
 * <p>Messages name the server without credentials or query, the reason, and what to do.
 */
public abstract sealed class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    private TransportException(Problem problem) {
        super(problem.message(), problem.cause());
        this.problem = problem;
    }

    /**
     * What all failures tell.
     *
     * @param server whom the request was for; without credentials, path and query
     * @param reason what happened
     * @param hint what to do about it; empty if there is nothing general to say
     * @param cause what the network library threw
     */
    public record Problem(
            URI server,
            String reason,
            String hint,
            @Nullable Throwable cause) {
        String message() {
            return server + ": " + reason + (hint.isEmpty() ? "" : "; " + hint);
        }
    }

    /** {@return whom the request was for; without credentials, path and query} */
    public URI server() {
        return problem.server();
    }

    /** {@return what happened} */
    public String reason() {
        return problem.reason();
    }

    /** {@return what to do about it; empty if there is nothing general to say} */
    public String hint() {
        return problem.hint();
    }

    /** {@return whether the server may have seen the request, and acted on it} */
    public boolean mayHaveReachedServer() {
        return this instanceof ConnectionLost
                || this instanceof TimedOut
                || this instanceof ResetInBody
                || this instanceof BadAnswer
                || this instanceof Closed;
    }

    /** The name of the server is not known. */
    public static final class UnknownHost extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public UnknownHost(Problem problem) {
            super(problem);
        }
    }

    /** Nothing listens at that address. */
    public static final class Refused extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public Refused(Problem problem) {
            super(problem);
        }
    }

    /** No way leads to that address. */
    public static final class Unreachable extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public Unreachable(Problem problem) {
            super(problem);
        }
    }

    /** The server's certificate was signed by nobody who is trusted. */
    public static final class TlsUntrusted extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public TlsUntrusted(Problem problem) {
            super(problem);
        }
    }

    /** The server's certificate is for another name. */
    public static final class HostnameMismatch extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public HostnameMismatch(Problem problem) {
            super(problem);
        }
    }

    /** A certificate, the server's or one above it, is no longer valid, or not yet. */
    public static final class CertificateExpired extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public CertificateExpired(Problem problem) {
            super(problem);
        }
    }

    /** The server does not take the certificate of the client, or misses one. */
    public static final class ClientCertificateRejected extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public ClientCertificateRejected(Problem problem) {
            super(problem);
        }
    }

    /** TLS could not be agreed on for another reason, such as a server that does not speak it. */
    public static final class TlsFailed extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public TlsFailed(Problem problem) {
            super(problem);
        }
    }

    /** The proxy could not be reached, or would not connect. */
    public static final class ProxyFailed extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public ProxyFailed(Problem problem) {
            super(problem);
        }
    }

    /** Nothing came in time: no connection, no answer, or no more of its body. */
    public static final class TimedOut extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public TimedOut(Problem problem) {
            super(problem);
        }
    }

    /** The connection ended after the request was sent and before an answer began. */
    public static final class ConnectionLost extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public ConnectionLost(Problem problem) {
            super(problem);
        }
    }

    /** The connection ended in the middle of an answer. */
    public static final class ResetInBody extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public ResetInBody(Problem problem) {
            super(problem);
        }
    }

    /** What came is not HTTP, not packed as it says, or beyond the limits. */
    public static final class BadAnswer extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public BadAnswer(Problem problem) {
            super(problem);
        }
    }

    /** There are no credentials to send: a token file or an exec plugin failed. */
    public static final class CredentialsUnavailable extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public CredentialsUnavailable(Problem problem) {
            super(problem);
        }
    }

    /** The transport, or the answer, has been closed by its owner. */
    public static final class Closed extends TransportException {
        private static final long serialVersionUID = 1L;

        /** Says so. */
        public Closed(Problem problem) {
            super(problem);
        }
    }

    /** The server answered, but does not open a WebSocket. */
    public static final class UpgradeRefused extends TransportException {
        private static final long serialVersionUID = 1L;

        private final int status;
        private final transient Headers headers;
        private final byte[] body;

        /** Says so, with the answer; of the body its first part. */
        public UpgradeRefused(Problem problem, int status, Headers headers, byte[] body) {
            super(problem);
            this.status = status;
            this.headers = headers;
            this.body = body.clone();
        }

        /** {@return the status code of the answer} */
        public int status() {
            return status;
        }

        /** {@return the headers of the answer} */
        public Headers headers() {
            return headers;
        }

        /** {@return the body of the answer, or its first part} */
        public byte[] body() {
            return body.clone();
        }
    }
}
