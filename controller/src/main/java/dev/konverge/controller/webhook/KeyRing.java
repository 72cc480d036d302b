package dev.konverge.controller.webhook;

import dev.konverge.base.tls.CertificateAuthority;
import dev.konverge.base.tls.Identity;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.transport.Pem;
import dev.konverge.model.Bytes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The authorities of a webhook server and the certificate that it shows: what is kept, and when it is replaced. Pure.
 *
 * <p>There is more than one authority when the newest is about to take over: it is trusted before it signs, and the one before is
 * trusted until its end, so there is no moment when somebody meets a certificate that nobody has told him of.
 *
 * @param authorities the authorities, the newest first
 * @param server the certificate that is shown
 */
record KeyRing(List<Identity> authorities, Identity server) {
    /** How long a new authority is only trusted. */
    static final Duration SETTLING = Duration.ofDays(1);

    private static final String CERTIFICATE = "tls.crt";
    private static final String KEY = "tls.key";
    private static final String AUTHORITIES = "ca.crt";
    private static final String AUTHORITY_KEYS = "ca.key";
    private static final String END_OF_KEY = "(?<=-----END PRIVATE KEY-----\n)";

    /** What certificates must be like. */
    record Terms(List<String> hosts, Duration lifetime, Duration authorityLifetime) {}

    KeyRing {
        authorities = List.copyOf(authorities);
    }

    /** {@return the ring as it should be now, the same if nothing is to be replaced} */
    static KeyRing renewed(Optional<KeyRing> before, Instant now, Terms terms) {
        List<Identity> authorities =
                new ArrayList<>(before.map(KeyRing::authorities).orElse(List.of()));
        authorities.removeIf(authority -> !end(authority).isAfter(now));
        if (authorities.isEmpty()
                || end(authorities.getFirst())
                        .isBefore(now.plus(terms.lifetime().multipliedBy(2)))) {
            authorities.addFirst(
                    new CertificateAuthority("konverge-webhook-ca", now, terms.authorityLifetime()).self());
        }
        if (before.isPresent()
                && before.get().authorities().equals(authorities)
                && isGood(before.get().server(), authorities, now, terms)) {
            return before.get();
        }
        if (before.isPresent() && isGood(before.get().server(), authorities, now, terms)) {
            return new KeyRing(authorities, before.get().server());
        }
        Identity server = new CertificateAuthority(signer(authorities, now), now, terms.lifetime())
                .server("konverge-webhook", terms.hosts());
        return new KeyRing(authorities, server);
    }

    private static Identity signer(List<Identity> authorities, Instant now) {
        return authorities.stream()
                .filter(authority -> begin(authority).plus(SETTLING).isBefore(now))
                .findFirst()
                .orElse(authorities.getLast());
    }

    private static boolean isGood(Identity server, List<Identity> authorities, Instant now, Terms terms) {
        return end(server).isAfter(now.plus(terms.lifetime().dividedBy(3)))
                && authorities.stream().anyMatch(authority -> hasSigned(authority, server))
                && names(server)
                        .containsAll(
                                terms.hosts().stream().map(KeyRing::written).toList());
    }

    /** An address as certificates show it. */
    private static String written(String host) {
        try {
            return host.indexOf(':') < 0 ? host : InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException notAnAddress) {
            throw new IllegalArgumentException("\"" + host + "\" is no address", notAnAddress);
        }
    }

    private static boolean hasSigned(Identity authority, Identity server) {
        PublicKey key = authority.certificate().getPublicKey();
        try {
            server.certificate().verify(key);
            return true;
        } catch (GeneralSecurityException another) {
            return false;
        }
    }

    private static List<String> names(Identity server) {
        try {
            Collection<List<?>> names = server.certificate().getSubjectAlternativeNames();
            return names == null
                    ? List.of()
                    : names.stream().map(name -> String.valueOf(name.get(1))).toList();
        } catch (CertificateParsingException damaged) {
            return List.of();
        }
    }

    private static Instant begin(Identity identity) {
        return identity.certificate().getNotBefore().toInstant();
    }

    private static Instant end(Identity identity) {
        return identity.certificate().getNotAfter().toInstant();
    }

    /** {@return the certificates of all authorities, as PEM: what is trusted} */
    String bundle() {
        return authorities.stream().map(Identity::certificatePem).collect(Collectors.joining());
    }

    /** {@return what a Secret holds of it} */
    Map<String, Bytes> toSecret() {
        Map<String, Bytes> entries = new LinkedHashMap<>();
        entries.put(CERTIFICATE, Bytes.utf8(server.certificatePem()));
        entries.put(KEY, Bytes.utf8(server.keyPem()));
        entries.put(AUTHORITIES, Bytes.utf8(bundle()));
        entries.put(
                AUTHORITY_KEYS,
                Bytes.utf8(authorities.stream().map(Identity::keyPem).collect(Collectors.joining())));
        return entries;
    }

    /** {@return what a Secret holds of it, beside what else is there} */
    Map<String, Bytes> in(Map<String, Bytes> others) {
        Map<String, Bytes> entries = new LinkedHashMap<>(others);
        entries.putAll(toSecret());
        return entries;
    }

    /** {@return whether a Secret is one for a ring, be it damaged} */
    static boolean isIn(Map<String, Bytes> entries) {
        return entries.keySet().containsAll(List.of(CERTIFICATE, KEY, AUTHORITIES, AUTHORITY_KEYS));
    }

    /**
     * {@return the ring in a Secret, if it holds one}
     *
     * @throws dev.konverge.client.config.ConfigException if what it holds is damaged
     */
    static Optional<KeyRing> ofSecret(Map<String, Bytes> entries) {
        if (!isIn(entries)) {
            return Optional.empty();
        }
        List<X509Certificate> certificates = Pem.certificates(source(entries, AUTHORITIES));
        String[] keys = text(entries, AUTHORITY_KEYS).split(END_OF_KEY, -1);
        if (keys.length < certificates.size()) {
            return Optional.empty();
        }
        List<Identity> authorities = new ArrayList<>();
        for (int i = 0; i < certificates.size(); i++) {
            authorities.add(new Identity(certificates.get(i), Pem.privateKey(PemSource.of(keys[i]))));
        }
        Identity server = new Identity(
                Pem.certificates(source(entries, CERTIFICATE)).getFirst(), Pem.privateKey(source(entries, KEY)));
        return Optional.of(new KeyRing(authorities, server));
    }

    private static PemSource source(Map<String, Bytes> entries, String name) {
        return PemSource.of(text(entries, name));
    }

    private static String text(Map<String, Bytes> entries, String name) {
        return entries.getOrDefault(name, Bytes.EMPTY).toUtf8();
    }

    /** {@return nothing that is secret} */
    @Override
    public String toString() {
        return server + " by " + authorities;
    }
}
