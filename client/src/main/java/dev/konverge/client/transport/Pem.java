package dev.konverge.client.transport;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.PemSource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads certificates and keys from PEM, in every form that kubeconfig files have. Messages never show contents. */
public final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*(.*?)-----END \\1-----", Pattern.DOTALL);
    /** Headers such as {@code Proc-Type: 4,ENCRYPTED}, up to an empty line. */
    private static final Pattern HEADERS = Pattern.compile("^(?:[A-Za-z0-9-]+:[^\\n]*\\n)+\\s*");

    private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA", "Ed25519", "Ed448");

    /** A block of a file; headers are those of old encrypted keys. */
    private static final class Block {
        private final String label;
        private final String headers;
        private final byte[] der;

        Block(String label, String headers, byte[] der) {
            this.label = label;
            this.headers = headers;
            this.der = der;
        }
    }

    private Pem() {}

    /**
     * {@return the certificates, at least one}
     *
     * @throws ConfigException if it cannot be read, or holds none
     */
    public static List<X509Certificate> certificates(PemSource source) {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            List<X509Certificate> all = new ArrayList<>();
            for (Block block : blocks(source)) {
                if (block.label.equals("CERTIFICATE") || block.label.equals("TRUSTED CERTIFICATE")) {
                    all.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.der)));
                }
            }
            if (all.isEmpty()) {
                throw new ConfigException(
                        "there is no certificate in it",
                        source.origin(),
                        "it should begin with -----BEGIN CERTIFICATE-----");
            }
            return all;
        } catch (CertificateException e) {
            throw new ConfigException("a certificate in it is damaged", source.origin(), "get it anew", e);
        }
    }

    /**
     * {@return the private key}
     *
     * @throws ConfigException if it cannot be read, or holds none that is not encrypted
     */
    public static PrivateKey privateKey(PemSource source) {
        byte[] curve = null;
        for (Block block : blocks(source)) {
            switch (block.label) {
                case "EC PARAMETERS" -> curve = block.der;
                case "PRIVATE KEY" -> {
                    return decode(block.der, source);
                }
                case "RSA PRIVATE KEY" -> {
                    requirePlain(block, source);
                    return decode(Pkcs8.ofRsa(block.der), source);
                }
                case "EC PRIVATE KEY" -> {
                    requirePlain(block, source);
                    return decode(wrapElliptic(block.der, curve, source), source);
                }
                case "ENCRYPTED PRIVATE KEY" -> throw encrypted(source);
                default -> {}
            }
        }
        throw new ConfigException(
                "there is no private key in it", source.origin(), "it should begin with -----BEGIN PRIVATE KEY-----");
    }

    private static byte[] wrapElliptic(byte[] key, byte @Nullable [] curve, PemSource source) {
        try {
            return Pkcs8.ofElliptic(key, curve);
        } catch (IllegalArgumentException e) {
            throw new ConfigException("the key in it is damaged: " + e.getMessage(), source.origin(), "get it anew");
        }
    }

    private static PrivateKey decode(byte[] pkcs8, PemSource source) {
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(pkcs8);
        for (String algorithm : KEY_ALGORITHMS) {
            Optional<PrivateKey> key = decode(spec, algorithm, source);
            if (key.isPresent()) {
                return key.get();
            }
        }
        throw new ConfigException(
                "the key in it is damaged, or of a kind that Java does not know",
                source.origin(),
                "use RSA, an elliptic curve of NIST, or Ed25519");
    }

    private static Optional<PrivateKey> decode(PKCS8EncodedKeySpec spec, String algorithm, PemSource source) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(spec));
        } catch (InvalidKeySpecException anotherAlgorithm) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new ConfigException("the key cannot be read", source.origin(), "", e);
        }
    }

    private static void requirePlain(Block block, PemSource source) {
        if (block.headers.contains("ENCRYPTED")) {
            throw encrypted(source);
        }
    }

    private static ConfigException encrypted(PemSource source) {
        return new ConfigException(
                "the private key is encrypted, and there is nobody to ask for its password",
                source.origin(),
                "decrypt it, for example with openssl pkey");
    }

    private static List<Block> blocks(PemSource source) {
        String text = new String(source.read(), StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
        List<Block> all = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            String content = block.group(2);
            Matcher headers = HEADERS.matcher(content);
            String head = headers.lookingAt() ? headers.group() : "";
            all.add(new Block(block.group(1), head, base64(content.substring(head.length()), source)));
        }
        if (all.isEmpty()) {
            throw new ConfigException(
                    text.isBlank() ? "it is empty" : "it is not PEM",
                    source.origin(),
                    "it should begin with -----BEGIN");
        }
        return all;
    }

    private static byte[] base64(String text, PemSource source) {
        try {
            return Base64.getDecoder().decode(text.replaceAll("\\s", ""));
        } catch (IllegalArgumentException e) {
            // The cause would repeat a part of the text, which may be a key.
            throw new ConfigException("what it holds is not base64", source.origin(), "get it anew");
        }
    }
}
