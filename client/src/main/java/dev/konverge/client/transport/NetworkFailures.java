package dev.konverge.client.transport;

import dev.konverge.client.http.ConnectTimeoutException;
import dev.konverge.client.http.HttpCall;
import dev.konverge.client.http.TlsWords;
import dev.konverge.client.transport.TransportException.Problem;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Says what a failure of the network means.
 *
 * @param server whom requests are for; without credentials, path and query
 * @param proxy the proxy on the way, without credentials, or null if there is none
 * @param serverName the name that the server must prove
 */
record NetworkFailures(URI server, @Nullable URI proxy, String serverName) {
    /** {@return what it means that a call ended without an answer} */
    TransportException beforeAnswer(IOException cause, HttpCall.Stage stage) {
        if (causedBy(cause, ConnectTimeoutException.class)) {
            return new TransportException.TimedOut(
                    problem("no connection came about in time", "check address, firewall and network", cause));
        }
        Optional<TransportException> tls = tls(cause, stage);
        if (tls.isPresent()) {
            return tls.get();
        }
        if (stage == HttpCall.Stage.CONNECTING) {
            return proxy == null ? connecting(cause) : throughProxy(cause);
        }
        return talking(cause);
    }

    /** {@return what it means that a body broke off} */
    TransportException inBody(IOException cause) {
        if (isTimeout(cause)) {
            return new TransportException.TimedOut(problem("no more of the answer came in time", "", cause));
        }
        if (causedBy(cause, ZipException.class)) {
            return new TransportException.BadAnswer(
                    problem("the compressed answer is damaged", "turn compression off if a proxy does this", cause));
        }
        return new TransportException.ResetInBody(
                problem("the connection ended in the middle of the answer" + words(cause), "try again", cause));
    }

    /** {@return what it means that there is nothing to show to the server} */
    TransportException noCredentials(RuntimeException cause) {
        return new TransportException.CredentialsUnavailable(
                problem("there are no credentials: " + cause.getMessage(), "", cause));
    }

    /** {@return what it means that the transport was closed} */
    TransportException closed(@Nullable Throwable cause) {
        return new TransportException.Closed(problem("the transport has been closed", "", cause));
    }

    /** {@return what it means that a server does not open a WebSocket} */
    TransportException upgradeRefused(int status, Headers headers, byte[] body) {
        return new TransportException.UpgradeRefused(
                problem("the server answered with status " + status + " in place of opening a WebSocket", "", null),
                status,
                headers,
                body);
    }

    /** {@return what it means that a server opens a WebSocket in a wrong way} */
    TransportException badUpgrade(String what) {
        return new TransportException.BadAnswer(
                problem("the server opened a WebSocket in a wrong way: " + what, "look for a proxy on the way", null));
    }

    /** {@return what it means that a server sends whoever asks it from place to place} */
    TransportException endlessRedirects(int followed) {
        return new TransportException.BadAnswer(problem(
                "the server redirected the request more than " + followed + " times",
                "look for a proxy on the way that asks for a login",
                null));
    }

    private TransportException connecting(IOException cause) {
        if (isTimeout(cause)) {
            return new TransportException.TimedOut(
                    problem("no connection came about in time", "check address, firewall and network", cause));
        }
        if (causedBy(cause, UnknownHostException.class)) {
            return new TransportException.UnknownHost(
                    problem("the name " + server.getHost() + " is not known", "check the name, or the DNS", cause));
        }
        if (causedBy(cause, NoRouteToHostException.class)) {
            return new TransportException.Unreachable(
                    problem("no way leads there" + words(cause), "check address and network", cause));
        }
        if (causedBy(cause, ConnectException.class)) {
            return new TransportException.Refused(
                    problem("connection refused", "check that a server runs there and that the port is right", cause));
        }
        return new TransportException.Unreachable(problem("no connection came about" + words(cause), "", cause));
    }

    private TransportException throughProxy(IOException cause) {
        return new TransportException.ProxyFailed(problem(
                "proxy " + proxy + " did not connect" + words(cause), "check proxy-url, HTTPS_PROXY, NO_PROXY", cause));
    }

    private TransportException talking(IOException cause) {
        if (isTimeout(cause)) {
            return new TransportException.TimedOut(problem("no answer came in time", "", cause));
        }
        if (cause instanceof ProtocolException) {
            return new TransportException.BadAnswer(problem(
                    "the answer is not HTTP" + words(cause), "check that the port is that of an API server", cause));
        }
        return new TransportException.ConnectionLost(
                problem("the connection ended before an answer came" + words(cause), "try again", cause));
    }

    private Optional<TransportException> tls(IOException cause, HttpCall.Stage stage) {
        if (!causedBy(cause, SSLException.class)) {
            return Optional.empty();
        }
        if (causedBy(cause, ServerName.WrongName.class)) {
            return Optional.of(new TransportException.HostnameMismatch(problem(
                    "the server's certificate is not for " + serverName + words(root(cause)),
                    "use a name that it is for, or set tls-server-name",
                    cause)));
        }
        if (causedBy(cause, CertificateExpiredException.class)
                || causedBy(cause, CertificateNotYetValidException.class)) {
            return Optional.of(new TransportException.CertificateExpired(problem(
                    "the server's certificate is not valid now" + words(root(cause)),
                    "renew it, or check the clock of this machine",
                    cause)));
        }
        if (causedBy(cause, CertPathBuilderException.class)
                || causedBy(cause, CertPathValidatorException.class)
                || causedBy(cause, CertificateException.class)) {
            return Optional.of(new TransportException.TlsUntrusted(problem(
                    "the server's certificate is signed by nobody who is trusted",
                    "set certificate-authority or certificate-authority-data to the cluster's authority",
                    cause)));
        }
        return alert(cause, stage);
    }

    private Optional<TransportException> alert(IOException cause, HttpCall.Stage stage) {
        String alert = TlsWords.alert(cause);
        return switch (alert) {
            case "bad_certificate",
                    "certificate_required",
                    "certificate_expired",
                    "certificate_revoked",
                    "certificate_unknown",
                    "unknown_ca",
                    "unsupported_certificate",
                    "access_denied" ->
                Optional.of(new TransportException.ClientCertificateRejected(problem(
                        "the server does not accept the client certificate (" + alert + ")",
                        "check client-certificate and client-key",
                        cause)));
            // After the handshake, an end is an end like that of any other connection.
            default ->
                stage != HttpCall.Stage.CONNECTING
                                && (causedBy(cause, EOFException.class) || causedBy(cause, SocketException.class))
                        ? Optional.empty()
                        : Optional.of(new TransportException.TlsFailed(problem(
                                "TLS could not be agreed on" + words(cause),
                                "check that the port is that of an API server, and its TLS versions",
                                cause)));
        };
    }

    private Problem problem(String reason, String hint, @Nullable Throwable cause) {
        return new Problem(server, reason, hint, cause);
    }

    private static boolean isTimeout(IOException cause) {
        // Interrupts are dealt with before; of this type only timeouts are left.
        return cause instanceof InterruptedIOException;
    }

    private static boolean causedBy(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return true;
            }
        }
        return false;
    }

    private static Throwable root(Throwable failure) {
        Throwable at = failure;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return at;
    }

    private static String words(Throwable cause) {
        String said = TlsWords.plain(cause.getMessage());
        return said.isEmpty() ? "" : " (" + said + ")";
    }
}
