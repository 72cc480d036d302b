package dev.konverge.apiserver.webhook;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts a server by the name it ought to have, which need not be that of the address it is called at: a service's certificate names
 * the service, while the call goes to one of its pods.
 */
final class NamedTrust extends X509ExtendedTrustManager {
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final X509TrustManager chains;
    private final String name;

    private NamedTrust(X509TrustManager chains, String name) {
        this.chains = chains;
        this.name = name;
    }

    /**
     * {@return a context that trusts servers of one name}
     *
     * @param authorities who may have signed, in PEM; empty for whom this machine trusts
     */
    static SSLContext context(String authorities, String name) throws GeneralSecurityException, IOException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(authorities.isEmpty() ? null : store(authorities));
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager chains) {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, new TrustManager[] {new NamedTrust(chains, name)}, null);
                return context;
            }
        }
        throw new GeneralSecurityException("this machine has nothing that checks certificates");
    }

    private static KeyStore store(String pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        int count = 0;
        for (Certificate authority :
                factory.generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
            store.setCertificateEntry("authority-" + count++, authority);
        }
        return store;
    }

    private void check(X509Certificate @Nullable [] chain, String authType) throws CertificateException {
        chains.checkServerTrusted(chain, authType);
        if (chain == null || chain.length == 0 || !isNamed(chain[0])) {
            throw new CertificateException("certificate is not valid for " + name);
        }
    }

    private boolean isNamed(X509Certificate certificate) throws CertificateException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names != null && names.stream().anyMatch(this::fits);
    }

    private boolean fits(List<?> entry) {
        if (!(entry.get(0) instanceof Integer type) || !(entry.get(1) instanceof String text)) {
            return false;
        }
        if (type == IP_ADDRESS) {
            return text.equals(name);
        }
        String pattern = text.toLowerCase(Locale.ROOT);
        String wanted = name.toLowerCase(Locale.ROOT);
        int dot = wanted.indexOf('.');
        return type == DNS_NAME
                && (pattern.equals(wanted)
                        || (pattern.startsWith("*.")
                                && dot > 0
                                && pattern.substring(1).equals(wanted.substring(dot))));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("clients are not checked here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return chains.getAcceptedIssuers();
    }
}
