package dev.konverge.client.transport;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Tls;
import dev.konverge.client.config.Trust;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Makes what Java opens secure connections with, of certificates and keys as they are read. */
final class TlsMaterial {
    private static final char[] NO_PASSWORD = new char[0];

    private TlsMaterial() {}

    /**
     * {@return what the settings say}
     *
     * @param provider who makes connections; empty for the first of the Java runtime that can
     * @throws ConfigException if a certificate or a key cannot be used
     */
    static SSLContext load(Tls tls, Optional<Provider> provider, Instant now) {
        try {
            ServerCheck check = new ServerCheck(authorities(tls.trust()));
            SSLContext context = context(provider);
            context.init(keyManagers(tls.client(), now), new TrustManager[] {check}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new ConfigException("TLS cannot be set up: " + e.getMessage(), "", "", e);
        }
    }

    /**
     * Refuses a client certificate that no connection could be made with.
     *
     * @throws ConfigException if the certificate or its key cannot be used
     */
    static void check(Tls.ClientCertificate client, Instant now) {
        try {
            keyManagers(client, now);
        } catch (GeneralSecurityException | IOException e) {
            throw new ConfigException(
                    "the client certificate cannot be used: " + e.getMessage(),
                    client.certificates().origin(),
                    "",
                    e);
        }
    }

    private static SSLContext context(Optional<Provider> provider) throws GeneralSecurityException {
        return provider.isPresent() ? SSLContext.getInstance("TLS", provider.get()) : SSLContext.getInstance("TLS");
    }

    private static @Nullable X509ExtendedTrustManager authorities(Trust trust)
            throws GeneralSecurityException, IOException {
        return switch (trust) {
            case Trust.Anybody anybody -> null;
            case Trust.JavaRuntime runtime -> manager(null);
            case Trust.Authorities known -> manager(store(Pem.certificates(known.certificates())));
        };
    }

    private static KeyStore store(List<X509Certificate> certificates) throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("authority-" + i, certificates.get(i));
        }
        return store;
    }

    private static X509ExtendedTrustManager manager(@Nullable KeyStore authorities) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(authorities);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager found) {
                return found;
            }
        }
        throw new GeneralSecurityException("this Java runtime has no trust manager for certificates");
    }

    private static KeyManager @Nullable [] keyManagers(Tls.@Nullable ClientCertificate client, Instant now)
            throws GeneralSecurityException, IOException {
        if (client == null) {
            return null;
        }
        List<X509Certificate> chain = Pem.certificates(client.certificates());
        PrivateKey key = Pem.privateKey(client.key());
        X509Certificate own = chain.getFirst();
        requireValid(own, client.certificates(), now);
        requirePair(own, key, client.key());
        KeyStore store = emptyStore();
        store.setKeyEntry("client", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static void requireValid(X509Certificate own, PemSource source, Instant now) {
        Instant until = own.getNotAfter().toInstant();
        if (until.isBefore(now)) {
            throw new ConfigException("the client certificate expired at " + until, source.origin(), "renew it");
        }
        Instant from = own.getNotBefore().toInstant();
        if (now.isBefore(from)) {
            throw new ConfigException(
                    "the client certificate is not valid before " + from,
                    source.origin(),
                    "check the clock of this machine");
        }
    }

    private static void requirePair(X509Certificate own, PrivateKey key, PemSource source) {
        String certified = own.getPublicKey().getAlgorithm();
        if (!certified.equals(key.getAlgorithm()) || !Pairing.holds(own.getPublicKey(), key)) {
            throw new ConfigException(
                    "the private key does not belong to the client certificate",
                    source.origin(),
                    "use the key that the certificate was made for");
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
