package dev.konverge.client;

import dev.konverge.base.Platform;
import dev.konverge.client.config.BackoffBounds;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.RequestMetrics;
import dev.konverge.client.config.WarningHandler;
import dev.konverge.client.transport.HostBackoff;
import dev.konverge.client.transport.RequestRateLimiter;
import dev.konverge.client.transport.RetryPolicy;
import dev.konverge.client.transport.Transport;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.codec.DecodeOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to an API server, for any path: the floor on which all other clients stand.
 *
 * {@snippet :
 * Pod pod = rest.get().namespace("default").resource("pods").name("web").call().into(Pod.TYPE);
 * }
 *
 * <p>Immutable, and safe for use by any number of threads; the {@code with…} methods make copies that share the
 * connections. The transport belongs to whoever made it, who also closes it.
 */
public final class RestClient {
    private final Transport transport;
    private final Platform platform;
    private final Settings settings;
    private final GroupVersion groupVersion;

    private RestClient(Transport transport, Platform platform, Settings settings, GroupVersion groupVersion) {
        this.transport = transport;
        this.platform = platform;
        this.settings = settings;
        this.groupVersion = groupVersion;
    }

    /** {@return a client of the core group's v1 that speaks JSON, logs warnings and holds nothing back} */
    public static RestClient on(Transport transport, Platform platform) {
        return new RestClient(transport, platform, Settings.STANDARD, GroupVersion.CORE_V1);
    }

    /** {@return a client of the server behind a transport, with what a configuration says of warnings, times, limits and metrics} */
    public static RestClient on(Transport transport, Platform platform, ClientConfig config) {
        RestClient client = on(transport, platform)
                .withTimeout(config.requestTimeout())
                .withWarnings(config.warnings())
                .withMetrics(config.metrics(), config.server().getAuthority());
        ClientConfig.RateLimit limit = config.rateLimit();
        if (limit != null) {
            client = client.withLimiter(new RequestRateLimiter(platform, limit.qps(), limit.burst()));
        }
        BackoffBounds backoff = config.backoff();
        return backoff == null ? client : client.withBackoff(new HostBackoff(platform.clock(), backoff));
    }

    /** {@return a client of another group and version} */
    public RestClient at(GroupVersion groupVersion) {
        return new RestClient(transport, platform, settings, groupVersion);
    }

    /** {@return a client like this one behind another transport; what it holds back, it holds back for both taken together} */
    public RestClient withTransport(Transport other) {
        return new RestClient(other, platform, settings, groupVersion);
    }

    /** {@return a client that asks for objects in that form, and sends them so} */
    public RestClient withEncoding(Encoding encoding) {
        return with(settings.withEncoding(encoding));
    }

    /**
     * {@return a client that decodes in that way} Options with a {@linkplain dev.konverge.model.codec.Sharing memory}
     * are for a client that one thread uses at a time.
     */
    public RestClient withDecoding(DecodeOptions decoding) {
        return with(settings.withDecoding(decoding));
    }

    /** {@return a client that tells warnings to another handler} */
    public RestClient withWarnings(WarningHandler warnings) {
        return with(settings.withWarnings(warnings));
    }

    private RestClient withTimeout(@Nullable Duration timeout) {
        return with(settings.withTimeout(timeout));
    }

    /** {@return a client that sends requests again at other times} */
    public RestClient withRetries(RetryPolicy retries) {
        return with(settings.withRetries(retries));
    }

    /** {@return a client whose requests leave no faster than that, all of its copies taken together} */
    public RestClient withLimiter(RequestRateLimiter limiter) {
        return with(settings.withLimiter(limiter));
    }

    /** {@return a client that keeps away from its server after answers that ask for it, all of its copies taken together} */
    public RestClient withBackoff(HostBackoff backoff) {
        return with(settings.withBackoff(backoff));
    }

    /**
     * {@return a client that tells somebody of its requests}
     *
     * @param metrics who is told
     * @param host what the server is called there
     */
    public RestClient withMetrics(RequestMetrics metrics, String host) {
        return with(settings.withMetrics(metrics, host));
    }

    private RestClient with(Settings changed) {
        return new RestClient(transport, platform, changed, groupVersion);
    }

    /** {@return a request to read} */
    public Request get() {
        return verb("GET");
    }

    /** {@return a request to create} */
    public Request post() {
        return verb("POST");
    }

    /** {@return a request to replace} */
    public Request put() {
        return verb("PUT");
    }

    /** {@return a request to change in part} */
    public Request patch() {
        return verb("PATCH");
    }

    /** {@return a request to delete} */
    public Request delete() {
        return verb("DELETE");
    }

    /** {@return a request with that HTTP method} */
    public Request verb(String method) {
        return new Request(this, method);
    }

    /** {@return the group and version that resources are looked for in} */
    public GroupVersion groupVersion() {
        return groupVersion;
    }

    Transport transport() {
        return transport;
    }

    Platform platform() {
        return platform;
    }

    Settings settings() {
        return settings;
    }
}
