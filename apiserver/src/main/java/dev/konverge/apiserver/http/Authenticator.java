package dev.konverge.apiserver.http;

import dev.konverge.apiserver.User;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/**
 * Says who sent a request: by a client certificate that the authority signed, or by a bearer token that is known. Immutable;
 * safe for use by many threads.
 */
public final class Authenticator {
    /** What the name of a WebSocket protocol begins with that carries a token: browsers cannot set other headers. */
    private static final String SOCKET_TOKEN = "base64url.bearer.authorization.k8s.io.";

    private static final String EVERYBODY = "system:authenticated";

    private final X509Certificate authority;
    private final Map<String, User> tokens;
    private final Function<String, Optional<User>> issued;

    /**
     * Takes what credentials are checked against.
     *
     * @param authority the certificate that signed those of clients
     * @param tokens the known tokens and whose they are
     */
    public Authenticator(X509Certificate authority, Map<String, User> tokens) {
        this(authority, tokens, token -> Optional.empty());
    }

    /**
     * Knows users by certificate and by token.
     *
     * @param authority who signs the certificates of clients
     * @param tokens the known tokens and whose they are
     * @param issued whose any other token is, such as one of a service account
     */
    public Authenticator(X509Certificate authority, Map<String, User> tokens, Function<String, Optional<User>> issued) {
        this.authority = authority;
        this.tokens = Map.copyOf(tokens);
        this.issued = issued;
    }

    /** {@return the certificate that signed those of clients} */
    X509Certificate authority() {
        return authority;
    }

    /** What came of looking at the credentials of a request. */
    public sealed interface Outcome {
        /**
         * They are somebody's.
         *
         * @param user whose
         */
        record Known(User user) implements Outcome {}

        /** There were none. */
        record Anonymous() implements Outcome {}

        /** There were some, and they are nobody's. */
        record Rejected() implements Outcome {}
    }

    /**
     * Looks at the credentials of a request.
     *
     * @param certificate the client's certificate, or null
     * @param authorization the header {@code Authorization}, or null
     * @param socketProtocols the values of the header {@code Sec-WebSocket-Protocol}
     * @param now the time at which certificates must be valid
     */
    public Outcome authenticate(
            @Nullable X509Certificate certificate,
            @Nullable String authorization,
            List<String> socketProtocols,
            Instant now) {
        if (certificate != null) {
            Optional<User> owner = owner(certificate, now);
            if (owner.isPresent()) {
                return new Outcome.Known(owner.get());
            }
        }
        Optional<String> token = bearer(authorization).or(() -> socketToken(socketProtocols));
        if (token.isPresent()) {
            return find(token.get()).<Outcome>map(Outcome.Known::new).orElseGet(Outcome.Rejected::new);
        }
        return certificate != null || authorization != null ? new Outcome.Rejected() : new Outcome.Anonymous();
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

    private Optional<User> owner(X509Certificate certificate, Instant now) {
        try {
            certificate.verify(authority.getPublicKey());
            certificate.checkValidity(Date.from(now));
            List<String> usages = certificate.getExtendedKeyUsage();
            if (usages == null || !usages.contains("1.3.6.1.5.5.7.3.2")) {
                return Optional.empty();
            }
            return named(certificate.getSubjectX500Principal().getName());
        } catch (GeneralSecurityException | InvalidNameException e) {
            return Optional.empty();
        }
    }

    /** The common name is the user, the organizations are the groups. */
    private static Optional<User> named(String subject) throws InvalidNameException {
        String user = "";
        List<String> groups = new ArrayList<>();
        for (Rdn part : new LdapName(subject).getRdns()) {
            if (part.getType().equalsIgnoreCase("CN")) {
                user = part.getValue().toString();
            } else if (part.getType().equalsIgnoreCase("O")) {
                groups.add(part.getValue().toString());
            }
        }
        groups.add(EVERYBODY);
        return user.isEmpty() ? Optional.empty() : Optional.of(new User(user, "", groups, Map.of()));
    }

    private static Optional<String> bearer(@Nullable String authorization) {
        if (authorization == null) {
            return Optional.empty();
        }
        String[] parts = authorization.strip().split(" +", 2);
        return parts.length == 2 && parts[0].equalsIgnoreCase("bearer") ? Optional.of(parts[1]) : Optional.empty();
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

    /** Takes as long for a token that is nearly right as for any other. */
    private Optional<User> find(String token) {
        byte[] given = token.getBytes(StandardCharsets.UTF_8);
        User found = null;
        for (Map.Entry<String, User> known : new LinkedHashMap<>(tokens).entrySet()) {
            if (MessageDigest.isEqual(known.getKey().getBytes(StandardCharsets.UTF_8), given)) {
                found = known.getValue();
            }
        }
        return found == null ? issued.apply(token) : Optional.of(found);
    }
}
