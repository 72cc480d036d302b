package dev.konverge.base.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An authority that signs certificates for servers and their clients. Its key is written nowhere, unless its owner does so.
 *
 * <p>Keys are on the curve P-256, the quickest to make that every client takes. Java has no way to make a certificate, so its few
 * structures are written here (RFC 5280).
 */
public final class CertificateAuthority {
    private static final Duration LIFETIME = Duration.ofDays(365);
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);
    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.oid("1.2.840.10045.4.3.2"));
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ORGANIZATION = "2.5.4.10";
    private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    private static final int DIGITAL_SIGNATURE = 0x80;
    private static final int CERTIFICATE_SIGN = 0x04;

    private final SecureRandom random;
    private final Instant now;
    private final Duration lifetime;
    private final Identity self;

    /**
     * Makes an authority, with a key that is new.
     *
     * @param now the time from which its certificates count, a little before and a year on
     */
    public CertificateAuthority(Instant now) {
        this("konverge-ca", now, LIFETIME);
    }

    /**
     * Makes an authority, with a key that is new.
     *
     * @param commonName what it is called in its certificate
     * @param now the time from which its certificates count, and its own
     * @param lifetime how long its own certificate is valid, and no other that it signs is valid for longer
     */
    public CertificateAuthority(String commonName, Instant now, Duration lifetime) {
        this.random = new SecureRandom();
        this.now = now;
        this.lifetime = lifetime;
        KeyPair pair = keyPair();
        byte[] name = name(commonName, List.of());
        byte[] extensions = Der.sequence(
                extension("2.5.29.19", true, Der.sequence(Der.bool(true))),
                keyUsage(DIGITAL_SIGNATURE | CERTIFICATE_SIGN),
                subjectKeyId(pair.getPublic()));
        X509Certificate certificate =
                sign(name, name, pair.getPublic(), extensions, pair.getPrivate(), now.plus(lifetime));
        this.self = new Identity(certificate, pair.getPrivate());
    }

    /**
     * An authority that was made before.
     *
     * @param self its certificate and key
     * @param now the time from which the certificates count that it signs
     * @param lifetime how long they are valid; none outlives the authority's own
     */
    public CertificateAuthority(Identity self, Instant now, Duration lifetime) {
        this.random = new SecureRandom();
        this.now = now;
        this.lifetime = lifetime;
        this.self = self;
    }

    /** {@return the authority's own certificate and its key} */
    public Identity self() {
        return self;
    }

    /** {@return the authority's own certificate} */
    public X509Certificate certificate() {
        return self.certificate();
    }

    /** {@return the authority's own certificate as PEM: what clients trust} */
    public String certificatePem() {
        return self.certificatePem();
    }

    /**
     * {@return the identity of an API server}
     *
     * @param hosts the names and addresses under which clients reach it
     */
    public Identity server(List<String> hosts) {
        return server("kube-apiserver", hosts);
    }

    /**
     * {@return the identity of a server}
     *
     * @param commonName what it is called
     * @param hosts the names and addresses under which clients reach it
     */
    public Identity server(String commonName, List<String> hosts) {
        List<byte[]> names = new ArrayList<>();
        for (String host : hosts) {
            byte[] address = addressOf(host);
            names.add(
                    address == null
                            ? Der.contextPrimitive(2, host.getBytes(StandardCharsets.US_ASCII))
                            : Der.contextPrimitive(7, address));
        }
        byte[] alternatives = extension("2.5.29.17", false, Der.sequence(names.toArray(byte[][]::new)));
        return issue(name(commonName, List.of()), SERVER_AUTH, alternatives);
    }

    /**
     * {@return the identity of a client}
     *
     * @param user the user's name
     * @param groups the groups the user is in
     */
    public Identity client(String user, List<String> groups) {
        return issue(name(user, groups), CLIENT_AUTH, new byte[0]);
    }

    /** {@return a secret that nobody guesses, in letters and digits} */
    public String token() {
        return new BigInteger(256, random).setBit(256).toString(36);
    }

    private Identity issue(byte[] subject, String usage, byte[] moreExtensions) {
        KeyPair pair = keyPair();
        byte[] extensions = Der.sequence(
                keyUsage(DIGITAL_SIGNATURE),
                extension("2.5.29.37", false, Der.sequence(Der.oid(usage))),
                extension("2.5.29.19", true, Der.sequence()),
                extension(
                        "2.5.29.35",
                        false,
                        Der.sequence(
                                Der.contextPrimitive(0, keyId(self.certificate().getPublicKey())))),
                moreExtensions);
        byte[] issuer = self.certificate().getSubjectX500Principal().getEncoded();
        Instant end =
                earlier(now.plus(lifetime), self.certificate().getNotAfter().toInstant());
        return new Identity(sign(subject, issuer, pair.getPublic(), extensions, self.key(), end), pair.getPrivate());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private X509Certificate sign(
            byte[] subject, byte[] issuer, PublicKey subjectKey, byte[] extensions, PrivateKey signer, Instant end) {
        byte[] content = Der.sequence(
                Der.context(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(127, random).setBit(126)),
                ECDSA_WITH_SHA256,
                issuer,
                Der.sequence(Der.time(now.minus(CLOCK_SKEW)), Der.time(end)),
                subject,
                subjectKey.getEncoded(),
                Der.context(3, extensions));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(signer);
            signature.update(content);
            byte[] encoded = Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot sign with ECDSA", e);
        }
    }

    private KeyPair keyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java does not know the curve P-256", e);
        }
    }

    private static byte[] name(String commonName, List<String> organizations) {
        List<byte[]> parts = new ArrayList<>();
        for (String organization : organizations) {
            parts.add(Der.set(Der.sequence(Der.oid(ORGANIZATION), Der.text(organization))));
        }
        parts.add(Der.set(Der.sequence(Der.oid(COMMON_NAME), Der.text(commonName))));
        return Der.sequence(parts.toArray(byte[][]::new));
    }

    private static byte[] extension(String oid, boolean critical, byte[] content) {
        return critical
                ? Der.sequence(Der.oid(oid), Der.bool(true), Der.octets(content))
                : Der.sequence(Der.oid(oid), Der.octets(content));
    }

    private static byte[] keyUsage(int bits) {
        return extension("2.5.29.15", true, Der.bits(Integer.numberOfTrailingZeros(bits), new byte[] {(byte) bits}));
    }

    private static byte[] subjectKeyId(PublicKey key) {
        return extension("2.5.29.14", false, Der.octets(keyId(key)));
    }

    private static byte[] keyId(PublicKey key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return Arrays.copyOf(hash, 20);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The octets of an address, or null for the name of a host. Names are not looked up. */
    private static byte @Nullable [] addressOf(String host) {
        boolean looksLikeAddress = host.indexOf(':') >= 0 || host.matches("[0-9]+(\\.[0-9]+){3}");
        try {
            return looksLikeAddress ? InetAddress.getByName(host).getAddress() : null;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("\"" + host + "\" is no address", e);
        }
    }
}
