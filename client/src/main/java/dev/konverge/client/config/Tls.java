package dev.konverge.client.config;

import org.jspecify.annotations.Nullable;

/**
 * How a connection is secured.
 *
 * @param trust whose word is taken for who the server is
 * @param client what the client shows, or null for nothing
 * @param serverName the name that the server is asked for and must prove, or null for the host of its address
 */
public record Tls(
        Trust trust,
        @Nullable ClientCertificate client,
        @Nullable String serverName) {
    /** The Java runtime's authorities, no client certificate. */
    public static final Tls STANDARD = new Tls(new Trust.JavaRuntime(), null, null);

    /** {@return whether anything differs from {@link #STANDARD}} */
    public boolean isCustom() {
        return !equals(STANDARD);
    }

    /**
     * What a client shows to say who it is.
     *
     * @param certificates its certificate, then those that vouch for it
     * @param key the key of the first
     */
    public record ClientCertificate(PemSource certificates, PemSource key) {}
}
