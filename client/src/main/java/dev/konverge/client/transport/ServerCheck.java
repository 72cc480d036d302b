package dev.konverge.client.transport;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Checks who a server is, and tells "signed by a stranger" from "signed for another name", which Java's own manager tells
 * apart by the text of its messages only.
 */
final class ServerCheck extends X509ExtendedTrustManager {
    private final @Nullable X509ExtendedTrustManager authorities;

    /** @param authorities who decides, or null if anybody is trusted */
    ServerCheck(@Nullable X509ExtendedTrustManager authorities) {
        this.authorities = authorities;
    }

    /** The certificate is good, but for another name. */
    static final class WrongName extends CertificateException {
        private static final long serialVersionUID = 1L;

        WrongName(CertificateException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** TLS 1.3 has no such thing; Java's manager expects Java's word for that, and Conscrypt has another. */
    private static String javaWord(String authType) {
        return authType.equals("GENERIC") ? "UNKNOWN" : authType;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        if (authorities != null) {
            authorities.checkServerTrusted(chain, javaWord(authType));
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, authType);
        if (authorities != null) {
            try {
                authorities.checkServerTrusted(chain, javaWord(authType), socket);
            } catch (CertificateException e) {
                throw new WrongName(e);
            }
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, authType);
        if (authorities != null) {
            try {
                authorities.checkServerTrusted(chain, javaWord(authType), engine);
            } catch (CertificateException e) {
                throw new WrongName(e);
            }
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this is no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("this is no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("this is no server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities == null ? new X509Certificate[0] : authorities.getAcceptedIssuers();
    }
}
