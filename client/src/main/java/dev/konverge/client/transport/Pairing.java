package dev.konverge.client.transport;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Finds out whether two keys belong together, by signing with one and verifying with the other. */
final class Pairing {
    private static final byte[] SAMPLE = "sample".getBytes(StandardCharsets.US_ASCII);

    private Pairing() {}

    static boolean holds(PublicKey publicKey, PrivateKey privateKey) {
        try {
            Signature signature = Signature.getInstance(algorithm(privateKey));
            signature.initSign(privateKey);
            signature.update(SAMPLE);
            byte[] signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static String algorithm(PrivateKey key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
    }
}
