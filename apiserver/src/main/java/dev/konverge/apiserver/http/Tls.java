package dev.konverge.apiserver.http;

import dev.konverge.base.tls.Identity;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** TLS for the socket: the server shows its certificate and asks the client for one without insisting. */
final class Tls {
    private Tls() {}

    static SslContextFactory.Server of(Identity server, X509Certificate authority) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setSslContext(context(server, authority));
        factory.setWantClientAuth(true);
        factory.setSniRequired(false);
        // As Go's TLS does with clients that would rather not have AES: those know why.
        factory.setUseCipherSuitesOrder(false);
        factory.setEndpointIdentificationAlgorithm(null);
        return factory;
    }

    /**
     * Made by hand: a key store would encrypt the key with a password that protects nothing, in ten thousand rounds, and take it
     * out again in as many. That is a second of a new process.
     */
    private static SSLContext context(Identity server, X509Certificate authority) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new OneKey(server)},
                    new TrustManager[] {new Later(authority)},
                    new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot do TLS", e);
        }
    }

    /** Shows the one certificate there is to whoever can use a key on its curve. */
    private static final class OneKey extends X509ExtendedKeyManager {
        private static final String ALIAS = "server";

        private final Identity server;

        OneKey(Identity server) {
            this.server = server;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return keyType.equals(server.key().getAlgorithm()) ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return chooseEngineServerAlias(keyType, issuers, null);
        }

        @Override
        public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
            return chooseEngineServerAlias(keyType, issuers, null) == null ? null : new String[] {ALIAS};
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            return alias.equals(ALIAS) ? new X509Certificate[] {server.certificate()} : null;
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            return alias.equals(ALIAS) ? server.key() : null;
        }

        @Override
        public @Nullable String chooseClientAlias(
                String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return null;
        }

        @Override
        public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
            return null;
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
