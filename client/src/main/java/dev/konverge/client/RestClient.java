package dev.konverge.client;

import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.WarningHandler;
import dev.konverge.client.transport.RequestRateLimiter;
import dev.konverge.client.transport.RetryPolicy;
import dev.konverge.client.transport.Transport;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.codec.DecodeOptions;
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

    /**
     * How requests are sent and answers read.
     *
     * @param encoding the form in which objects travel
     * @param decoding how answers are decoded
     * @param warnings who is told of the server's warnings
     * @param retries when a request is sent again
     * @param limiter what holds requests back, null for nothing
     */
    record Settings(
            Encoding encoding,
            DecodeOptions decoding,
            WarningHandler warnings,
            RetryPolicy retries,
            @Nullable RequestRateLimiter limiter) {}

    private RestClient(Transport transport, Platform platform, Settings settings, GroupVersion groupVersion) {
        this.transport = transport;
        this.platform = platform;
        this.settings = settings;
        this.groupVersion = groupVersion;
    }

    /** {@return a client of the core group's v1 that speaks JSON, logs warnings and holds nothing back} */
    public static RestClient on(Transport transport, Platform platform) {
        Settings settings = new Settings(
                Encoding.JSON, DecodeOptions.STANDARD, WarningHandler.logging(), RetryPolicy.STANDARD, null);
        return new RestClient(transport, platform, settings, GroupVersion.CORE_V1);
    }

    /** {@return a client of the server behind a transport, with the warning handler and the limit of a configuration} */
    public static RestClient on(Transport transport, Platform platform, ClientConfig config) {
        RestClient client = on(transport, platform).withWarnings(config.warnings());
        ClientConfig.RateLimit limit = config.rateLimit();
        return limit == null
                ? client
                : client.withLimiter(new RequestRateLimiter(platform, limit.qps(), limit.burst()));
    }

    /** {@return a client of another group and version} */
    public RestClient at(GroupVersion groupVersion) {
        return new RestClient(transport, platform, settings, groupVersion);
    }

    /** {@return a client that asks for objects in that form, and sends them so} */
    public RestClient withEncoding(Encoding encoding) {
        return with(new Settings(encoding, settings.decoding, settings.warnings, settings.retries, settings.limiter));
    }

    /**
     * {@return a client that decodes in that way} Options with a {@linkplain dev.konverge.model.codec.Sharing memory}
     * are for a client that one thread uses at a time.
     */
    public RestClient withDecoding(DecodeOptions decoding) {
        return with(new Settings(settings.encoding, decoding, settings.warnings, settings.retries, settings.limiter));
    }

    /** {@return a client that tells warnings to another handler} */
    public RestClient withWarnings(WarningHandler warnings) {
        return with(new Settings(settings.encoding, settings.decoding, warnings, settings.retries, settings.limiter));
    }

    /** {@return a client that sends requests again at other times} */
    public RestClient withRetries(RetryPolicy retries) {
        return with(new Settings(settings.encoding, settings.decoding, settings.warnings, retries, settings.limiter));
    }

    /** {@return a client whose requests leave no faster than that, all of its copies taken together} */
    public RestClient withLimiter(RequestRateLimiter limiter) {
        return with(new Settings(settings.encoding, settings.decoding, settings.warnings, settings.retries, limiter));
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
