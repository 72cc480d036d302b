package dev.konverge.apiserver.http;

import dev.konverge.apiserver.User;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Whose a client certificate is, if the authority signed it: the common name is the user, the organizations are the groups. */
final class ClientCertificates {
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";

    /** The part of a subject by which Kubernetes lets a certificate carry a user's unique id. */
    private static final String USER_ID = "1.3.6.1.4.1.57683.2";

    /** How many owners are remembered, since checking a signature costs more than the rest of a request. */
    private static final int REMEMBERED = 1_000;

    private final X509Certificate authority;

    /** The owners of certificates that the authority signed. */
    private final Map<X509Certificate, User> known = new ConcurrentHashMap<>();

    ClientCertificates(X509Certificate authority) {
        this.authority = authority;
    }

    X509Certificate authority() {
        return authority;
    }

    /** {@return whose a certificate is, if it is genuine, for clients, and valid at a time} */
    Optional<User> findOwner(X509Certificate certificate, Instant now) {
        try {
            certificate.checkValidity(Date.from(now));
            User owner = known.get(certificate);
            if (owner != null) {
                return Optional.of(owner);
            }
            certificate.verify(authority.getPublicKey());
            List<String> usages = certificate.getExtendedKeyUsage();
            if (usages == null || !usages.contains(CLIENT_AUTH)) {
                return Optional.empty();
            }
            Optional<User> named = named(certificate);
            named.ifPresent(user -> remember(certificate, user));
            return named;
        } catch (GeneralSecurityException | NamingException e) {
            return Optional.empty();
        }
    }

    private void remember(X509Certificate certificate, User user) {
        if (known.size() >= REMEMBERED) {
            known.clear();
        }
        known.put(certificate, user);
    }

    private static Optional<User> named(X509Certificate certificate) throws NamingException, GeneralSecurityException {
        String subject = certificate.getSubjectX500Principal().getName();
        List<String> names = values(subject, "CN");
        if (names.isEmpty()) {
            return Optional.empty();
        }
        List<String> groups = values(subject, "O");
        groups.add("system:authenticated");
        List<String> uids = values(subject, USER_ID);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        String credential = "X509SHA256=" + HexFormat.of().formatHex(digest);
        return Optional.of(new User(
                names.getLast(),
                uids.isEmpty() ? "" : uids.getLast(),
                groups,
                Map.of("authentication.kubernetes.io/credential-id", List.of(credential))));
    }

    /** {@return what a subject has of a type, in order}; several values may share one part of it, as Go writes groups */
    private static List<String> values(String subject, String type) throws InvalidNameException, NamingException {
        List<String> values = new ArrayList<>();
        for (Rdn part : new LdapName(subject).getRdns()) {
            for (Attribute attribute : Collections.list(part.toAttributes().getAll())) {
                if (attribute.getID().equalsIgnoreCase(type)) {
                    Collections.list(attribute.getAll()).forEach(value -> values.add(text(value)));
                }
            }
        }
        return values;
    }

    /** A type that Java does not know comes as it is encoded: a tag, a length, and the text. */
    private static String text(Object value) {
        return value instanceof byte[] encoded && encoded.length > 2
                ? new String(encoded, 2, encoded.length - 2, StandardCharsets.UTF_8)
                : value.toString();
    }
}
