package dev.konverge.client.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks for in place of what the files say: the flags of a program. What is null is not asked for.
 *
 * @param context which context
 * @param cluster which cluster, whatever the context says
 * @param user which user, whatever the context says
 * @param namespace which namespace
 * @param server the address of the server
 * @param tlsServerName the name that the server must prove
 * @param insecure not to authenticate the server
 * @param certificateAuthority those who vouch for the server
 * @param proxyUrl the proxy on the way
 * @param token a bearer token
 * @param clientCertificate what the client shows
 * @param impersonate as whom to act
 * @param timeout how long requests may take
 */
public record Overrides(
        @Nullable String context,
        @Nullable String cluster,
        @Nullable String user,
        @Nullable String namespace,
        @Nullable String server,
        @Nullable String tlsServerName,
        boolean insecure,
        @Nullable PemSource certificateAuthority,
        @Nullable String proxyUrl,
        @Nullable String token,
        Tls.@Nullable ClientCertificate clientCertificate,
        @Nullable Impersonation impersonate,
        @Nullable Duration timeout) {
    /** Nothing is asked for. */
    public static final Overrides NONE = builder().build();

    /** {@return whether nothing is asked for} */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** {@return the beginning of a set of overrides} */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String toString() {
        return "Overrides[context=" + context + ", cluster=" + cluster + ", user=" + user + ", namespace=" + namespace
                + "]";
    }

    /** The beginning of a set of overrides. */
    public static final class Builder {
        private @Nullable String context;
        private @Nullable String cluster;
        private @Nullable String user;
        private @Nullable String namespace;
        private @Nullable String server;
        private @Nullable String tlsServerName;
        private boolean insecure;
        private @Nullable PemSource certificateAuthority;
        private @Nullable String proxyUrl;
        private @Nullable String token;
        private Tls.@Nullable ClientCertificate clientCertificate;
        private @Nullable Impersonation impersonate;
        private @Nullable Duration timeout;

        private Builder() {}

        /** Asks for a context. {@return this} */
        public Builder context(@Nullable String value) {
            context = value;
            return this;
        }

        /** Asks for a cluster. {@return this} */
        public Builder cluster(@Nullable String value) {
            cluster = value;
            return this;
        }

        /** Asks for a user. {@return this} */
        public Builder user(@Nullable String value) {
            user = value;
            return this;
        }

        /** Asks for a namespace. {@return this} */
        public Builder namespace(@Nullable String value) {
            namespace = value;
            return this;
        }

        /** Asks for a server, by address. {@return this} */
        public Builder server(@Nullable String value) {
            server = value;
            return this;
        }

        /** Asks for a name that the server must prove. {@return this} */
        public Builder tlsServerName(@Nullable String value) {
            tlsServerName = value;
            return this;
        }

        /** Asks not to authenticate the server. {@return this} */
        public Builder insecure(boolean value) {
            insecure = value;
            return this;
        }

        /** Asks for those who vouch for the server. {@return this} */
        public Builder certificateAuthority(@Nullable PemSource value) {
            certificateAuthority = value;
            return this;
        }

        /** Asks for a proxy. {@return this} */
        public Builder proxyUrl(@Nullable String value) {
            proxyUrl = value;
            return this;
        }

        /** Asks for a bearer token. {@return this} */
        public Builder token(@Nullable String value) {
            token = value;
            return this;
        }

        /** Asks for a client certificate. {@return this} */
        public Builder clientCertificate(Tls.@Nullable ClientCertificate value) {
            clientCertificate = value;
            return this;
        }

        /** Asks to act as someone. {@return this} */
        public Builder impersonate(@Nullable Impersonation value) {
            impersonate = value;
            return this;
        }

        /** Asks for a bound on the time of requests. {@return this} */
        public Builder timeout(@Nullable Duration value) {
            timeout = value;
            return this;
        }

        /** Asks for a bound on the time of requests, in seconds or like {@code 1m30s}. {@return this} */
        public Builder timeout(String value) {
            timeout = GoDuration.parse(value);
            return this;
        }

        /** {@return the overrides} */
        public Overrides build() {
            return new Overrides(
                    context,
                    cluster,
                    user,
                    namespace,
                    server,
                    tlsServerName,
                    insecure,
                    certificateAuthority,
                    proxyUrl,
                    token,
                    clientCertificate,
                    impersonate,
                    timeout);
        }
    }
}
