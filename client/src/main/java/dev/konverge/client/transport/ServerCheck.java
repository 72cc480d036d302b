package dev.konverge.client.transport;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Checks who a server is: Java checks whom its certificate is signed by, {@link ServerName} whom it is for. */
final class ServerCheck extends X509ExtendedTrustManager {
    private final @Nullable X509ExtendedTrustManager authorities;

    /** @param authorities who decides, or null if anybody is trusted */
    ServerCheck(@Nullable X509ExtendedTrustManager authorities) {
        this.authorities = authorities;
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
        if (authorities != null) {
            authorities.checkServerTrusted(chain, javaWord(authType), socket);
            checkName(chain, ((SSLSocket) socket).getHandshakeSession());
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        if (authorities != null) {
            authorities.checkServerTrusted(chain, javaWord(authType), engine);
            checkName(chain, engine.getHandshakeSession());
        }
    }

    private static void checkName(X509Certificate[] chain, SSLSession session) throws CertificateException {
        new ServerName(session.getPeerHost()).check(chain[0]);
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
