package dev.konverge.base.tls;

import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/**
 * A certificate and its key.
 *
 * @param certificate the certificate
 * @param key the private key that belongs to it
 */
public record Identity(X509Certificate certificate, PrivateKey key) {
    /** {@return the certificate as PEM} */
    public String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate of our own making cannot be encoded", e);
        }
    }

    /** {@return the key as PEM} */
    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String name, byte[] content) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + name + "-----\n" + body + "\n-----END " + name + "-----\n";
    }

    /** {@return whom the certificate names; never the key} */
    @Override
    public String toString() {
        return certificate.getSubjectX500Principal().getName();
    }
}
