package dev.konverge.apiserver.http;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** TLS for the socket: the server shows its certificate and asks the client for one without insisting. */
final class Tls {
    private Tls() {}

    static SslContextFactory.Server of(Identity server, X509Certificate authority) {
        SslContextFactory.Server factory = new SslContextFactory.Server() {
            @Override
            protected TrustManager[] getTrustManagers(
                    @Nullable KeyStore trustStore, @Nullable Collection<? extends CRL> crls) {
                return new TrustManager[] {new Later(authority)};
            }
        };
        factory.setKeyStore(keyStore(server));
        // The store never leaves the process: its password protects nothing.
        factory.setKeyStorePassword("");
        factory.setWantClientAuth(true);
        factory.setSniRequired(false);
        factory.setEndpointIdentificationAlgorithm(null);
        return factory;
    }

    private static KeyStore keyStore(Identity server) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", server.key(), new char[0], new Certificate[] {server.certificate()});
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key store in memory cannot be made", e);
        }
    }

    /**
     * Lets every client certificate pass the handshake. {@link Authenticator} looks at it with each request, and answers a wrong
     * one with a readable 401, as the real server does, instead of a broken handshake.
     */
    private static final class Later extends X509ExtendedTrustManager {
        private final X509Certificate authority;

        Later(X509Certificate authority) {
            this.authority = authority;
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[] {authority};
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {
            // See above.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
            // See above.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
            // See above.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            throw new UnsupportedOperationException("this is a server");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
            throw new UnsupportedOperationException("this is a server");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
            throw new UnsupportedOperationException("this is a server");
        }
    }
}
