package dev.konverge.client.config;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that a client needs to know of its server: where it is, whom to trust, who asks. Immutable; prints no secret.
 *
 * <p>{@link KubeConfig} makes it from files and surroundings, {@link #builder} by hand.
 */
public final class ClientConfig {
    private final URI server;
    private final Tls tls;
    private final Credentials credentials;
    private final @Nullable Impersonation impersonation;
    private final ProxyChoice proxy;
    private final String namespace;
    private final String userAgent;
    private final boolean compression;
    private final boolean http2;
    private final Duration connectTimeout;
    private final @Nullable Duration requestTimeout;
    private final @Nullable RateLimit rateLimit;
    private final @Nullable BackoffBounds backoff;
    private final WarningHandler warnings;
    private final RequestMetrics metrics;

    private ClientConfig(Builder from) {
        server = from.server;
        tls = from.tls;
        credentials = from.credentials;
        impersonation = from.impersonation;
        proxy = from.proxy;
        namespace = from.namespace;
        userAgent = from.userAgent;
        compression = from.compression;
        http2 = from.http2;
        connectTimeout = from.connectTimeout;
        requestTimeout = from.requestTimeout;
        rateLimit = from.rateLimit;
        backoff = from.backoff;
        warnings = from.warnings;
        metrics = from.metrics;
    }

    /**
     * A bound on the requests of a client.
     *
     * @param qps how many a second in the long run
     * @param burst how many at once
     */
    public record RateLimit(double qps, int burst) {
        /** Refuses what lets nothing through. */
        public RateLimit {
            if (!(qps > 0) || burst < 1) {
                throw new IllegalArgumentException("a rate limit needs qps > 0 and burst >= 1: " + qps + ", " + burst);
            }
        }
    }

    /** {@return the beginning of a configuration for a server; an address may have a path, which is kept} */
    public static Builder builder(URI server) {
        return new Builder(server);
    }

    /** {@return the beginning of a configuration like this one} */
    public Builder toBuilder() {
        Builder copy = new Builder(server);
        copy.tls = tls;
        copy.credentials = credentials;
        copy.impersonation = impersonation;
        copy.proxy = proxy;
        copy.namespace = namespace;
        copy.userAgent = userAgent;
        copy.compression = compression;
        copy.http2 = http2;
        copy.connectTimeout = connectTimeout;
        copy.requestTimeout = requestTimeout;
        copy.rateLimit = rateLimit;
        copy.backoff = backoff;
        copy.warnings = warnings;
        copy.metrics = metrics;
        return copy;
    }

    /** {@return where the server is; its path, if any, begins every request's} */
    public URI server() {
        return server;
    }

    /** {@return how the connection is secured} */
    public Tls tls() {
        return tls;
    }

    /** {@return what requests show to say who asks} */
    public Credentials credentials() {
        return credentials;
    }

    /** {@return as whom requests act, or null for the one who asks} */
    public @Nullable Impersonation impersonation() {
        return impersonation;
    }

    /** {@return by which way the server is reached} */
    public ProxyChoice proxy() {
        return proxy;
    }

    /** {@return the namespace to use where none is named} */
    public String namespace() {
        return namespace;
    }

    /** {@return the name that the client gives itself} */
    public String userAgent() {
        return userAgent;
    }

    /** {@return whether answers may come compressed} */
    public boolean compression() {
        return compression;
    }

    /** {@return whether HTTP/2 is spoken with servers that can} */
    public boolean http2() {
        return http2;
    }

    /** {@return how long the opening of a connection may take} */
    public Duration connectTimeout() {
        return connectTimeout;
    }

    /**
     * {@return how long a request may take that says nothing else; null for any time} That is with its whole answer, and
     * however often it has to be sent; a watch or a stream must begin in that time, and then be quiet for no longer.
     */
    public @Nullable Duration requestTimeout() {
        return requestTimeout;
    }

    /** {@return the bound on requests, or null for none} */
    public @Nullable RateLimit rateLimit() {
        return rateLimit;
    }

    /** {@return how long to keep away from a server that cannot keep up; null for not at all} */
    public @Nullable BackoffBounds backoff() {
        return backoff;
    }

    /** {@return who is told of the requests} */
    public RequestMetrics metrics() {
        return metrics;
    }

    /** {@return who takes the server's warnings} */
    public WarningHandler warnings() {
        return warnings;
    }

    /** {@return what can be shown of it: no token, password or key} */
    @Override
    public String toString() {
        return "ClientConfig[server=" + server + ", tls=" + tls + ", credentials=" + credentials + ", impersonation="
                + (impersonation == null ? "none" : impersonation.user()) + ", proxy=" + proxy + ", namespace="
                + namespace + ", userAgent=" + userAgent + "]";
    }

    /** The beginning of a configuration. Not safe for use by several threads. */
    public static final class Builder {
        private URI server;
        private Tls tls = Tls.STANDARD;
        private Credentials credentials = new Credentials.Anonymous();
        private @Nullable Impersonation impersonation;
        private ProxyChoice proxy = new ProxyChoice.FromEnvironment();
        private String namespace = "default";
        private String userAgent = UserAgent.standard();
        private boolean compression = true;
        private boolean http2 = true;
        private Duration connectTimeout = Duration.ofSeconds(30);
        private @Nullable Duration requestTimeout;
        private @Nullable RateLimit rateLimit;
        private @Nullable BackoffBounds backoff;
        private WarningHandler warnings = WarningHandler.logging();
        private RequestMetrics metrics = RequestMetrics.NONE;

        private Builder(URI server) {
            this.server = ServerAddress.parse(server.toString(), false, "");
        }

        /** Sets where the server is. {@return this} */
        public Builder server(URI value) {
            server = ServerAddress.parse(value.toString(), false, "");
            return this;
        }

        /** Sets how the connection is secured. {@return this} */
        public Builder tls(Tls value) {
            tls = value;
            return this;
        }

        /** Sets whose word is taken for who the server is. {@return this} */
        public Builder trust(Trust value) {
            tls = new Tls(value, tls.client(), tls.serverName());
            return this;
        }

        /** Sets the certificate that the client shows. {@return this} */
        public Builder clientCertificate(PemSource certificates, PemSource key) {
            tls = new Tls(tls.trust(), new Tls.ClientCertificate(certificates, key), tls.serverName());
            return this;
        }

        /** Sets the name that the server is asked for and must prove. {@return this} */
        public Builder tlsServerName(String value) {
            tls = new Tls(tls.trust(), tls.client(), value);
            return this;
        }

        /** Sets what requests show to say who asks. {@return this} */
        public Builder credentials(Credentials value) {
            credentials = value;
            return this;
        }

        /** Sets a bearer token. {@return this} */
        public Builder token(String token) {
            return credentials(new Credentials.Token(token));
        }

        /** Sets as whom requests act; null for the one who asks. {@return this} */
        public Builder impersonation(@Nullable Impersonation value) {
            impersonation = value;
            return this;
        }

        /** Sets by which way the server is reached. {@return this} */
        public Builder proxy(ProxyChoice value) {
            proxy = value;
            return this;
        }

        /** Sets the namespace to use where none is named. {@return this} */
        public Builder namespace(String value) {
            namespace = value;
            return this;
        }

        /** Sets the name that the client gives itself. {@return this} */
        public Builder userAgent(String value) {
            userAgent = value;
            return this;
        }

        /** Sets whether answers may come compressed. {@return this} */
        public Builder compression(boolean value) {
            compression = value;
            return this;
        }

        /** Sets whether HTTP/2 is spoken with servers that can. {@return this} */
        public Builder http2(boolean value) {
            http2 = value;
            return this;
        }

        /** Sets how long the opening of a connection may take. {@return this} */
        public Builder connectTimeout(Duration value) {
            connectTimeout = value;
            return this;
        }

        /** Sets how long a request may take that says nothing else; null for any time. {@return this} */
        public Builder requestTimeout(@Nullable Duration value) {
            requestTimeout = value;
            return this;
        }

        /** Sets the bound on requests; null for none. {@return this} */
        public Builder rateLimit(@Nullable RateLimit value) {
            rateLimit = value;
            return this;
        }

        /** Sets how long to keep away from a server that cannot keep up; null for not at all. {@return this} */
        public Builder backoff(@Nullable BackoffBounds value) {
            backoff = value;
            return this;
        }

        /** Sets who is told of the requests. {@return this} */
        public Builder metrics(RequestMetrics value) {
            metrics = Objects.requireNonNull(value);
            return this;
        }

        /** Sets who takes the server's warnings. {@return this} */
        public Builder warnings(WarningHandler value) {
            warnings = Objects.requireNonNull(value);
            return this;
        }

        /** {@return the configuration} */
        public ClientConfig build() {
            return new ClientConfig(this);
        }
    }
}
