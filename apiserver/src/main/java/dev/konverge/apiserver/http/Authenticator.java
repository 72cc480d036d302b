package dev.konverge.apiserver.http;

import dev.konverge.apiserver.User;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says who sent a request: by a client certificate that the authority signed, or by a bearer token that is known. Safe for use by many
 * threads.
 */
public final class Authenticator {
    /** What the name of a WebSocket protocol begins with that carries a token: browsers cannot set other headers. */
    private static final String SOCKET_TOKEN = "base64url.bearer.authorization.k8s.io.";

    private final ClientCertificates certificates;
    private final Function<String, Optional<User>> tokens;
    private final boolean anonymous;

    /**
     * Knows users by certificate and by token.
     *
     * @param authority who signs the certificates of clients
     * @param tokens whose a token is
     * @param anonymous whether those without credentials may come in, as {@link User#ANONYMOUS}
     */
    public Authenticator(X509Certificate authority, Function<String, Optional<User>> tokens, boolean anonymous) {
        this.certificates = new ClientCertificates(authority);
        this.tokens = tokens;
        this.anonymous = anonymous;
    }

    /** {@return the certificate that signed those of clients} */
    X509Certificate authority() {
        return certificates.authority();
    }

    /**
     * {@return who sent a request}, or nobody if its credentials are nobody's, or there are none and some are needed
     *
     * @param certificate the client's certificate, or null
     * @param authorization the header {@code Authorization}, or null; of another kind than {@code Bearer}, it is passed over
     * @param socketProtocols the values of the header {@code Sec-WebSocket-Protocol}
     * @param now the time at which certificates must be valid
     */
    public Optional<User> findUser(
            @Nullable X509Certificate certificate,
            @Nullable String authorization,
            List<String> socketProtocols,
            Instant now) {
        if (certificate != null) {
            Optional<User> owner = certificates.findOwner(certificate, now);
            if (owner.isPresent()) {
                return owner;
            }
        }
        Optional<String> token = bearer(authorization).or(() -> socketToken(socketProtocols));
        if (token.isPresent()) {
            return tokens.apply(token.get());
        }
        return anonymous && certificate == null ? Optional.of(User.ANONYMOUS) : Optional.empty();
    }

    /** {@return the protocols without those that carry a token: those are not for the other side to choose} */
    static List<String> withoutToken(List<String> socketProtocols) {
        List<String> names = new ArrayList<>();
        for (String value : socketProtocols) {
            for (String name : value.split(",", -1)) {
                if (!name.isBlank() && !name.strip().startsWith(SOCKET_TOKEN)) {
                    names.add(name.strip());
                }
            }
        }
        return names;
    }

    private static Optional<String> bearer(@Nullable String authorization) {
        if (authorization == null) {
            return Optional.empty();
        }
        // By hand: every request comes this way, and a pattern would cost more than all the rest here.
        String words = authorization.strip();
        int blank = words.indexOf(' ');
        return blank > 0 && words.substring(0, blank).equalsIgnoreCase("bearer")
                ? Optional.of(words.substring(blank).stripLeading())
                : Optional.empty();
    }

    private static Optional<String> socketToken(List<String> protocols) {
        for (String value : protocols) {
            for (String name : value.split(",", -1)) {
                if (name.strip().startsWith(SOCKET_TOKEN)) {
                    return decoded(name.strip().substring(SOCKET_TOKEN.length()));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> decoded(String encoded) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.of("");
        }
    }
}
