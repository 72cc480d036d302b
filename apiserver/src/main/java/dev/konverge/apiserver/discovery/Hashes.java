package dev.konverge.apiserver.discovery;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Fingerprints of documents, in the form in which Kubernetes shows them. */
final class Hashes {
    private Hashes() {}

    static byte[] digest(String algorithm, byte[] content) {
        try {
            return MessageDigest.getInstance(algorithm).digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }

    /** {@return the SHA-512 in capital hexadecimal digits: what an ETag holds} */
    static String etag(byte[] content) {
        return HexFormat.of().withUpperCase().formatHex(digest("SHA-512", content));
    }
}
