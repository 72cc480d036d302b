package dev.konverge.client.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.OutputEncryptor;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.jspecify.annotations.Nullable;

/** Certificates made for a test: authorities, and what they sign. */
public final class TestPki {
    private static final SecureRandom RANDOM = new SecureRandom();

    private TestPki() {}

    /** {@return a new authority that signs itself} */
    public static Authority authority(String name) {
        try {
            KeyPair keys = ellipticKeys();
            X509Certificate certificate =
                    sign("CN=" + name, keys, "CN=" + name, keys.getPrivate(), true, List.of(), validNow());
            return new Authority(certificate, keys.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * One who signs certificates.
     *
     * @param certificate its own
     * @param key what it signs with
     */
    public record Authority(X509Certificate certificate, PrivateKey key) {
        /** {@return the identity of a server with these names and addresses} */
        public Identity server(String... names) {
            return issue("CN=server", ellipticKeysUnchecked(), validNow(), names);
        }

        /** {@return the identity of a server with an RSA key} */
        public Identity rsaServer(String... names) {
            return issue("CN=server", rsaKeysUnchecked(), validNow(), names);
        }

        /** {@return the identity of a server whose certificate has expired} */
        public Identity expiredServer(String... names) {
            return issue("CN=server", ellipticKeysUnchecked(), validUntilYesterday(), names);
        }

        /** {@return the identity of a user with this name} */
        public Identity client(String user) {
            return issue("CN=" + user, ellipticKeysUnchecked(), validNow());
        }

        /** {@return the identity of a user whose certificate has expired} */
        public Identity expiredClient(String user) {
            return issue("CN=" + user, ellipticKeysUnchecked(), validUntilYesterday());
        }

        /** {@return the identity of a user with an RSA key} */
        public Identity rsaClient(String user) {
            return issue("CN=" + user, rsaKeysUnchecked(), validNow());
        }

        /** {@return an authority that this one vouches for} */
        public Authority intermediate(String name) {
            try {
                KeyPair keys = ellipticKeys();
                X509Certificate signed = sign("CN=" + name, keys, issuerName(), key, true, List.of(), validNow());
                return new Authority(signed, keys.getPrivate());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        /** {@return the certificate as PEM} */
        public String pem() {
            return TestPki.pem(certificate);
        }

        private String issuerName() {
            return certificate.getSubjectX500Principal().getName();
        }

        private Identity issue(String subject, KeyPair keys, Instant[] validity, String... names) {
            try {
                X509Certificate signed = sign(subject, keys, issuerName(), key, false, generalNames(names), validity);
                return new Identity(List.of(signed, certificate), keys.getPrivate());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * One who shows a certificate.
     *
     * @param chain the certificate and those that vouch for it
     * @param key the key of the first
     */
    public record Identity(List<X509Certificate> chain, PrivateKey key) {
        /** {@return the first certificate as PEM} */
        public String certificatePem() {
            return TestPki.pem(chain.getFirst());
        }

        /** {@return all certificates as PEM} */
        public String chainPem() {
            return String.join("", chain.stream().map(TestPki::pem).toList());
        }

        /** {@return the key as PKCS#8} */
        public String keyPem() {
            return TestPki.pem(new PemObject("PRIVATE KEY", key.getEncoded()));
        }

        /** {@return the key in the form that OpenSSL wrote of old: PKCS#1 for RSA, SEC1 for elliptic curves} */
        public String traditionalKeyPem() {
            if (!(key instanceof java.security.interfaces.ECPrivateKey elliptic)) {
                return TestPki.pem(key);
            }
            try {
                var sec1 = new org.bouncycastle.asn1.sec.ECPrivateKey(256, elliptic.getS(), curve());
                return TestPki.pem(new PemObject("EC PRIVATE KEY", sec1.getEncoded()));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        /** {@return an elliptic key that names its curve in a block of its own, and not in the key} */
        public String keyPemWithParameters() {
            try {
                byte[] curve = curve().toASN1Primitive().getEncoded();
                return TestPki.pem(new PemObject("EC PARAMETERS", curve)) + TestPki.pem(key);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private ASN1Encodable curve() {
            return PrivateKeyInfo.getInstance(key.getEncoded())
                    .getPrivateKeyAlgorithm()
                    .getParameters();
        }

        /** {@return the key as PKCS#8, encrypted} */
        public String encryptedKeyPem(String password) {
            try {
                OutputEncryptor encryptor = new JceOpenSSLPKCS8EncryptorBuilder(JcaPKCS8Generator.AES_256_CBC)
                        .setProvider(new org.bouncycastle.jce.provider.BouncyCastleProvider())
                        .setPassword(password.toCharArray())
                        .build();
                return TestPki.pem(new JcaPKCS8Generator(key, encryptor).generate());
            } catch (IOException | OperatorCreationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * {@return what a server needs to speak TLS}
     *
     * @param clients who vouches for clients, or null if clients need no certificate
     */
    public static SSLContext serverContext(Identity identity, @Nullable Authority clients) {
        try {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, null);
            keys.setKeyEntry(
                    "server", identity.key(), new char[0], identity.chain().toArray(Certificate[]::new));
            KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
            keyManagers.init(keys, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers.getKeyManagers(), clients == null ? null : trusting(clients), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TrustManager[] trusting(Authority authority) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.certificate());
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(trusted);
        return trustManagers.getTrustManagers();
    }

    private static X509Certificate sign(
            String subject,
            KeyPair keys,
            String issuer,
            PrivateKey issuerKey,
            boolean authority,
            List<GeneralName> names,
            Instant[] validity)
            throws GeneralSecurityException {
        try {
            var builder = new JcaX509v3CertificateBuilder(
                    new X500Name(issuer),
                    new BigInteger(120, RANDOM),
                    Date.from(validity[0]),
                    Date.from(validity[1]),
                    new X500Name(subject),
                    keys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            if (!names.isEmpty()) {
                builder.addExtension(
                        Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new)));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKey)));
        } catch (IOException | OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }

    /** Addresses by their look, unless it is said that they are names. */
    private static List<GeneralName> generalNames(String... names) {
        List<GeneralName> all = new ArrayList<>();
        for (String name : names) {
            if (name.startsWith("dns:")) {
                all.add(new GeneralName(GeneralName.dNSName, name.substring(4)));
                continue;
            }
            boolean address = name.matches("[0-9.]+") || name.contains(":");
            all.add(new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name));
        }
        return all;
    }

    private static Instant[] validNow() {
        Instant now = Instant.now();
        return new Instant[] {now.minus(Duration.ofDays(2)), now.plus(Duration.ofDays(30))};
    }

    private static Instant[] validUntilYesterday() {
        Instant now = Instant.now();
        return new Instant[] {now.minus(Duration.ofDays(2)), now.minus(Duration.ofDays(1))};
    }

    private static KeyPair ellipticKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static KeyPair ellipticKeysUnchecked() {
        try {
            return ellipticKeys();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair rsaKeysUnchecked() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(Object object) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return text.toString();
    }

    /** {@return the loopback address, as a name for a certificate} */
    public static String loopback() {
        return InetAddress.getLoopbackAddress().getHostAddress();
    }

    /** {@return names and the loopback address} */
    public static String[] withLoopback(String... names) {
        String[] all = Arrays.copyOf(names, names.length + 1);
        all[names.length] = loopback();
        return all;
    }
}
