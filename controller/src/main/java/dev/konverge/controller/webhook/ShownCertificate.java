package dev.konverge.controller.webhook;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that a server shows, which can be replaced while it runs: handshakes that have begun end with the one they began with,
 * later ones show the new one. Safe for use by many threads.
 */
final class ShownCertificate extends X509ExtendedKeyManager {
    private final AtomicReference<Generations> generations = new AtomicReference<>(new Generations(0, null, null));

    /** A certificate, those between it and its authority, and its key. */
    record Entry(List<X509Certificate> chain, PrivateKey key) {
        Entry {
            chain = List.copyOf(chain);
        }

        X509Certificate certificate() {
            return chain.getFirst();
        }

        boolean isValid(Instant now) {
            return !now.isBefore(certificate().getNotBefore().toInstant())
                    && now.isBefore(certificate().getNotAfter().toInstant());
        }

        @Override
        public String toString() {
            return certificate().getSubjectX500Principal().getName();
        }
    }

    /** The current one, by a number that only grows, and the one before. */
    private record Generations(
            long number, @Nullable Entry current, @Nullable Entry before) {
        String alias() {
            return Long.toString(number);
        }

        @Nullable
        Entry find(String alias) {
            if (alias.equals(alias())) {
                return current;
            }
            return alias.equals(Long.toString(number - 1)) ? before : null;
        }
    }

    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {this}, null, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot do TLS", e);
        }
    }

    void show(Entry entry) {
        generations.updateAndGet(now -> new Generations(now.number() + 1, entry, now.current()));
    }

    Optional<Entry> current() {
        return Optional.ofNullable(generations.get().current());
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        Generations now = generations.get();
        Entry entry = now.current();
        return entry != null && keyType.equals(entry.key().getAlgorithm()) ? now.alias() : null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        String alias = chooseEngineServerAlias(keyType, issuers, null);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        Entry entry = generations.get().find(alias);
        return entry == null ? null : entry.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        Entry entry = generations.get().find(alias);
        return entry == null ? null : entry.key();
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
